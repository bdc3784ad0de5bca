//! Numbers in a text: groups of digits with the separators that people put between them.

use super::scanned_text::{ScannedText, is_blank, is_word};

/// A longest stretch of groups of digits.
#[derive(Debug)]
pub(super) struct NumberRun {
    pub groups: Vec<DigitGroup>,
    /// A `+` stands before the first group.
    pub has_plus: bool,
    /// The number is an amount, a share or a measure: a currency sign or a unit stands beside it.
    pub is_amount: bool,
}

/// One group of digits, and the separator after it.
#[derive(Debug)]
pub(super) struct DigitGroup {
    /// In characters of the text.
    pub from: usize,
    pub to: usize,
    pub digits: String,
    pub separator: String,
}

impl NumberRun {
    /// All digits of some groups.
    pub(super) fn digits(groups: &[DigitGroup]) -> String {
        groups.iter().map(|group| group.digits.as_str()).collect()
    }

    /// The lengths of some groups.
    pub(super) fn lengths(groups: &[DigitGroup]) -> Vec<usize> {
        groups.iter().map(|group| group.digits.len()).collect()
    }

    /// The separators between some groups.
    pub(super) fn separators(groups: &[DigitGroup]) -> impl Iterator<Item = &str> {
        groups.iter().rev().skip(1).rev().map(|group| group.separator.as_str())
    }

    /// Whether the separators between some groups are all the same blank or hyphen.
    pub(super) fn is_evenly_separated(groups: &[DigitGroup]) -> bool {
        let mut separators = Self::separators(groups);
        let Some(first) = separators.next() else { return true };
        let plain = |c: char| is_blank(c) || is_hyphen(c);
        first.chars().count() == 1 && first.chars().all(plain) && separators.all(|other| other == first)
    }
}

/// All numbers of a text in which a value may stand.
pub(super) fn number_runs(text: &ScannedText) -> Vec<NumberRun> {
    let mut runs = Vec::new();
    let mut at = 0;
    while at < text.len() {
        if !text.at(at).is_ascii_digit() {
            at += 1;
            continue;
        }
        let (groups, end) = groups_from(text, at);
        runs.extend(run_of(text, groups));
        at = end;
    }
    runs
}

fn groups_from(text: &ScannedText, from: usize) -> (Vec<DigitGroup>, usize) {
    let mut groups = Vec::new();
    let mut at = from;
    loop {
        let to = text.end_while(at, |c| c.is_ascii_digit());
        let next = text.end_while(to, is_separator);
        let goes_on = next > to && next - to <= MOST_SEPARATOR && text.at(next).is_ascii_digit();
        let separator = if goes_on { text.string(to, next) } else { String::new() };
        groups.push(DigitGroup { from: at, to, digits: text.string(at, to), separator });
        if !goes_on {
            return (groups, to);
        }
        at = next;
    }
}

/// The run of some groups without those that belong to something else: a decimal, a word, a time of day.
fn run_of(text: &ScannedText, mut groups: Vec<DigitGroup>) -> Option<NumberRun> {
    let end = groups.last()?.to;
    let after = text.at(end);
    let has_decimals = matches!(after, ',' | '.') && text.at(end + 1).is_ascii_digit();
    let has_time = after == ':' && text.at(end + 1).is_ascii_digit();
    let is_open = after == '-' && is_word(text.at(end + 1));
    if is_word(after) || matches!(after, '_' | '@') || has_decimals || has_time || is_open {
        groups.pop();
    }
    let first = groups.first()?.from;
    let opened = if text.before(first) == '(' { first - 1 } else { first };
    let has_plus = text.before(opened) == '+' || text.before(first) == '+';
    let start = if has_plus { opened.min(first) - usize::from(text.before(opened) == '+') } else { opened };
    let before = text.before(start);
    let farther = text.before(start.saturating_sub(1));
    let is_inside = match before {
        '_' | '#' | '/' | '+' | '@' | '\\' => true,
        '-' | '.' | ',' | ':' => is_word(farther),
        other => is_word(other),
    };
    if is_inside {
        groups.remove(0);
    }
    groups.first()?;
    let is_amount = is_currency(before) || (is_blank(before) && is_currency(farther)) || has_unit_after(text, end);
    Some(NumberRun { groups, has_plus: has_plus && !is_inside, is_amount })
}

/// Whether a currency, a per cent sign or a unit of measure follows.
fn has_unit_after(text: &ScannedText, end: usize) -> bool {
    let at = text.end_while(end, is_blank);
    if is_currency(text.at(at)) || matches!(text.at(at), '%' | '°' | '×') {
        return true;
    }
    let word = text.string(at, text.end_while(at, is_word)).to_lowercase();
    UNITS.contains(&word.as_str())
}

fn is_separator(c: char) -> bool {
    is_blank(c) || is_hyphen(c) || matches!(c, '.' | '/' | '(' | ')')
}

pub(super) fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '\u{2010}' | '\u{2011}' | '\u{2013}')
}

fn is_currency(c: char) -> bool {
    matches!(c, '$' | '€' | '£' | '¥' | '₹' | '₽')
}

/// As in `+49 (0)30`.
const MOST_SEPARATOR: usize = 3;
const UNITS: &[&str] = &[
    "eur",
    "usd",
    "gbp",
    "chf",
    "euro",
    "euros",
    "dollars",
    "pounds",
    "km",
    "m",
    "kg",
    "g",
    "mb",
    "gb",
    "kb",
    "bytes",
    "people",
    "users",
    "views",
    "downloads",
    "inhabitants",
    "einwohner",
    "habitants",
    "habitantes",
    "abitanti",
    "items",
    "results",
    "points",
    "followers",
    "aufrufe",
    "vues",
    "visitas",
];
