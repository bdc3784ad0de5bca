//! The kind of answer that a request asks for.

/// The kind of answer that a request asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExpectedAnswer {
    /// Calls, after this many turns.
    Calls(usize),
    /// Words, in which nothing is a call.
    Words,
}

impl ExpectedAnswer {
    /// The number of turns before the request.
    pub(crate) fn turns(self) -> usize {
        match self {
            Self::Calls(turns) => turns,
            Self::Words => 0,
        }
    }
}
