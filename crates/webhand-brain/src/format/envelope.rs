//! Marks text of the page as such: between two tags that the text itself cannot contain.
//!
//! Invariant: each line of a page's text stands between the tags, or between quotes in a line of webhand's own.

use webhand_model::quote;

/// Text of the page between the tags.
pub(crate) fn enclose_page_text(text: &str) -> String {
    format!("{OPEN}\n{}\n{CLOSE}", defused(text.trim_end()))
}

/// A sentence of webhand's on one line, whatever text of the page it quotes.
pub(crate) fn one_line(text: &str) -> String {
    let line: String = text.trim().chars().map(|c| if is_break(c) { ' ' } else { c }).collect();
    defused(&line)
}

/// Text of the page between quotes on one line.
pub(crate) fn quoted(text: &str) -> String {
    defused(&quote(text))
}

/// Whether a reader could take the character for the end of a line.
fn is_break(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

/// The text without anything that a reader could take for one of the tags, however it is spelled.
fn defused(text: &str) -> String {
    let mut defused = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        defused.push(c);
        if c == '<' && is_tag(&text[at + 1..]) {
            defused.push('\\');
        }
    }
    defused
}

fn is_tag(rest: &str) -> bool {
    let name = rest.trim_start_matches(|c: char| c == '/' || c.is_whitespace());
    name.get(..TAG.len()).is_some_and(|name| name.eq_ignore_ascii_case(TAG))
}

const TAG: &str = "page";
const OPEN: &str = "<page>";
const CLOSE: &str = "</page>";
