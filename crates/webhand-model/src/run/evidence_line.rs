//! One line of the evidence that an ending carries, with what the engine found when it checked it.

use serde::{Deserialize, Serialize};

/// A line of evidence. Journals write a seen line as a plain text, as they did before lines were checked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum EvidenceLine {
    /// The run contains it: a look, a result, a request, or a figure that follows from them.
    Seen(String),
    /// The brain says so, and nothing in the run shows it.
    Claimed { claimed: String },
    /// It speaks against the claim to be done.
    Contrary { against: String },
}

impl EvidenceLine {
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Seen(text) | Self::Claimed { claimed: text } | Self::Contrary { against: text } => text,
        }
    }
}
