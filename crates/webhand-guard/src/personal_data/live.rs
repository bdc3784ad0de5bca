//! Restores placeholders in a text that arrives in pieces.

use super::PersonalData;
use super::placeholder;

/// Restores a streamed text; a piece that may end within a placeholder waits for the next.
#[derive(Debug)]
pub struct LiveRestorer<'a> {
    table: &'a PersonalData,
    waiting: String,
}

impl<'a> LiveRestorer<'a> {
    #[must_use]
    pub fn new(table: &'a PersonalData) -> Self {
        Self { table, waiting: String::new() }
    }

    /// The text that can be shown after this piece.
    pub fn push(&mut self, piece: &str) -> String {
        self.waiting.push_str(piece);
        let held = self.start_of_unfinished().unwrap_or(self.waiting.len());
        let rest = self.waiting.split_off(held);
        self.table.restore(&std::mem::replace(&mut self.waiting, rest))
    }

    /// The rest of the text.
    pub fn finish(&mut self) -> String {
        self.table.restore(&std::mem::take(&mut self.waiting))
    }

    /// Where a placeholder begins that later pieces may complete.
    fn start_of_unfinished(&self) -> Option<usize> {
        let from = self.waiting.len().saturating_sub(placeholder::LONGEST);
        let from = (from..=self.waiting.len()).find(|at| self.waiting.is_char_boundary(*at))?;
        let tail = &self.waiting[from..];
        let opened = tail.rfind("[[").filter(|at| !tail[*at..].contains("]]"));
        let single = tail.ends_with('[').then(|| tail.len() - 1);
        // The second bracket of an end may follow.
        opened.or(single).map(|at| from + at)
    }
}
