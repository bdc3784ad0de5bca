//! Phone numbers: international ones, and the national formats of France, Germany, Italy, Spain, the United Kingdom and the
//! United States. A number without a format of its own counts only after a label such as "Phone".

use super::label::{Label, label_before};
use super::number_run::{DigitGroup, NumberRun, number_runs};
use super::scanned_text::ScannedText;
use super::{Match, PersonalKind};

pub(super) fn find(text: &ScannedText) -> Vec<Match> {
    let mut found = Vec::new();
    for run in number_runs(text) {
        let mut at = 0;
        while at < run.groups.len() {
            match phone_at(text, &run, at) {
                Some((from, end)) => {
                    found.push(Match { kind: PersonalKind::Phone, from, to: run.groups[end - 1].to });
                    at = end;
                }
                None => at = next_start(&run, at),
            }
        }
    }
    found
}

/// The next group at which another number may begin: after a wide separator or a bracket, as one blank or hyphen keeps the
/// groups of a number together.
fn next_start(run: &NumberRun, at: usize) -> usize {
    let ends_number = |group: &DigitGroup| group.separator.chars().count() > 1 || group.separator.contains('(');
    let tail = run.groups.iter().enumerate().skip(at);
    tail.into_iter().find(|(_, group)| ends_number(group)).map_or(run.groups.len(), |(last, _)| last + 1)
}

/// The start and the end group of the phone number that begins with a group.
fn phone_at(text: &ScannedText, run: &NumberRun, at: usize) -> Option<(usize, usize)> {
    let first = run.groups.get(at)?;
    let has_plus = run.has_plus && at == 0;
    let label = label_before(text, first.from);
    if !has_plus && (run.is_amount || label == Some(Label::Reference)) {
        return None;
    }
    let end = (at + 1..=run.groups.len().min(at + MOST_GROUPS)).rev().find(|end| {
        let groups = &run.groups[at..*end];
        let is_phone = if has_plus { is_international(groups) } else { is_national(groups, label) };
        is_phone && (*end == run.groups.len() || ends_before_rest(run, *end))
    })?;
    let opened = first.from - usize::from(text.before(first.from) == '(');
    let from = if has_plus { opened.min(first.from) } else { first.from };
    let from = if has_plus && text.before(from) == '+' { from - 1 } else { from };
    // The bracket of an area code is part of the number, so that both of its ends are.
    let has_bracket = first.separator.starts_with(')') && text.before(from) == '(';
    Some((from - usize::from(has_bracket), end))
}

/// Whether a number may end before the rest of its run: the rest is set apart, or is a number or a date of its own.
fn ends_before_rest(run: &NumberRun, end: usize) -> bool {
    let separator = &run.groups[end - 1].separator;
    let rest = &run.groups[end..];
    separator.chars().count() > 1 || is_date(rest) || (rest.len() <= MOST_GROUPS && is_national(rest, None))
}

fn is_international(groups: &[DigitGroup]) -> bool {
    let digits = NumberRun::digits(groups);
    let is_round = digits.ends_with("000000");
    (8..=15).contains(&digits.len()) && !digits.starts_with('0') && !is_round && !is_date(groups)
}

fn is_national(groups: &[DigitGroup], label: Option<Label>) -> bool {
    let digits = NumberRun::digits(groups);
    let lengths = NumberRun::lengths(groups);
    if is_date(groups) || !(7..=16).contains(&digits.len()) {
        return false;
    }
    if label == Some(Label::Phone) && is_separated_as_phone(groups) && digits.len() <= 13 {
        return true;
    }
    match lengths.as_slice() {
        [_] => is_mobile(&digits),
        _ => {
            has_dots_only_as_phone(groups, &lengths)
                && (is_american(&digits, &lengths)
                    || is_spanish(groups, &digits, &lengths)
                    || is_italian_mobile(&digits, &lengths)
                    || has_trunk_zero(groups, &digits, &lengths)
                    || has_foreign_zeros(&digits, &lengths))
        }
    }
}

/// Mobile numbers that are written without blanks and cannot well be anything else.
fn is_mobile(digits: &str) -> bool {
    let begins = |prefixes: &[&str]| prefixes.iter().any(|prefix| digits.starts_with(prefix));
    match digits.len() {
        10 => begins(&["06", "07"]),
        11 => begins(&["07", "015", "016", "017"]),
        12 => begins(&["015", "016", "017"]),
        _ => false,
    }
}

/// `(212) 555-0142`, `212.555.0142`, `1-212-555-0142`
fn is_american(digits: &str, lengths: &[usize]) -> bool {
    let national = match lengths {
        [3, 3, 4] | [3, 7] => digits,
        [1, 3, 3, 4] if digits.starts_with('1') => &digits[1..],
        _ => return false,
    };
    let begins_as_code = |at: usize| matches!(national.as_bytes().get(at), Some(b'2'..=b'9'));
    let is_service = &national[1..3] == "11" || &national[4..6] == "11";
    begins_as_code(0) && begins_as_code(3) && !is_service
}

/// `612 345 678`, `91 234 56 78`
fn is_spanish(groups: &[DigitGroup], digits: &str, lengths: &[usize]) -> bool {
    matches!(lengths, [3, 3, 3] | [3, 2, 2, 2] | [2, 3, 2, 2] | [3, 6])
        && matches!(digits.as_bytes().first(), Some(b'6'..=b'9'))
        && NumberRun::is_evenly_separated(groups)
}

/// `347 123 4567`
fn is_italian_mobile(digits: &str, lengths: &[usize]) -> bool {
    matches!(lengths, [3, 3, 4] | [3, 6 | 7] | [3, 3, 2, 2] | [3, 4, 3]) && digits.starts_with('3')
}

/// The area code with its zero, and the number: `020 7946 0018`, `0171/1234567`, `01 42 68 53 00`.
fn has_trunk_zero(groups: &[DigitGroup], digits: &str, lengths: &[usize]) -> bool {
    let is_code = matches!(lengths.first(), Some(2..=6)) && digits.starts_with('0') && !digits.starts_with("00");
    let are_parts = lengths.len() <= 6 && lengths.iter().skip(1).all(|length| *length >= 2);
    is_code && are_parts && (9..=13).contains(&digits.len()) && is_separated_as_phone(groups)
}

/// `0049 30 1234567`
fn has_foreign_zeros(digits: &str, lengths: &[usize]) -> bool {
    digits.starts_with("00")
        && digits.len() >= 11
        && !digits.starts_with("000")
        && matches!(lengths.first(), Some(2..=5))
}

/// Dots stand in French and American numbers only; elsewhere they are of versions, dates and amounts.
fn has_dots_only_as_phone(groups: &[DigitGroup], lengths: &[usize]) -> bool {
    let has_dot = NumberRun::separators(groups).any(|separator| separator.contains('.'));
    !has_dot || matches!(lengths, [2, 2, 2, 2, 2] | [3, 3, 4] | [1, 3, 3, 4])
}

fn is_separated_as_phone(groups: &[DigitGroup]) -> bool {
    let slashes = NumberRun::separators(groups).filter(|separator| separator.contains('/')).count();
    slashes <= 1 && has_dots_only_as_phone(groups, &NumberRun::lengths(groups))
}

/// Whether the groups begin with a date: `17.05.2024`, `2024-05-17`, `05/17/24`.
fn is_date(groups: &[DigitGroup]) -> bool {
    let [a, b, c, ..] = groups else { return false };
    if a.separator != b.separator || !matches!(a.separator.as_str(), "-" | "." | "/") {
        return false;
    }
    let number = |group: &DigitGroup| group.digits.parse::<u32>().unwrap_or(u32::MAX);
    let is_year = |group: &DigitGroup| group.digits.len() == 4 && (1000..2200).contains(&number(group));
    let are_parts = |one: &DigitGroup, other: &DigitGroup| {
        let (one, other) = (number(one), number(other));
        (1..=31).contains(&one) && (1..=31).contains(&other) && one.min(other) <= 12
    };
    let is_short = |group: &DigitGroup| group.digits.len() <= 2;
    (is_year(a) && is_short(b) && is_short(c) && are_parts(b, c))
        || (is_year(c) && is_short(a) && is_short(b) && are_parts(a, b))
}

/// No format has more groups; a longer run is a list of numbers.
const MOST_GROUPS: usize = 8;
