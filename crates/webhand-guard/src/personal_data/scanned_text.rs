//! A text as characters, with their places in bytes, and the boundaries at which a value can begin and end.

use std::ops::Range;

/// A text that is scanned by index.
#[derive(Debug)]
pub(super) struct ScannedText {
    chars: Vec<char>,
    /// The byte offset of each character, and of the end.
    offsets: Vec<usize>,
}

impl ScannedText {
    pub(super) fn new(text: &str) -> Self {
        let (mut offsets, chars): (Vec<usize>, Vec<char>) = text.char_indices().unzip();
        offsets.push(text.len());
        Self { chars, offsets }
    }

    pub(super) fn len(&self) -> usize {
        self.chars.len()
    }

    /// The character at an index; NUL outside of the text, which is part of no value.
    pub(super) fn at(&self, index: usize) -> char {
        self.chars.get(index).copied().unwrap_or('\0')
    }

    /// The character before an index; NUL at the start.
    pub(super) fn before(&self, index: usize) -> char {
        index.checked_sub(1).map_or('\0', |before| self.at(before))
    }

    pub(super) fn slice(&self, from: usize, to: usize) -> &[char] {
        self.chars.get(from..to.min(self.chars.len())).unwrap_or_default()
    }

    pub(super) fn string(&self, from: usize, to: usize) -> String {
        self.slice(from, to).iter().collect()
    }

    /// The end of the longest stretch of such characters from an index on.
    pub(super) fn end_while(&self, from: usize, belongs: impl Fn(char) -> bool) -> usize {
        let stretch = self.chars.get(from..).unwrap_or_default().iter().take_while(|c| belongs(**c)).count();
        from + stretch
    }

    pub(super) fn byte_range(&self, from: usize, to: usize) -> Range<usize> {
        let end = self.offsets.last().copied().unwrap_or_default();
        let at = |index: usize| self.offsets.get(index).copied().unwrap_or(end);
        at(from)..at(to)
    }

    /// Whether a value of letters and digits can begin here: not inside a word, a hyphenated word or an address.
    pub(super) fn begins_word(&self, index: usize) -> bool {
        match self.before(index) {
            '_' => false,
            '-' | '/' | '.' => !is_word(self.before(index.saturating_sub(1))),
            before => !is_word(before),
        }
    }

    /// Whether a value of letters and digits can end before this index.
    pub(super) fn ends_word(&self, index: usize) -> bool {
        match self.at(index) {
            '_' | '@' => false,
            '-' | '.' => !is_word(self.at(index + 1)),
            after => !is_word(after),
        }
    }
}

pub(super) fn is_word(c: char) -> bool {
    c.is_alphanumeric()
}

/// A blank within a number or an identifier, as pages write it.
pub(super) fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}')
}
