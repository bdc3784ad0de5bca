//! The values that a task enters or notes.

use crate::language::phrase::Phrase;

/// A value, or the place on the page to take it from.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ValueSource {
    Text(String),
    /// The value that was noted before.
    It,
    /// One word of a text, counted from one; the last word for a negative ordinal.
    Word {
        ordinal: i32,
        of: Phrase,
    },
    /// The text beside a label.
    Labelled(String),
    /// The text of an element; without a phrase, the first text of the page.
    Said(Option<Phrase>),
    /// The number of elements that fit.
    Count(Phrase),
    /// The solution of a sum on the page.
    Solution,
}
