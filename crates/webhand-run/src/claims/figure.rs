//! The figures of a text: numbers, prices, codes, dates and times, each in every way that it can be read.
//!
//! Two figures are the same if they have a reading in common, so the separators, the currency, the digits of another script
//! and the form of a date do not matter.

use std::collections::BTreeSet;

use webhand_model::{ClockTime, LoneSeparator, normalize_number};

use super::date_words::{DateParts, month_of, numeric_dates};
use super::plain_text::to_plain;

/// One way to read a figure.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reading {
    /// Without a sign, as a program writes it.
    Number(String),
    Date(DateParts),
    /// Minutes since midnight.
    Time(u32),
    /// Its letters and digits alone.
    Code(String),
}

/// A figure in a text.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Figure {
    pub(super) written: String,
    pub(super) readings: BTreeSet<Reading>,
    /// The number in each way that separators can be read; empty if it is none.
    pub(super) numbers: Vec<f64>,
    /// The numbers that a compound such as `12-15` or `3/4` consists of.
    pub(super) parts: Vec<Figure>,
    /// A whole number without currency, decimals or per cent.
    pub(super) is_bare: bool,
    /// It numbers a line of a list.
    pub(super) is_numbering: bool,
    /// Its line, the place of its first word in it, and how many words it takes.
    line: usize,
    words: (usize, usize),
}

impl Figure {
    /// The number that the figure is, if it is one, as most pages write numbers.
    pub(super) fn number(&self) -> Option<f64> {
        self.numbers.first().copied()
    }

    pub(super) fn dates(&self) -> impl Iterator<Item = DateParts> {
        self.readings.iter().filter_map(|reading| match reading {
            Reading::Date(date) => Some(*date),
            Reading::Number(_) | Reading::Time(_) | Reading::Code(_) => None,
        })
    }

    /// Its letters and digits alone, to be looked for in a text without spaces.
    pub(super) fn squashed(&self) -> String {
        squash(&self.written)
    }

    pub(super) fn has_several_words(&self) -> bool {
        self.words.1 > 1
    }

    fn end(&self) -> usize {
        self.words.0 + self.words.1
    }
}

/// The figures of a text in their order. Where words form a longer figure (`1 234`, `5 March 2026`), the longer one comes
/// before those that it consists of.
pub(super) fn figures(text: &str) -> Vec<Figure> {
    let plain = to_plain(text);
    let mut found = Vec::new();
    let mut numbering = 0;
    for (at, line) in plain.lines().enumerate() {
        let words: Vec<&str> = split_words(line).collect();
        let mut one_line = figures_of_line(&words);
        for figure in &mut one_line {
            figure.line = at;
        }
        number_line(line, &mut one_line, &mut numbering);
        found.extend(one_line);
    }
    found
}

/// Whether one figure covers words of another that comes before it.
pub(super) fn is_part_of(figure: &Figure, longer: &Figure) -> bool {
    longer.line == figure.line && longer.words.0 <= figure.words.0 && figure.end() <= longer.end()
}

/// Letters and digits alone, folded.
pub(super) fn squash(text: &str) -> String {
    to_plain(text).chars().filter(|c| c.is_alphanumeric()).collect()
}

fn split_words(line: &str) -> impl Iterator<Item = &str> {
    let is_gap = |c: char| c.is_whitespace() || "\"“”„«»()[]{}<>|;!?*=~…".contains(c);
    line.split(is_gap).filter(|word| !word.is_empty())
}

fn figures_of_line(words: &[&str]) -> Vec<Figure> {
    let mut found = Vec::new();
    for at in 0..words.len() {
        found.extend(named_date(words, at));
        found.extend(spaced_number(words, at));
        found.extend(spaced_time(words, at));
        found.extend(one_word(words[at], at));
    }
    found.sort_by_key(|figure: &Figure| (figure.words.0, std::cmp::Reverse(figure.words.1)));
    found
}

/// Marks the number of a list entry: the first word of its line, one more than that of the entry before.
fn number_line(line: &str, figures: &mut [Figure], numbering: &mut u32) {
    let start = line.trim_start_matches(|c: char| c.is_whitespace() || "#*->•".contains(c));
    let digits = &start[..start.find(|c: char| !c.is_ascii_digit()).unwrap_or(start.len())];
    let is_marked = start[digits.len()..].starts_with([')', '.', ':']) && !start[digits.len()..].starts_with(": ");
    let next_is_digit = start[digits.len()..].chars().nth(1).is_some_and(|c| c.is_ascii_digit());
    let Some(number) = digits.parse::<u32>().ok().filter(|_| is_marked && !next_is_digit) else { return };
    if number == *numbering + 1 || number == 1 {
        *numbering = number;
        if let Some(first) = figures.first_mut().filter(|figure| squash(&figure.written) == digits) {
            first.is_numbering = true;
        }
    }
}

/// `5 March 2026`, `March 5, 2026`, `5. März`: a month's name with the numbers beside it.
fn named_date(words: &[&str], at: usize) -> Option<Figure> {
    let month = month_of(words[at])?;
    let number = |at: usize| -> Option<u32> {
        let word = words.get(at)?.trim_end_matches([',', '.', ':']);
        let digits = word.trim_end_matches(|c: char| c.is_alphabetic());
        let suffix = &word[digits.len()..];
        (suffix.len() <= 3).then(|| digits.parse().ok()).flatten()
    };
    let is_link = |at: usize| words.get(at).is_some_and(|word| LINKS.contains(word));
    let before = at.checked_sub(1).map(|place| if is_link(place) { place.wrapping_sub(1) } else { place });
    let day_before = before.and_then(|place| Some((place, number(place)?))).filter(|(_, day)| (1..=31).contains(day));
    let after = if is_link(at + 1) { at + 2 } else { at + 1 };
    let (first, last, day, year) = match day_before {
        Some((place, day)) => match number(after).filter(|year| *year > 1000) {
            Some(year) => (place, after, Some(day), Some(year)),
            None => (place, at, Some(day), None),
        },
        None => match number(after)? {
            year if year > 1000 => (at, after, None, Some(year)),
            day if (1..=31).contains(&day) => match number(after + 1).filter(|year| *year > 1000) {
                Some(year) => (at, after + 1, Some(day), Some(year)),
                None => (at, after, Some(day), None),
            },
            _ => return None,
        },
    };
    let date = DateParts { year, month: Some(month), day };
    Some(Figure::new(&words[first..=last].join(" "), [Reading::Date(date)].into(), (first, last + 1 - first)))
}

/// `1 234,50`: groups of three digits after a first of at most three.
fn spaced_number(words: &[&str], at: usize) -> Option<Figure> {
    let first = words[at].trim_start_matches(|c: char| !c.is_ascii_digit());
    let is_first = (1..=3).contains(&first.len()) && first.bytes().all(|byte| byte.is_ascii_digit());
    let is_group = |word: &&&str| {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        digits == 3
    };
    let more = words[at + 1..].iter().take_while(is_group).count();
    if !is_first || more == 0 {
        return None;
    }
    // Only the last group may have decimals, a currency or a full stop behind it.
    let whole = |word: &&&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let inner = words[at + 1..at + 1 + more].iter().take_while(whole).count();
    let count = (inner + 1).min(more);
    let joined = words[at..=at + count].concat();
    let mut figure = one_word(&joined, at)?;
    figure.written = words[at..=at + count].join(" ");
    figure.words = (at, count + 1);
    Some(figure)
}

/// `8:04 pm` and `8 pm`.
fn spaced_time(words: &[&str], at: usize) -> Option<Figure> {
    let half = words.get(at + 1)?.trim_end_matches([',', ';']).replace('.', "");
    if !matches!(half.as_str(), "am" | "pm") {
        return None;
    }
    let time = read_time(&format!("{}{half}", words[at]))?;
    Some(Figure::new(&format!("{} {half}", words[at]), [Reading::Time(time)].into(), (at, 2)))
}

fn one_word(word: &str, at: usize) -> Option<Figure> {
    let word = word.trim_matches(|c: char| ".,:;'/_&@-–—+".contains(c) || c == '−');
    if !word.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let mut readings = BTreeSet::new();
    readings.extend(squashed_code(word));
    readings.extend(numeric_dates(word).map(Reading::Date));
    readings.extend(read_time(word).map(Reading::Time));
    let (before, digits, after) = split_number(word);
    let is_number =
        digits.bytes().filter(u8::is_ascii_digit).count() == word.bytes().filter(u8::is_ascii_digit).count();
    let mut numbers = Vec::new();
    if is_number && is_unit_before(before) && is_unit_after(after) {
        numbers.extend(read_numbers(digits));
        readings.extend(numbers.iter().map(|number: &f64| Reading::Number(number.to_string())));
    }
    let is_bare = before.is_empty()
        && (after.is_empty() || ORDINALS.contains(&after))
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    let figure = Figure::new(word, readings, (at, 1));
    Some(Figure { is_bare, numbers, parts: compound_parts(word, at), ..figure })
}

impl Figure {
    fn new(written: &str, readings: BTreeSet<Reading>, words: (usize, usize)) -> Self {
        Self {
            written: written.to_owned(),
            readings,
            numbers: Vec::new(),
            parts: Vec::new(),
            is_bare: false,
            is_numbering: false,
            line: 0,
            words,
        }
    }
}

fn squashed_code(word: &str) -> Option<Reading> {
    let code: String = word.chars().filter(|c| c.is_alphanumeric()).collect();
    let has_letters = code.contains(char::is_alphabetic);
    // A plain number is compared as a number: `12.50` is no code `1250`.
    let is_marked = word.contains(['-', '/', ':', '_', '#', 'x']) || code.len() >= 6 && !word.contains(['.', ',']);
    (has_letters || is_marked || code.starts_with('0')).then_some(Reading::Code(code))
}

fn compound_parts(word: &str, at: usize) -> Vec<Figure> {
    let parts: Vec<&str> = word.split(['-', '–', '—', '/', ':', 'x', '×', '@', '_', '+', '&', '#']).collect();
    if parts.len() < 2 || parts.len() > 12 {
        return Vec::new();
    }
    parts.into_iter().filter(|part| part.len() < word.len()).filter_map(|part| one_word(part, at)).collect()
}

/// The text before the digits, the digits with their separators, and the text after them.
fn split_number(word: &str) -> (&str, &str, &str) {
    let start = word.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '\'');
    let end = word[start..].find(|c: char| !is_part(c)).map_or(word.len(), |end| start + end);
    let digits = word[start..end].trim_end_matches(['.', ',', '\'']);
    (&word[..start], digits, &word[start + digits.len()..])
}

fn read_numbers(digits: &str) -> impl Iterator<Item = f64> + use<> {
    let ways = [LoneSeparator::CommaPartsThousands, LoneSeparator::PartsThousands, LoneSeparator::PartsDecimals];
    let read = ways.map(|way| normalize_number(digits, way).ok().and_then(|number| number.parse::<f64>().ok()));
    read.into_iter().flatten()
}

/// Signs and currencies may stand before a number; other letters make it a code.
fn is_unit_before(before: &str) -> bool {
    before.chars().all(|c| !c.is_alphanumeric())
        || CURRENCIES.contains(&before.trim_matches(|c: char| !c.is_alphabetic()))
}

/// Currencies, units and ordinals may stand after a number; one letter that is none of these makes it a code.
fn is_unit_after(after: &str) -> bool {
    let letters = after.trim_matches(|c: char| !c.is_alphabetic());
    letters.is_empty()
        || CURRENCIES.contains(&letters)
        || SHORT_UNITS.contains(&letters)
        || (letters.chars().count() > 1 && letters.chars().all(char::is_alphabetic))
}

fn read_time(word: &str) -> Option<u32> {
    let is_clock = word.contains(':') || word.ends_with("am") || word.ends_with("pm");
    let time = ClockTime::parse(word).filter(|_| is_clock && !word.contains(['-', '/', '.', ',']))?;
    Some(time.hour * 60 + time.minute)
}

/// Endings that make a number one of a row.
const ORDINALS: [&str; 12] = ["st", "nd", "rd", "th", "er", "ère", "ème", "e", "º", "ª", "-й", "."];
/// Words between the parts of a date.
const LINKS: [&str; 6] = ["of", "de", "del", "do", "di", "the"];
const CURRENCIES: [&str; 22] = [
    "v", "no", "nr", "n", "usd", "eur", "gbp", "chf", "us", "rs", "kr", "r", "a", "ca", "sek", "nok", "dkk", "pln",
    "jpy", "inr", "zł", "lei",
];
const SHORT_UNITS: [&str; 13] = ["k", "m", "g", "x", "h", "s", "l", "c", "f", "w", "v", "º", "e"];
