//! Finds a secret in the readings of a text. Pure.
//!
//! Text is escaped in many places before it reaches the redactor: between the quotes of a look, in the JSON of a request,
//! in an address, in the source of a page. So the secret is sought in every reading of the text, not in the text alone.

use super::readings::ReadChar;

/// A secret to be found.
pub(super) struct Needle {
    chars: Vec<char>,
}

impl Needle {
    pub(super) fn new(secret: &str) -> Self {
        let telling: Vec<char> = secret.chars().filter(|c| !is_gap(*c)).collect();
        // Blanks and hyphens count only in a secret that has little else.
        let chars = if telling.len() < FEWEST_TELLING { secret.chars().collect() } else { telling };
        Self { chars }
    }

    /// The parts of the text that hold the secret in this reading.
    pub(super) fn find_all(&self, reading: &[ReadChar]) -> Vec<(usize, usize)> {
        let Some(first) = self.chars.first() else { return Vec::new() };
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(read) = reading.get(at) {
            let length = if same(read.c, *first) { self.length_of_match(&reading[at..]) } else { None };
            if let Some(last) = length.and_then(|length| reading.get(at + length - 1)) {
                found.push((read.from, last.to));
            }
            at += length.unwrap_or(1).max(1);
        }
        found
    }

    /// How many characters hold the secret that begins here, whatever blanks and hyphens the page put between its own.
    fn length_of_match(&self, reading: &[ReadChar]) -> Option<usize> {
        let enough = self.chars.len().div_ceil(2).max(FEWEST_TELLING);
        let mut at = 0;
        for (matched, wanted) in self.chars.iter().enumerate() {
            let before_gaps = at;
            while !same(reading.get(at)?.c, *wanted) {
                match reading[at].c {
                    // The text was cut, and half of a secret is too much of it.
                    '…' if matched >= enough => return Some(before_gaps),
                    c if matched > 0 && (is_gap(c) || c == '+') => at += 1,
                    _ => return None,
                }
            }
            at += 1;
        }
        Some(at)
    }
}

/// Whether a character is the wanted one but for its case, which style sheets change. A form writes a blank as a plus sign.
fn same(c: char, wanted: char) -> bool {
    let is_blank = |c: char| c.is_whitespace() || c == '+';
    c == wanted
        || (wanted.is_whitespace() && is_blank(c))
        || (c.is_alphabetic() && c.to_lowercase().eq(wanted.to_lowercase()))
}

/// Blanks, hyphens and invisible characters, which pages add and looks leave out.
fn is_gap(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '-' | '\u{ad}' | '\u{2011}' | '\u{2013}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// As the shortest secret; fewer characters occur in ordinary text.
const FEWEST_TELLING: usize = 4;
