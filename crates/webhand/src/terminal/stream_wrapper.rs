//! Wraps streamed text between words.

use webhand_model::clean;

use super::width::width;

/// The state of the current line and word.
#[derive(Debug)]
pub struct StreamWrapper {
    /// The width to wrap at; without one, nothing is wrapped.
    room: Option<usize>,
    column: usize,
    /// The number of spaces before the next word.
    blanks: usize,
    word: String,
}

impl StreamWrapper {
    pub fn within(room: Option<usize>) -> Self {
        Self { room, column: 0, blanks: 0, word: String::new() }
    }

    /// Adds a piece and returns the text that can be shown: whole words, without control characters.
    pub fn push(&mut self, piece: &str) -> String {
        let mut shown = String::new();
        for c in piece.chars() {
            match c {
                '\n' => {
                    self.put_word(&mut shown);
                    shown.push('\n');
                    (self.column, self.blanks) = (0, 0);
                }
                c if c.is_whitespace() => {
                    self.put_word(&mut shown);
                    self.blanks += 1;
                }
                c => self.word.push(c),
            }
            // Not every script has spaces between its words.
            if self.word.len() >= LONGEST_WORD {
                self.put_word(&mut shown);
            }
        }
        shown
    }

    /// The rest of the text, with a final line break.
    pub fn finish(mut self) -> String {
        let mut shown = String::new();
        self.put_word(&mut shown);
        if self.column > 0 {
            shown.push('\n');
        }
        shown
    }

    fn put_word(&mut self, shown: &mut String) {
        let word = clean(&std::mem::take(&mut self.word));
        if word.is_empty() {
            return;
        }
        let wide = width(&word);
        if self.column > 0 && self.room.is_some_and(|room| self.column + self.blanks + wide > room) {
            shown.push('\n');
            (self.column, self.blanks) = (0, 0);
        }
        shown.extend(std::iter::repeat_n(' ', self.blanks));
        shown.push_str(&word);
        self.column += self.blanks + wide;
        self.blanks = 0;
    }
}

/// The longest word that is held back, in bytes.
const LONGEST_WORD: usize = 60;

#[cfg(test)]
mod tests;
