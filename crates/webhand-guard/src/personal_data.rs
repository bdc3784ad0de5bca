//! Finds personal data in text and replaces it by placeholders: e-mail addresses, phone and card numbers, IBANs, national
//! ids of six countries, passwords and access tokens.
//!
//! Holds the detector ([`find_personal_data`], one file a kind) and the two-way table of a run ([`PersonalData`]). Pure, and
//! decides about no action: it is the one place of this crate with word lists, which only tell a phone number from an order
//! number. Must never keep a value longer than its table lives. Start reading at [`find_personal_data`], then `table.rs`.

mod card;
mod email;
mod iban;
mod label;
mod live;
mod national_id;
mod number_run;
mod password;
mod phone;
mod placeholder;
mod scanned_text;
mod table;
mod token;

use std::ops::Range;

pub use live::LiveRestorer;
pub use table::PersonalData;

use scanned_text::ScannedText;

/// A kind of personal data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PersonalKind {
    Email,
    Phone,
    Card,
    Iban,
    NationalId,
    Password,
    Token,
}

impl PersonalKind {
    pub const ALL: [Self; 7] =
        [Self::Email, Self::Phone, Self::Card, Self::Iban, Self::NationalId, Self::Password, Self::Token];

    /// The word in its placeholders.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Phone => "phone",
            Self::Card => "card",
            Self::Iban => "iban",
            Self::NationalId => "id",
            Self::Password => "password",
            Self::Token => "token",
        }
    }
}

/// Personal data in a text: its kind and its place in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub kind: PersonalKind,
    pub range: Range<usize>,
}

/// The personal data in a text, in the order of the text and without overlaps.
#[must_use]
pub fn find_personal_data(text: &str) -> Vec<Finding> {
    let text = ScannedText::new(text);
    let mut found: Vec<Match> = Vec::new();
    // The more certain kinds come first: a later match that overlaps an earlier one is dropped.
    for matches in DETECTORS.map(|detect| detect(&text)) {
        for one in matches {
            if !found.iter().any(|other| other.from < one.to && one.from < other.to) {
                found.push(one);
            }
        }
    }
    found.sort_by_key(|one| one.from);
    found.into_iter().map(|one| Finding { kind: one.kind, range: text.byte_range(one.from, one.to) }).collect()
}

/// A match in characters of the scanned text.
#[derive(Debug, Clone, Copy)]
struct Match {
    kind: PersonalKind,
    from: usize,
    to: usize,
}

type Detector = fn(&ScannedText) -> Vec<Match>;

const DETECTORS: [Detector; 9] = [
    token::with_known_prefix,
    password::in_addresses,
    email::find,
    iban::find,
    national_id::find,
    card::find,
    phone::find,
    password::find,
    token::by_label_or_randomness,
];

#[cfg(test)]
mod tests;
