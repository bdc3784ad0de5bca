//! Access tokens and keys: by the prefixes of their makers, by a label before them, and long ones by their randomness.

use super::label::{Label, label_before};
use super::scanned_text::ScannedText;
use super::{Match, PersonalKind};

/// Tokens that their first characters tell, and JSON web tokens.
pub(super) fn with_known_prefix(text: &ScannedText) -> Vec<Match> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let begins = text.at(at).is_ascii_alphanumeric() && !is_key(text.before(at));
        match begins.then(|| prefixed_at(text, at).or_else(|| web_token_at(text, at))).flatten() {
            Some(to) => {
                found.push(Match { kind: PersonalKind::Token, from: at, to });
                at = to;
            }
            None => at += 1,
        }
    }
    found
}

/// Tokens after a label, and texts too random for anything else.
pub(super) fn by_label_or_randomness(text: &ScannedText) -> Vec<Match> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        if !is_base64(text.at(at)) {
            at += 1;
            continue;
        }
        let end = text.end_while(at, is_base64);
        let to = text.end_while(end, |c| c == '=').min(end + MOST_PADDING);
        if to - at >= SHORTEST_LABELLED && is_token(text, at, to) {
            found.push(Match { kind: PersonalKind::Token, from: at, to });
        }
        at = to;
    }
    found
}

fn prefixed_at(text: &ScannedText, from: usize) -> Option<usize> {
    let begins = |prefix: &str| prefix.chars().enumerate().all(|(at, c)| text.at(from + at) == c);
    let (prefix, least) = PREFIXES.iter().find(|(prefix, _)| begins(prefix))?;
    let body = from + prefix.len();
    let to = text.end_while(body, is_key);
    let has = |is: fn(&char) -> bool| text.slice(body, to).iter().any(is);
    let is_random = has(char::is_ascii_digit) || (has(char::is_ascii_uppercase) && has(char::is_ascii_lowercase));
    (to - body >= *least && is_random).then_some(to)
}

/// Three parts of base64 with dots between, the first of which is a JSON object.
fn web_token_at(text: &ScannedText, from: usize) -> Option<usize> {
    if text.slice(from, from + 3) != ['e', 'y', 'J'] {
        return None;
    }
    let first = text.end_while(from, is_key);
    let second = text.end_while(first + 1, is_key);
    let third = text.end_while(second + 1, is_key);
    let has_parts = text.at(first) == '.' && first - from >= 10 && second - first >= 10;
    has_parts.then_some(if text.at(second) == '.' { third } else { second })
}

fn is_token(text: &ScannedText, from: usize, to: usize) -> bool {
    let value = text.slice(from, to);
    let count = |is: fn(&char) -> bool| value.iter().filter(|c| is(c)).count();
    let (digits, letters) = (count(char::is_ascii_digit), count(char::is_ascii_alphabetic));
    let is_data_url = text.slice(from.saturating_sub(7), from).ends_with(&['b', 'a', 's', 'e', '6', '4', ',']);
    if digits == 0 || letters < 2 || is_data_url {
        return false;
    }
    match label_before(text, from) {
        Some(Label::Token) => is_near_its_label(text, from) && distinct(value) >= 8,
        Some(Label::Reference) => false,
        Some(Label::Phone | Label::Card | Label::NationalId) | None => {
            let cases = count(char::is_ascii_uppercase).min(count(char::is_ascii_lowercase));
            let is_in_address = text.before(from) == '/' || value.iter().any(|c| matches!(c, '/' | '-'));
            value.len() >= SHORTEST_RANDOM && digits >= 4 && cases >= 5 && !is_in_address && distinct(value) >= 18
        }
    }
}

/// Whether at most a few words stand between the label and the value, and the line does not end there.
fn is_near_its_label(text: &ScannedText, from: usize) -> bool {
    let before = text.slice(from.saturating_sub(LABEL_REACH), from);
    before.iter().any(|c| matches!(c, ':' | '=' | ' ' | '"')) && !before.contains(&'\n')
        || before.iter().any(|c| matches!(c, ':' | '='))
}

fn distinct(value: &[char]) -> usize {
    value.iter().collect::<std::collections::BTreeSet<_>>().len()
}

fn is_key(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_')
}

fn is_base64(c: char) -> bool {
    is_key(c) || matches!(c, '+' | '/')
}

/// The signs of equality at the end of base64.
const MOST_PADDING: usize = 2;
const SHORTEST_LABELLED: usize = 16;
const SHORTEST_RANDOM: usize = 32;
const LABEL_REACH: usize = 24;
/// The prefixes of known makers, and how many characters follow at least.
const PREFIXES: &[(&str, usize)] = &[
    ("sk-", 20),
    ("sk_live_", 16),
    ("sk_test_", 16),
    ("pk_live_", 16),
    ("rk_live_", 16),
    ("whsec_", 16),
    ("ghp_", 30),
    ("gho_", 30),
    ("ghu_", 30),
    ("ghs_", 30),
    ("ghr_", 30),
    ("github_pat_", 30),
    ("glpat-", 16),
    ("xoxb-", 16),
    ("xoxp-", 16),
    ("xoxa-", 16),
    ("xoxs-", 16),
    ("AKIA", 16),
    ("ASIA", 16),
    ("AIza", 30),
    ("ya29", 20),
    ("hf_", 24),
    ("npm_", 24),
    ("pypi-", 24),
    ("shpat_", 24),
    ("dop_v1_", 40),
    ("gsk_", 24),
    ("xai-", 24),
];
