//! What of an answer's text is for the person: not the model's thoughts, and not JSON meant for webhand.

use super::ExpectedAnswer;

/// The text without the thoughts in front of it.
pub(super) fn strip_thoughts(text: &str) -> &str {
    let trimmed = text.trim();
    match trimmed.strip_prefix(THINKS) {
        None => trimmed,
        Some(thought) => thought.split_once(THOUGHT).map_or("", |(_, strip_thoughts)| strip_thoughts.trim()),
    }
}

/// Decides while a text comes in how much of it can be shown already.
#[derive(Debug)]
pub(super) struct LiveText {
    held_back: &'static [&'static str],
    /// How many bytes were looked at so far.
    passed: usize,
    withholding: Withholding,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Withholding {
    /// The beginning fits to what is not shown, or there is none yet.
    #[default]
    Undecided,
    No,
    Yes,
}

impl LiveText {
    pub fn new(expected: ExpectedAnswer) -> Self {
        let held_back: &[&str] = match expected {
            ExpectedAnswer::Calls(_) => &["{", "```", THINKS],
            ExpectedAnswer::Words => &[THINKS],
        };
        Self { held_back, passed: 0, withholding: Withholding::default() }
    }

    /// The next piece of the text to show. `text` is all of it so far.
    pub fn next<'a>(&mut self, text: &'a str) -> &'a str {
        if self.withholding == Withholding::Undecided {
            let beginning = text.trim_start();
            let fits = |mark: &&str| beginning.starts_with(*mark) || mark.starts_with(beginning);
            self.withholding = match self.held_back.iter().copied().find(fits) {
                None => Withholding::No,
                Some(mark) if beginning.starts_with(mark) => Withholding::Yes,
                Some(_) => Withholding::Undecided,
            };
        }
        match self.withholding {
            Withholding::Undecided | Withholding::Yes => "",
            Withholding::No => {
                let piece = text.get(self.passed..).unwrap_or_default();
                self.passed = text.len();
                piece
            }
        }
    }
}

const THINKS: &str = "<think>";
const THOUGHT: &str = "</think>";
