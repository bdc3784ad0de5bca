//! Passwords that a text names as such: `Password: x7-kilo`, `the password is …`, `?password=…`, `https://user:…@host`.
//!
//! Fields for passwords are not looked for here, because their content is in no snapshot.

use webhand_model::fold_text;

use super::scanned_text::{ScannedText, is_blank, is_word};
use super::{Match, PersonalKind};

pub(super) fn find(text: &ScannedText) -> Vec<Match> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        if !is_word(text.at(at)) || is_word(text.before(at)) {
            at += 1;
            continue;
        }
        let end = text.end_while(at, is_word);
        let word = fold_text(&text.string(at, end));
        let is_label = WORDS.iter().any(|known| word == *known || word.strip_suffix('s') == Some(known));
        let value = is_label.then(|| value_after(text, end)).flatten();
        found.extend(value.map(|(from, to)| Match { kind: PersonalKind::Password, from, to }));
        at = value.map_or(end, |(_, to)| to);
    }
    found
}

/// The value behind `:`, `=` or a verb, without its quotes.
fn value_after(text: &ScannedText, word_end: usize) -> Option<(usize, usize)> {
    let closed = text.end_while(word_end, |c| matches!(c, '"' | '\'' | ')' | ']'));
    let blank = text.end_while(closed, is_blank);
    let sign = text.at(blank);
    let from = if matches!(sign, ':' | '=') {
        text.end_while(blank + 1, is_blank)
    } else {
        let verb_end = text.end_while(blank, char::is_alphabetic);
        let verb = fold_text(&text.string(blank, verb_end));
        let is_verb = blank > closed && VERBS.contains(&verb.as_str());
        let colon = if text.at(verb_end) == ':' { verb_end + 1 } else { verb_end };
        is_verb.then(|| text.end_while(colon, is_blank)).filter(|from| *from > verb_end)?
    };
    let from = text.end_while(from, |c| matches!(c, '"' | '\'' | '“' | '«' | '`'));
    let is_query = sign == '=' && blank == word_end;
    let ends = |c: char| {
        c.is_whitespace() || matches!(c, '"' | '”' | '»' | '`' | '<' | '\0') || (is_query && matches!(c, '&' | '#'))
    };
    // A longer value is no password, so the rest of a long text is not read for each label in it.
    let mut to = from + text.slice(from, from + LONGEST + 1).iter().take_while(|c| !ends(**c)).count();
    while to > from && matches!(text.before(to), '.' | ',' | ';' | ':' | ')' | ']' | '\'' | '\\') {
        to -= 1;
    }
    is_password(text.slice(from, to)).then_some((from, to))
}

/// The passwords in addresses such as `https://user:password@host`.
pub(super) fn in_addresses(text: &ScannedText) -> Vec<Match> {
    let is_part = |c: char| !c.is_whitespace() && !matches!(c, '/' | '@' | ':' | '"' | '<' | '>' | '?' | '#' | '\0');
    let schemes = (0..text.len()).filter(|at| text.slice(*at, at + 3) == [':', '/', '/']);
    let passwords = schemes.filter_map(|at| {
        let from = text.end_while(at + 3, is_part);
        let to = text.end_while(from + 1, is_part);
        let has_both = text.at(from) == ':' && text.at(to) == '@' && to > from + 1;
        has_both.then_some(Match { kind: PersonalKind::Password, from: from + 1, to })
    });
    passwords.collect()
}

/// Whether a value is no word of a sentence: it has digits or signs beside letters, or is a long number.
fn is_password(value: &[char]) -> bool {
    let has = |is: fn(&char) -> bool| value.iter().any(is);
    let has_letter = has(|c| c.is_alphabetic());
    let has_digit = has(char::is_ascii_digit);
    let has_sign = value.iter().skip(1).any(|c| c.is_ascii_punctuation() && !matches!(c, '-' | '\'' | '/' | '.' | ','));
    let has_inner_capital = value.iter().skip(1).any(|c| c.is_uppercase()) && value.iter().any(|c| c.is_lowercase());
    let is_number = !has_letter && value.len() >= 4 && value.iter().all(char::is_ascii_digit);
    let is_markup = value.first().is_some_and(|c| matches!(c, '[' | '{' | '(' | '/' | '•' | '*' | '…'));
    (SHORTEST..=LONGEST).contains(&value.len())
        && !is_markup
        && (is_number || (has_letter && (has_digit || has_sign || has_inner_capital)))
}

const SHORTEST: usize = 4;
const LONGEST: usize = 64;
const WORDS: &[&str] = &[
    "password",
    "passwort",
    "passwd",
    "pwd",
    "passphrase",
    "passcode",
    "kennwort",
    "contrasena",
    "clave",
    "passe",
    "mdp",
    "senha",
    "parola",
    "pin",
];
const VERBS: &[&str] = &["is", "was", "ist", "lautet", "es", "est", "e", "sera"];
