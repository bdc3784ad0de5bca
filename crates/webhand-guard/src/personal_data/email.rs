//! E-mail addresses, also with letters of any alphabet, with a quoted local part, at an IP address, and as written in URLs.

use super::scanned_text::ScannedText;
use super::{Match, PersonalKind};

pub(super) fn find(text: &ScannedText) -> Vec<Match> {
    let mut found: Vec<Match> = Vec::new();
    for at in 0..text.len() {
        let sign = match text.at(at) {
            '@' => 1,
            '%' if text.at(at + 1) == '4' && text.at(at + 2) == '0' => 3,
            _ => continue,
        };
        let taken = found.last().map_or(0, |last| last.to);
        if let Some((from, to)) = address_around(text, at, at + sign).filter(|(from, _)| *from >= taken) {
            found.push(Match { kind: PersonalKind::Email, from, to });
        }
    }
    found
}

/// The address with its sign between the two indexes.
fn address_around(text: &ScannedText, sign: usize, after: usize) -> Option<(usize, usize)> {
    let from = quoted_local_part(text, sign).or_else(|| local_part(text, sign))?;
    let to = ip_literal(text, after).or_else(|| domain(text, after))?;
    let is_scp_path = text.string(from, sign) == "git" && matches!(text.at(to), ':' | '/');
    (!is_scp_path).then_some((from, to))
}

fn local_part(text: &ScannedText, sign: usize) -> Option<usize> {
    let mut from = sign;
    while from > sign.saturating_sub(LONGEST_LOCAL) && is_local(text.before(from)) {
        from -= 1;
    }
    // An escape at the begin is a character of the address around it: `%3Djohn` follows `=`.
    while from < sign && text.at(from) == '%' {
        from = (from + 3).min(sign);
    }
    while from < sign && !(text.at(from).is_alphanumeric() || matches!(text.at(from), '_' | '+' | '!' | '$')) {
        from += 1;
    }
    (from < sign && text.before(sign) != '.').then_some(from)
}

/// `"john doe"@`, with the quotes as a text in quotes writes them, too.
fn quoted_local_part(text: &ScannedText, sign: usize) -> Option<usize> {
    if text.before(sign) != '"' {
        return None;
    }
    let close = sign - 1;
    let open = (close.saturating_sub(LONGEST_LOCAL)..close).rev().find(|at| text.at(*at) == '"')?;
    let is_plain = text.slice(open + 1, close).iter().all(|c| !matches!(c, '\n' | ':' | '<' | '>'));
    let from = if text.before(open) == '\\' { open - 1 } else { open };
    (close > open + 1 && is_plain).then_some(from)
}

fn domain(text: &ScannedText, from: usize) -> Option<usize> {
    let mut to = text.end_while(from, |c| c.is_alphanumeric() || matches!(c, '-' | '.'));
    while to > from && matches!(text.before(to), '-' | '.') {
        to -= 1;
    }
    let written = text.string(from, to);
    let labels: Vec<&str> = written.split('.').collect();
    let (top, others) = labels.split_last()?;
    let is_top = top.chars().count() >= 2 && (top.chars().all(char::is_alphabetic) || top.starts_with("xn--"));
    let are_labels = !others.is_empty()
        && others.iter().all(|label| !label.is_empty() && !label.starts_with('-') && !label.ends_with('-'));
    // `icon@2x.png` is the name of a file.
    let is_file = FILE_ENDINGS.contains(top);
    (is_top && are_labels && !is_file && written.len() <= LONGEST_DOMAIN && text.at(to) != '@').then_some(to)
}

/// `[192.0.2.1]` or `[IPv6:…]`.
fn ip_literal(text: &ScannedText, from: usize) -> Option<usize> {
    if text.at(from) != '[' {
        return None;
    }
    let close = text.end_while(from + 1, |c| c.is_ascii_hexdigit() || matches!(c, '.' | ':' | 'I' | 'P' | 'v'));
    (text.at(close) == ']' && close > from + 4).then_some(close + 1)
}

fn is_local(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '+' | '\'' | '’' | '%' | '!' | '$' | '*' | '^' | '~')
}

const LONGEST_LOCAL: usize = 64;
const LONGEST_DOMAIN: usize = 253;
const FILE_ENDINGS: &[&str] = &["png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "css", "js", "mjs", "ts", "json"];
