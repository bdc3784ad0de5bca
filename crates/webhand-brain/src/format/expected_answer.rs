//! What an answer is an answer to.

/// What a model was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExpectedAnswer {
    /// For calls, after so many turns.
    Calls(usize),
    /// For words, in which nothing is a call.
    Words,
}

impl ExpectedAnswer {
    /// How many turns came before.
    pub(crate) fn turns(self) -> usize {
        match self {
            Self::Calls(turns) => turns,
            Self::Words => 0,
        }
    }
}
