//! The text that stands for a value, `[[email-1]]`, and how a text that only looks like one is told apart.
//!
//! Invariant: in a text that went through [`escape`], every placeholder is one of webhand's; page text that imitates one has
//! a backslash inside, which [`read_at`] reports so that restoring removes it again.

use super::PersonalKind;

/// The placeholder with a number of its kind.
pub(super) fn write(kind: PersonalKind, number: u32) -> String {
    format!("{OPEN}{}-{number}{CLOSE}", kind.word())
}

/// The placeholder of a value for which the table has no more room: it cannot be restored.
pub(super) fn write_unnumbered(kind: PersonalKind) -> String {
    format!("{OPEN}{}{CLOSE}", kind.word())
}

/// A placeholder in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Written {
    pub kind: PersonalKind,
    pub number: u32,
    /// The length in bytes.
    pub length: usize,
    /// The backslashes inside: none in a placeholder of webhand's.
    pub backslashes: usize,
    /// The brackets are written as in addresses: `%5B%5Bemail-1%5D%5D`.
    pub is_in_address: bool,
}

/// The placeholder at the beginning of a text, in capitals or with another dash as models may write it.
pub(super) fn read_at(text: &str) -> Option<Written> {
    let (rest, is_in_address) = match text.strip_prefix(OPEN) {
        Some(rest) => (rest, false),
        None => (strip_folded(text, ADDRESS_OPEN)?, true),
    };
    let bare = rest.trim_start_matches('\\');
    let backslashes = rest.len() - bare.len();
    let (kind, rest) = PersonalKind::ALL.into_iter().find_map(|kind| Some((kind, strip_folded(bare, kind.word())?)))?;
    let rest = rest.strip_prefix(['-', '_', ' ', '\u{2011}'])?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let number = rest.get(..digits).filter(|_| digits <= MOST_DIGITS)?.parse().ok()?;
    let close =
        if is_in_address { strip_folded(&rest[digits..], ADDRESS_CLOSE) } else { rest[digits..].strip_prefix(CLOSE) };
    Some(Written { kind, number, length: text.len() - close?.len(), backslashes, is_in_address })
}

/// Where the next placeholder may begin.
pub(super) fn next_opening(text: &str) -> Option<usize> {
    let is_opening = |at: &usize| text[*at..].starts_with(OPEN) || strip_folded(&text[*at..], ADDRESS_OPEN).is_some();
    text.match_indices(['[', '%']).map(|(at, _)| at).find(is_opening)
}

/// The text of a page, in which nothing looks like a placeholder of webhand's.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = next_opening(rest) {
        let (before, tail) = rest.split_at(at);
        escaped.push_str(before);
        let opening = if tail.starts_with(OPEN) { OPEN.len() } else { ADDRESS_OPEN.len() };
        if read_at(tail).is_some() {
            escaped.push_str(&tail[..opening]);
            escaped.push('\\');
            rest = &tail[opening..];
        } else {
            // One character on, so that `[[[email-1]]` is not read past.
            escaped.push_str(&tail[..1]);
            rest = &tail[1..];
        }
    }
    escaped.push_str(rest);
    escaped
}

fn strip_folded<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let (head, rest) = text.split_at_checked(prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then_some(rest)
}

/// The most bytes of a placeholder, with room for a few backslashes.
pub(super) const LONGEST: usize = 40;
const OPEN: &str = "[[";
const CLOSE: &str = "]]";
const ADDRESS_OPEN: &str = "%5B%5B";
const ADDRESS_CLOSE: &str = "%5D%5D";
const MOST_DIGITS: usize = 5;
