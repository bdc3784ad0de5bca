//! The changes that an action showed for a moment: the lines of a summary of changes that a later look does not have.

use super::line::shown_text;

/// The lines about what appeared or changed that the text of a later look does not show; `None` if it shows them all.
///
/// An element counts as shown if its ref is in the look, which is newer; a line without a ref if its text is.
#[must_use]
pub fn changes_missing_from(look: &str, changes: &str) -> Option<String> {
    let is_missing = |line: &&str| match line.strip_prefix("+ ").or_else(|| line.strip_prefix("~ ")) {
        Some(line) => !shows(look, line.trim_start()),
        None => false,
    };
    let missing: String = changes.lines().filter(is_missing).flat_map(|line| [line, "\n"]).collect();
    (!missing.is_empty()).then_some(missing)
}

fn shows(look: &str, line: &str) -> bool {
    if let Some(written) = line.split_once(" [ref=").and_then(|(_, rest)| Some(rest.split_once(']')?.0)) {
        return look.contains(&format!("[ref={written}]")) || look.contains(&format!("{{{written} "));
    }
    let Some(text) = shown_text(line) else { return true };
    let is_telling = text.chars().count() >= LEAST_TELLING;
    look.contains(&format!("\"{text}\"")) || look.contains(&format!("| {text}")) || (is_telling && look.contains(text))
}

/// A shorter text is found in other texts by accident.
const LEAST_TELLING: usize = 12;
