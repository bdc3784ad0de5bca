//! Kinds of requests, for a yes that covers the rest of a run: method, address, sender, operation and keys, not values.

use webhand_model::{Content, ContentKind, Form, HeldRequest, Origin, escape_unseen, truncate};

/// The kind of a request. Requests of one kind differ in values only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RequestKind {
    method: String,
    /// With its query, without its fragment.
    address: String,
    from: Origin,
    media_type: String,
    /// Sorted, each once; the place in a list does not count.
    keys: Vec<String>,
    /// The fields that name an operation, with their values.
    operation: Vec<[String; 2]>,
}

impl RequestKind {
    /// `None` where a yes must not cover more than the one request: credentials, cards, files, and content that is not
    /// known in full.
    pub(crate) fn of_request(request: &HeldRequest) -> Option<Self> {
        Self::of(&request.method, &request.url, &request.from, &request.fields, request.content.as_ref()?)
    }

    /// As [`Self::of_request`], for the request that sends a form.
    pub(crate) fn of_form(form: &Form, from: &Origin) -> Option<Self> {
        Self::of(&form.method, &form.action, from, &form.fields, form.content.as_ref()?)
    }

    fn of(method: &str, url: &str, from: &Origin, fields: &[[String; 2]], content: &Content) -> Option<Self> {
        let is_single = content.has_credential() || content.has(ContentKind::Card) || content.has(ContentKind::File);
        let is_token = |name: &str| content.fields.iter().any(|f| f.name == name && f.kind == ContentKind::Token);
        let is_shown = fields.iter().all(|[name, value]| !value.contains('…') || is_token(name));
        if is_single || !is_shown || !content.is_bindable() || *from == Origin::opaque() {
            return None;
        }
        let mut keys: Vec<String> = fields.iter().map(|[name, _]| without_places(name)).collect();
        keys.sort_unstable();
        keys.dedup();
        let mut operation: Vec<_> = fields.iter().filter(|[name, _]| names_operation(name)).cloned().collect();
        operation.sort_unstable();
        Some(Self {
            method: method.to_ascii_uppercase(),
            address: url.split('#').next().unwrap_or_default().to_owned(),
            from: from.clone(),
            media_type: content.media_type.clone(),
            keys,
            operation,
        })
    }

    /// Whether its fields are those of a payment, whatever is entered in the page itself.
    pub(crate) fn is_payment(&self) -> bool {
        self.keys.iter().any(|key| names_payment(key))
    }

    /// One line for the person.
    pub(crate) fn in_words(&self) -> String {
        let shown = |text: &str| escape_unseen(&truncate(text, LONGEST_SHOWN));
        let keys = self.keys.iter().take(MOST_KEYS_SHOWN).map(|key| shown(key)).collect::<Vec<_>>().join(", ");
        let more = if self.keys.len() > MOST_KEYS_SHOWN { ", …" } else { "" };
        let operation: Vec<String> =
            self.operation.iter().map(|[name, value]| format!(" {}={}", shown(name), shown(value))).collect();
        format!("{} {}{} with {keys}{more}", self.method, shown(&self.address), operation.concat())
    }
}

/// `items.3.name` as `items.*.name`.
fn without_places(name: &str) -> String {
    let part = |part: &str| if part.parse::<u32>().is_ok() { "*".to_owned() } else { part.to_owned() };
    name.split('.').map(part).collect::<Vec<_>>().join(".")
}

/// Whether a field tells a server that has one address for everything what to do.
fn names_operation(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    OPERATION_KEYS.contains(&last.as_str())
}

/// Whether a field holds a part of a payment: one of its words says so.
fn names_payment(name: &str) -> bool {
    let mut words = vec![String::new()];
    let mut was_small = false;
    for c in name.chars() {
        if !c.is_alphabetic() || (c.is_uppercase() && was_small) {
            words.push(String::new());
        }
        was_small = c.is_lowercase();
        if let Some(word) = words.last_mut().filter(|_| c.is_alphabetic()) {
            word.extend(c.to_lowercase());
        }
    }
    words.iter().any(|word| PAYMENT_WORDS.contains(&word.as_str()))
}

/// The words by which shops, banks and payment providers name fields of a payment.
const PAYMENT_WORDS: [&str; 16] = [
    "amount",
    "bic",
    "braintree",
    "card",
    "checkout",
    "currency",
    "cvc",
    "cvv",
    "iban",
    "klarna",
    "payment",
    "payments",
    "paypal",
    "stripe",
    "swift",
    "wallet",
];

/// The keys by which GraphQL, JSON-RPC and form handlers choose an operation.
const OPERATION_KEYS: [&str; 19] = [
    "action",
    "_action",
    "_flag",
    "act",
    "call",
    "flag",
    "_method",
    "method",
    "op",
    "operation",
    "operationname",
    "query",
    "mutation",
    "cmd",
    "command",
    "do",
    "task",
    "type",
    "function",
];
const MOST_KEYS_SHOWN: usize = 12;
/// How much of an address, a key or a value is shown.
const LONGEST_SHOWN: usize = 200;
