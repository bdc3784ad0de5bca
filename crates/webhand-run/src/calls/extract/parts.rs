//! The text of a page in parts that a brain is shown one after the other.

/// Cuts a text at its line ends into at most `most_parts` parts of at most `most` bytes each.
pub(super) fn parts(text: &str, most: usize, most_parts: usize) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = text;
    while parts.len() < most_parts && (!rest.is_empty() || parts.is_empty()) {
        let (part, after) = rest.split_at(end_of_part(rest, most));
        parts.push(part.to_owned());
        rest = after;
    }
    parts
}

/// The end of the last line that fits; if not even one line fits, a place inside it.
fn end_of_part(text: &str, most: usize) -> usize {
    if text.len() <= most {
        return text.len();
    }
    let fitting = &text[..text.floor_char_boundary(most)];
    fitting.rfind('\n').map_or(fitting.len(), |end| end + 1)
}

#[cfg(test)]
mod tests;
