//! The label before a value: the word that tells a phone number from an order number of the same form.

use webhand_model::fold_text;

use super::scanned_text::ScannedText;

/// The meaning that the nearest known word before a value gives to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    Phone,
    Card,
    NationalId,
    Token,
    /// A number that names a thing: an order, a book, a version.
    Reference,
}

/// The label of the value that begins at an index: the last known word in the text shortly before.
pub(super) fn label_before(text: &ScannedText, at: usize) -> Option<Label> {
    let context = fold_text(&text.string(at.saturating_sub(REACH), at));
    let mut label = None;
    for part in context.split('[') {
        // A snapshot puts refs and states between a field's name and its value: `[ref=e7]`.
        let part = part.split_once(']').map_or(part, |(_, after)| after);
        for word in part.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            // "ID" follows the name of a national id as well as that of an order.
            let found = if word == "id" { label.or(Some(Label::Reference)) } else { label_of(word) };
            label = found.or(label);
        }
    }
    label
}

fn label_of(word: &str) -> Option<Label> {
    let whole = WHOLE_WORDS.iter().find(|(known, _)| *known == word);
    let begins = || PREFIXES.iter().find(|(known, _)| word.starts_with(known));
    whole.or_else(begins).map(|(_, label)| *label)
}

/// How many characters before a value its label may begin.
const REACH: usize = 40;

const WHOLE_WORDS: &[(&str, Label)] = &[
    ("tel", Label::Phone),
    ("cell", Label::Phone),
    ("call", Label::Phone),
    ("fax", Label::Phone),
    ("sms", Label::Phone),
    ("pan", Label::Card),
    ("visa", Label::Card),
    ("carta", Label::Card),
    ("card", Label::Card),
    ("ssn", Label::NationalId),
    ("nino", Label::NationalId),
    ("ni", Label::NationalId),
    ("tin", Label::NationalId),
    ("dni", Label::NationalId),
    ("nie", Label::NationalId),
    ("nif", Label::NationalId),
    ("nir", Label::NationalId),
    ("key", Label::Token),
    ("apikey", Label::Token),
    ("bearer", Label::Token),
    ("authorization", Label::Token),
    ("ref", Label::Reference),
    ("sku", Label::Reference),
    ("ean", Label::Reference),
    ("upc", Label::Reference),
    ("doi", Label::Reference),
    ("part", Label::Reference),
    ("item", Label::Reference),
    ("case", Label::Reference),
    ("lot", Label::Reference),
    ("sha", Label::Reference),
    ("md5", Label::Reference),
    ("v", Label::Reference),
    ("rev", Label::Reference),
    ("model", Label::Reference),
];

const PREFIXES: &[(&str, Label)] = &[
    ("telef", Label::Phone),
    ("teleph", Label::Phone),
    ("phone", Label::Phone),
    ("mobil", Label::Phone),
    ("movil", Label::Phone),
    ("handy", Label::Phone),
    ("portable", Label::Phone),
    ("cellul", Label::Phone),
    ("whatsapp", Label::Phone),
    ("rufnummer", Label::Phone),
    ("llam", Label::Phone),
    ("appel", Label::Phone),
    ("anruf", Label::Phone),
    ("chiam", Label::Phone),
    ("credit", Label::Card),
    ("kredit", Label::Card),
    ("mastercard", Label::Card),
    ("amex", Label::Card),
    ("karte", Label::Card),
    ("carte", Label::Card),
    ("tarjeta", Label::Card),
    ("social", Label::NationalId),
    ("insurance", Label::NationalId),
    ("steuer", Label::NationalId),
    ("idnr", Label::NationalId),
    ("securite", Label::NationalId),
    ("insee", Label::NationalId),
    ("fiscal", Label::NationalId),
    ("token", Label::Token),
    ("secret", Label::Token),
    ("credential", Label::Token),
    ("schlussel", Label::Token),
    ("jeton", Label::Token),
    ("order", Label::Reference),
    ("track", Label::Reference),
    ("invoice", Label::Reference),
    ("isbn", Label::Reference),
    ("issn", Label::Reference),
    ("gtin", Label::Reference),
    ("imei", Label::Reference),
    ("referen", Label::Reference),
    ("serial", Label::Reference),
    ("serie", Label::Reference),
    ("artic", Label::Reference),
    ("artik", Label::Reference),
    ("bestell", Label::Reference),
    ("auftrag", Label::Reference),
    ("rechnung", Label::Reference),
    ("sendung", Label::Reference),
    ("paket", Label::Reference),
    ("kunden", Label::Reference),
    ("commande", Label::Reference),
    ("facture", Label::Reference),
    ("suivi", Label::Reference),
    ("colis", Label::Reference),
    ("pedido", Label::Reference),
    ("factura", Label::Reference),
    ("seguimiento", Label::Reference),
    ("envio", Label::Reference),
    ("ordine", Label::Reference),
    ("fattura", Label::Reference),
    ("spedizione", Label::Reference),
    ("product", Label::Reference),
    ("produkt", Label::Reference),
    ("produit", Label::Reference),
    ("customer", Label::Reference),
    ("ticket", Label::Reference),
    ("booking", Label::Reference),
    ("shipment", Label::Reference),
    ("parcel", Label::Reference),
    ("batch", Label::Reference),
    ("version", Label::Reference),
    ("build", Label::Reference),
    ("commit", Label::Reference),
    ("sha1", Label::Reference),
    ("sha2", Label::Reference),
    ("sha5", Label::Reference),
    ("checksum", Label::Reference),
    ("prufsumme", Label::Reference),
    ("digest", Label::Reference),
    ("hash", Label::Reference),
    ("fingerprint", Label::Reference),
    ("integrity", Label::Reference),
    ("uuid", Label::Reference),
    ("guid", Label::Reference),
    ("etag", Label::Reference),
    ("patent", Label::Reference),
    ("flight", Label::Reference),
];
