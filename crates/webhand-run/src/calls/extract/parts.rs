//! The text of a page in parts that a brain is shown one after the other.

/// Cuts a text at its line ends into parts of at most so many bytes each, and as many of them as are read at most.
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

/// Behind the last line that fits; in the middle of one that does not.
fn end_of_part(text: &str, most: usize) -> usize {
    if text.len() <= most {
        return text.len();
    }
    let fitting = &text[..text.floor_char_boundary(most)];
    fitting.rfind('\n').map_or(fitting.len(), |end| end + 1)
}

#[cfg(test)]
mod tests;
