//! The end of the brain's streamed text, shown beside the spinner.

use crate::display;

/// The number of characters kept: more than fit beside a spinner.
const MOST_KEPT: usize = 160;

/// Collects streamed pieces, which may break in the middle of a word.
#[derive(Debug, Default)]
pub(super) struct StreamedTail(String);

impl StreamedTail {
    pub fn push(&mut self, piece: &str) {
        self.0.push_str(piece);
        let over = self.0.chars().count().saturating_sub(MOST_KEPT);
        if let Some((at, _)) = self.0.char_indices().nth(over).filter(|_| over > 0) {
            self.0.drain(..at);
        }
    }

    /// The end of the text in one line; empty if there is none.
    pub fn one_line(&self) -> String {
        display::one_line(self.0.trim(), MOST_KEPT)
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests;
