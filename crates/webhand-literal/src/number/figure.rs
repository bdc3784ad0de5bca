//! Numbers as pages write them: with thousands and cents in either fashion, and with the sign of a currency.

use webhand_model::{LoneSeparator, find_number, normalize_number};

/// A number, and how it was written, so that what is worked out from it can be written alike.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Figure {
    pub value: f64,
    currency: Option<Currency>,
    comma: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Currency {
    sign: char,
    leads: bool,
}

impl Figure {
    /// The first number of a text: `Book for $1,255`.
    pub(crate) fn first(text: &str) -> Option<Self> {
        let found = find_number(text)?;
        Some(Self { value: found.value, currency: None, comma: has_comma(found.digits) })
    }

    /// The first amount of money in a text: `30,00 €`, `$1,255`.
    pub(crate) fn money(text: &str) -> Option<Self> {
        let (at, sign) = text.char_indices().find(|(_, c)| CURRENCIES.contains(c))?;
        let before = text[..at].trim_end();
        let start = before.char_indices().rev().take_while(|(_, c)| is_of_number(*c)).last().map(|(start, _)| start);
        let after = text[at + sign.len_utf8()..].trim_start();
        let end = after.find(|c: char| !is_of_number(c)).unwrap_or(after.len());
        let (digits, leads) = match start.map(|start| &before[start..]).filter(|digits| has_digit(digits)) {
            Some(digits) => (digits, false),
            None => (&after[..end], true),
        };
        let digits = digits.trim_matches(['.', ',']);
        let value = normalize_number(digits, LoneSeparator::PartsThousands).ok()?.parse().ok()?;
        Some(Self { value, currency: Some(Currency { sign, leads }), comma: has_comma(digits) })
    }

    /// The number of a text that has one alone.
    pub(crate) fn only(text: &str) -> Option<Self> {
        let numbers = text.split(|c: char| !is_of_number(c)).filter(|part| has_digit(part)).count();
        if numbers == 1 { Self::first(text) } else { None }
    }

    /// Another value, written as this one is.
    pub(crate) fn like(self, value: f64) -> String {
        let whole = (value - value.round()).abs() < 1e-9 && self.currency.is_none();
        let written = if whole { format!("{value:.0}") } else { format!("{value:.2}") };
        let written = if self.comma { written.replace('.', ",") } else { written };
        match self.currency {
            None => written,
            Some(Currency { sign, leads: true }) => format!("{sign}{written}"),
            Some(Currency { sign, leads: false }) => format!("{written} {sign}"),
        }
    }
}

fn is_of_number(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '.' | ',')
}

fn has_digit(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
}

/// Whether a comma parts the cents.
fn has_comma(digits: &str) -> bool {
    digits
        .rsplit_once(',')
        .is_some_and(|(whole, cents)| !cents.contains('.') && (cents.len() != 3 || whole.contains('.')))
}

const CURRENCIES: [char; 4] = ['€', '$', '£', '¥'];
