//! The part of an answer's text that is for the person: neither the model's thoughts nor JSON meant for webhand.

use super::ExpectedAnswer;

/// The text without the thoughts in front of it.
pub(super) fn strip_thoughts(text: &str) -> &str {
    let trimmed = text.trim();
    match trimmed.strip_prefix(THINK_OPEN) {
        None => trimmed,
        Some(thought) => thought.split_once(THINK_CLOSE).map_or("", |(_, rest)| rest.trim()),
    }
}

/// Decides how much of a text can be shown while the text still comes in.
#[derive(Debug)]
pub(super) struct LiveText {
    hidden_starts: &'static [&'static str],
    /// How many bytes were shown so far.
    shown: usize,
    withholding: Withholding,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Withholding {
    /// The text is empty, or may still become one of the hidden starts.
    #[default]
    Undecided,
    No,
    Yes,
}

impl LiveText {
    pub fn new(expected: ExpectedAnswer) -> Self {
        let hidden_starts: &[&str] = match expected {
            ExpectedAnswer::Calls(_) => &["{", "```", THINK_OPEN],
            ExpectedAnswer::Words => &[THINK_OPEN],
        };
        Self { hidden_starts, shown: 0, withholding: Withholding::default() }
    }

    /// The next piece of the text to show. `text` is all of it so far.
    pub fn next<'a>(&mut self, text: &'a str) -> &'a str {
        if self.withholding == Withholding::Undecided {
            let beginning = text.trim_start();
            let fits = |mark: &&str| beginning.starts_with(*mark) || mark.starts_with(beginning);
            self.withholding = match self.hidden_starts.iter().copied().find(fits) {
                None => Withholding::No,
                Some(mark) if beginning.starts_with(mark) => Withholding::Yes,
                Some(_) => Withholding::Undecided,
            };
        }
        match self.withholding {
            Withholding::Undecided | Withholding::Yes => "",
            Withholding::No => {
                let piece = text.get(self.shown..).unwrap_or_default();
                self.shown = text.len();
                piece
            }
        }
    }
}

const THINK_OPEN: &str = "<think>";
const THINK_CLOSE: &str = "</think>";
