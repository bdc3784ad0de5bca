//! Earlier exchanges of a conversation, which the next message may refer to.

use serde::{Deserialize, Serialize};

use crate::Origin;

/// A message of the person, and the answer to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChatExchange {
    /// In the person's own words.
    #[serde(rename = "said")]
    pub message: String,
    /// The brain's answer. It may come from pages, so it is trusted no more than they are.
    #[serde(rename = "answered")]
    pub answer: String,
    /// The origins it was read on, so that typing it on another origin is noticed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub read_on: Vec<Origin>,
}
