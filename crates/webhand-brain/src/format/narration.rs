//! What of an answer's text is for the person: not the model's thoughts, and not JSON meant for webhand.

use super::Asked;

/// The text without the thoughts in front of it.
pub(super) fn told(text: &str) -> &str {
    let trimmed = text.trim();
    match trimmed.strip_prefix(THINKS) {
        None => trimmed,
        Some(thought) => thought.split_once(THOUGHT).map_or("", |(_, told)| told.trim()),
    }
}

/// Decides while a text comes in how much of it can be shown already.
#[derive(Debug)]
pub(super) struct Live {
    held_back: &'static [&'static str],
    /// How many bytes were looked at so far.
    passed: usize,
    holds: Holds,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Holds {
    /// The beginning fits to what is not shown, or there is none yet.
    #[default]
    Undecided,
    No,
    Yes,
}

impl Live {
    pub fn new(asked: Asked) -> Self {
        let held_back: &[&str] = match asked {
            Asked::Calls(_) => &["{", "```", THINKS],
            Asked::Words => &[THINKS],
        };
        Self { held_back, passed: 0, holds: Holds::default() }
    }

    /// The next piece of the text to show. `text` is all of it so far.
    pub fn next<'a>(&mut self, text: &'a str) -> &'a str {
        if self.holds == Holds::Undecided {
            let beginning = text.trim_start();
            let fits = |mark: &&str| beginning.starts_with(*mark) || mark.starts_with(beginning);
            self.holds = match self.held_back.iter().copied().find(fits) {
                None => Holds::No,
                Some(mark) if beginning.starts_with(mark) => Holds::Yes,
                Some(_) => Holds::Undecided,
            };
        }
        match self.holds {
            Holds::Undecided | Holds::Yes => "",
            Holds::No => {
                let piece = text.get(self.passed..).unwrap_or_default();
                self.passed = text.len();
                piece
            }
        }
    }
}

const THINKS: &str = "<think>";
const THOUGHT: &str = "</think>";
