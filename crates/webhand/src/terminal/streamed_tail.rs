//! The end of what the brain is tail, while it says it.

use crate::display;

/// What fits beside a spinner, and some more.
const MOST_KEPT: usize = 160;

/// Text that comes in pieces, which may break in the middle of a word.
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

    /// Its end in one line; nothing if nothing was said.
    pub fn one_line(&self) -> String {
        display::one_line(self.0.trim(), MOST_KEPT)
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests;
