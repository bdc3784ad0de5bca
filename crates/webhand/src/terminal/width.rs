//! The width of text on a terminal: measuring, cutting and wrapping.

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

pub fn width(text: &str) -> usize {
    text.width()
}

/// Cuts to at most `most` columns, the last one an ellipsis where something was left out.
pub fn fit(text: &str, most: usize) -> String {
    if text.width() <= most {
        return text.to_owned();
    }
    let mut cut = String::new();
    let mut used = 0;
    for c in text.chars() {
        let wide = c.width().unwrap_or(0);
        if used + wide + 1 > most {
            break;
        }
        used += wide;
        cut.push(c);
    }
    if most > 0 {
        cut.push('…');
    }
    cut
}

/// Cuts to at most `most` columns and keeps the end, for text that is still being streamed.
pub fn fit_end(text: &str, most: usize) -> String {
    if text.width() <= most {
        return text.to_owned();
    }
    let backwards: String = text.chars().rev().collect();
    fit(&backwards, most).chars().rev().collect()
}

/// Wraps text to lines of at most `most` columns, between words where possible.
pub fn wrap(text: &str, most: usize) -> Vec<String> {
    let most = most.max(1);
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let mut word = word.to_owned();
        while let Some(line) = lines.last_mut() {
            let room = most.saturating_sub(line.width() + usize::from(!line.is_empty()));
            if word.width() <= room {
                if !line.is_empty() {
                    line.push(' ');
                }
                line.push_str(&word);
                break;
            }
            if !line.is_empty() {
                lines.push(String::new());
                continue;
            }
            // A word wider than the whole line is broken where the line ends.
            let (head, tail) = split(&word, most);
            line.push_str(&head);
            if tail.is_empty() {
                break;
            }
            lines.push(String::new());
            word = tail;
        }
    }
    lines
}

/// As [`wrap`], for one line of an answer: continuation lines of a list item are indented.
pub fn wrap_item(line: &str, most: usize) -> Vec<String> {
    let Some(item) = line.strip_prefix(DASH) else { return wrap(line, most) };
    let lines = wrap(item, most.saturating_sub(DASH.len()));
    let before = std::iter::once(DASH).chain(std::iter::repeat("  "));
    before.zip(lines).map(|(before, line)| format!("{before}{line}")).collect()
}

fn split(word: &str, most: usize) -> (String, String) {
    let mut used = 0;
    let at = word.char_indices().find(|(_, c)| {
        used += c.width().unwrap_or(0);
        used > most
    });
    let at = at.map_or(word.len(), |(at, c)| if at == 0 { c.len_utf8() } else { at });
    (word[..at].to_owned(), word[at..].to_owned())
}

const DASH: &str = "- ";

#[cfg(test)]
mod tests;
