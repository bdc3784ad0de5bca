//! What was said before in a conversation, as far as the next message may need it.

use serde::{Deserialize, Serialize};

use crate::Origin;

/// Something the person said, and what they were answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchange {
    /// In the person's own words.
    pub said: String,
    /// What a brain answered. It may have it from pages, so it is believed no more than they are.
    pub answered: String,
    /// Where that was read, so that it is noticed when it is carried elsewhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub read_on: Vec<Origin>,
}
