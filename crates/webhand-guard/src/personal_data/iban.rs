//! IBANs: country, length and the check by the remainder of 97.

use super::scanned_text::{ScannedText, is_blank};
use super::{Match, PersonalKind};

pub(super) fn find(text: &ScannedText) -> Vec<Match> {
    let mut found = Vec::new();
    let mut at = 0;
    while at + SHORTEST <= text.len() {
        match iban_at(text, at) {
            Some(to) => {
                found.push(Match { kind: PersonalKind::Iban, from: at, to });
                at = to;
            }
            None => at += 1,
        }
    }
    found
}

/// The end of the IBAN that begins here.
fn iban_at(text: &ScannedText, from: usize) -> Option<usize> {
    let is_head = text.at(from).is_ascii_alphabetic() && text.at(from + 1).is_ascii_alphabetic();
    if !is_head || !text.begins_word(from) {
        return None;
    }
    let country = text.string(from, from + 2).to_ascii_uppercase();
    let (_, length) = LENGTHS.iter().find(|(known, _)| *known == country)?;
    let mut compact = String::with_capacity(*length);
    let mut at = from;
    while compact.len() < *length {
        let c = text.at(at);
        let is_gap =
            (is_blank(c) || c == '-') && compact.len().is_multiple_of(4) && text.at(at + 1).is_ascii_alphanumeric();
        if c.is_ascii_alphanumeric() {
            compact.push(c.to_ascii_uppercase());
        } else if !is_gap {
            return None;
        }
        at += 1;
    }
    (text.ends_word(at) && has_right_remainder(&compact)).then_some(at)
}

fn has_right_remainder(compact: &str) -> bool {
    let (head, rest) = compact.split_at(4);
    let remainder = rest.chars().chain(head.chars()).filter_map(|c| c.to_digit(36)).fold(0, |remainder, value| {
        let shifted = if value > 9 { remainder * 100 } else { remainder * 10 };
        (shifted + value) % 97
    });
    remainder == 1
}

const SHORTEST: usize = 15;
const LENGTHS: &[(&str, usize)] = &[
    ("AD", 24),
    ("AE", 23),
    ("AL", 28),
    ("AT", 20),
    ("BA", 20),
    ("BE", 16),
    ("BG", 22),
    ("BR", 29),
    ("CH", 21),
    ("CY", 28),
    ("CZ", 24),
    ("DE", 22),
    ("DK", 18),
    ("EE", 20),
    ("ES", 24),
    ("FI", 18),
    ("FO", 18),
    ("FR", 27),
    ("GB", 22),
    ("GE", 22),
    ("GI", 23),
    ("GL", 18),
    ("GR", 27),
    ("HR", 21),
    ("HU", 28),
    ("IE", 22),
    ("IL", 23),
    ("IS", 26),
    ("IT", 27),
    ("KW", 30),
    ("LI", 21),
    ("LT", 20),
    ("LU", 20),
    ("LV", 21),
    ("MC", 27),
    ("MD", 24),
    ("ME", 22),
    ("MK", 19),
    ("MT", 31),
    ("NL", 18),
    ("NO", 15),
    ("PL", 28),
    ("PT", 25),
    ("QA", 29),
    ("RO", 24),
    ("RS", 22),
    ("SA", 24),
    ("SE", 24),
    ("SI", 19),
    ("SK", 24),
    ("SM", 27),
    ("TR", 26),
    ("UA", 29),
    ("VA", 22),
];
