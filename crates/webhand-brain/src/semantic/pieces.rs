//! Cuts a text into the pieces of words a model knows.

use std::collections::HashMap;

use webhand_model::fold;

/// The vocabulary of a model.
pub(super) struct Pieces {
    numbers: HashMap<String, usize>,
}

/// The most pieces of one text; names of elements have a few.
const MOST_PIECES: usize = 48;
const MOST_LETTERS: usize = 40;

impl Pieces {
    /// One piece a line, in the order of their numbers.
    pub(super) fn new(vocabulary: &str) -> Self {
        Self { numbers: vocabulary.lines().enumerate().map(|(at, piece)| (piece.to_owned(), at)).collect() }
    }

    /// The numbers of a text's pieces, between those that mark its beginning and its end.
    pub(super) fn cut(&self, text: &str) -> Vec<usize> {
        let mut found = vec![self.number(BEGIN)];
        for word in words(&fold(text)) {
            found.extend(self.word(&word));
            if found.len() >= MOST_PIECES {
                found.truncate(MOST_PIECES);
                break;
            }
        }
        found.push(self.number(END));
        found
    }

    /// The longest pieces first; a word with a part that is unknown is unknown as a whole.
    fn word(&self, word: &str) -> Vec<usize> {
        let letters: Vec<char> = word.chars().take(MOST_LETTERS).collect();
        let (mut found, mut start) = (Vec::new(), 0);
        while start < letters.len() {
            let fits = |end: &usize| {
                let part: String = letters[start..*end].iter().collect();
                self.numbers.contains_key(&if start == 0 { part } else { format!("##{part}") })
            };
            let Some(end) = (start + 1..=letters.len()).rev().find(fits) else { return vec![self.number(UNKNOWN)] };
            let part: String = letters[start..end].iter().collect();
            found.push(self.number(&if start == 0 { part } else { format!("##{part}") }));
            start = end;
        }
        found
    }

    fn number(&self, piece: &str) -> usize {
        self.numbers.get(piece).copied().unwrap_or_default()
    }
}

/// Words and single marks.
fn words(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut open = false;
    for c in text.chars() {
        if c.is_alphanumeric() {
            match found.last_mut().filter(|_| open) {
                Some(last) => last.push(c),
                None => found.push(c.to_string()),
            }
            open = true;
        } else {
            open = false;
            found.extend((!c.is_whitespace()).then(|| c.to_string()));
        }
    }
    found
}

const BEGIN: &str = "[CLS]";
const END: &str = "[SEP]";
const UNKNOWN: &str = "[UNK]";
