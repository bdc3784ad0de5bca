//! Splits a message that is longer than a site takes at once, and a message into the pieces in which it is written.

/// Splits a text into parts of at most `most` characters, between lines where possible.
pub(super) fn split_message(text: &str, most: usize) -> Vec<String> {
    let mut parts = Vec::new();
    let mut part = String::new();
    let mut length = 0;
    for line in text.split('\n') {
        let line_length = line.chars().count() + 1;
        if length + line_length > most && !part.is_empty() {
            parts.push(std::mem::take(&mut part));
            length = 0;
        }
        if line_length > most {
            let mut pieces = split_to_write(line, most.saturating_sub(1).max(1));
            part = pieces.pop().unwrap_or_default();
            parts.extend(pieces);
            length = part.chars().count() + 1;
            part.push('\n');
            continue;
        }
        part.push_str(line);
        part.push('\n');
        length += line_length;
    }
    if !part.trim().is_empty() {
        parts.push(part);
    }
    parts.iter().map(|part| part.trim_end_matches('\n').to_owned()).collect()
}

/// Splits a text into pieces of at most `most` characters, each cut between two letters or digits: an editor may change
/// spaces and line ends at the edge of what is pasted.
pub(super) fn split_to_write(text: &str, most: usize) -> Vec<String> {
    let most = most.max(1);
    let chars: Vec<char> = text.chars().collect();
    let mut pieces = Vec::new();
    let mut start = 0;
    while chars.len() - start > most {
        let end = cut(&chars, start, start + most);
        pieces.push(chars[start..end].iter().collect());
        start = end;
    }
    pieces.push(chars[start..].iter().collect());
    pieces
}

/// Where to cut, at most at `end` and behind `start`.
fn cut(chars: &[char], start: usize, end: usize) -> usize {
    let floor = start + (end - start) / 2;
    let between =
        |fits: fn(char) -> bool| (floor.max(start + 1)..=end).rev().find(|at| fits(chars[at - 1]) && fits(chars[*at]));
    between(|c| c.is_ascii_alphanumeric())
        .or_else(|| between(char::is_alphanumeric))
        .or_else(|| between(is_solid))
        .unwrap_or(end)
}

/// Whether a character stands for itself, so that a cut beside it takes nothing apart.
fn is_solid(c: char) -> bool {
    !c.is_whitespace()
        && !c.is_control()
        && !matches!(c, '\u{200d}' | '\u{fe00}'..='\u{fe0f}' | '\u{300}'..='\u{36f}' | '\u{1f3fb}'..='\u{1f3ff}' | '\u{1f1e6}'..='\u{1f1ff}' | '\u{e0000}'..='\u{e007f}')
}
