//! What is to be entered or noted, as far as the task says it.

use crate::language::phrase::Phrase;

/// Something to be entered or noted.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ValueSource {
    Text(String),
    /// What was noted before.
    It,
    /// One word of a text, counted from one, or from the end when negative.
    Word {
        ordinal: i32,
        of: Phrase,
    },
    /// What stands beside a label.
    Labelled(String),
    /// What an element says; without one, the first text of the page.
    Said(Option<Phrase>),
    /// How many there are.
    Count(Phrase),
    /// What a sum on the page comes to.
    Solution,
}
