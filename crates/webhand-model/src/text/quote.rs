//! Text shortened, paged and quoted for people and models.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Cuts to at most `most` characters, the last one an ellipsis where something was left out.
#[must_use]
pub fn truncate(text: &str, most: usize) -> Cow<'_, str> {
    if text.chars().count() <= most {
        return Cow::Borrowed(text);
    }
    let mut short: String = text.chars().take(most.saturating_sub(1)).collect();
    short.push('…');
    Cow::Owned(short)
}

/// Cuts a text, which starts `before` characters into a longer one, to at most `most` characters, at a line end if that
/// loses little; adds the offset where the rest begins.
#[must_use]
pub fn paginate_text(text: &str, before: usize, most: usize) -> Cow<'_, str> {
    let Some((end, _)) = text.char_indices().nth(most) else { return Cow::Borrowed(text) };
    let cut = text[..end].rfind("\n\n").or_else(|| text[..end].rfind('\n')).filter(|at| *at > end / 2).unwrap_or(end);
    let on = before + text[..cut].chars().count();
    Cow::Owned(format!("{}\n… it goes on (read offset={on} shows more)", &text[..cut]))
}

/// Puts text between double quotes so that nothing in it can end the quotation or the line.
#[must_use]
pub fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    text.chars().for_each(|c| push_escaped(&mut quoted, c));
    quoted.push('"');
    quoted
}

/// Appends a character, escaped as between quotes.
pub(crate) fn push_escaped(quoted: &mut String, c: char) {
    match c {
        '"' => quoted.push_str("\\\""),
        '\\' => quoted.push_str("\\\\"),
        '\n' => quoted.push_str("\\n"),
        c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => {
            let _ = write!(quoted, "\\u{{{:x}}}", u32::from(c));
        }
        c => quoted.push(c),
    }
}
