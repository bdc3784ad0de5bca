//! Text that is shown while it comes in, broken between words all the same.

use webhand_model::clean;

use super::width::width;

/// An answer of which the end is not known yet.
#[derive(Debug)]
pub struct StreamWrapper {
    /// The columns there are; without a limit nothing is broken.
    room: Option<usize>,
    column: usize,
    /// Blanks before the word that comes next.
    blanks: usize,
    word: String,
}

impl StreamWrapper {
    pub fn within(room: Option<usize>) -> Self {
        Self { room, column: 0, blanks: 0, word: String::new() }
    }

    /// What can be shown of it now: whole words, without anything that moves a cursor.
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
            // Not every script has blanks between its words.
            if self.word.len() >= LONGEST_WORD {
                self.put_word(&mut shown);
            }
        }
        shown
    }

    /// The rest, and the end of its last line.
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

/// In bytes.
const LONGEST_WORD: usize = 60;

#[cfg(test)]
mod tests;
