//! What was said before in a conversation, as far as the next message may need it.

use serde::{Deserialize, Serialize};

use crate::Origin;

/// Something the person said, and what they were answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChatExchange {
    /// In the person's own words.
    #[serde(rename = "said")]
    pub message: String,
    /// What a brain answered. It may have it from pages, so it is believed no more than they are.
    #[serde(rename = "answered")]
    pub answer: String,
    /// Where that was read, so that it is noticed when it is carried elsewhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub read_on: Vec<Origin>,
}
