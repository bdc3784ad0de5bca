//! The cause of a request of a page.

use serde::{Deserialize, Serialize};

/// The cause of a request. A stack or a moment can show that an action caused it, never that it did not, so most
/// requests that follow a touch stay [`Unknown`](Self::Unknown): they are asked about like the action's own, and they
/// neither prove nor disprove that an action had its effect.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RequestCause {
    /// The action that was under way.
    Action,
    /// The page, which sends it for everybody who opens it.
    Page,
    #[default]
    Unknown,
}

impl RequestCause {
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        *self == Self::Unknown
    }
}
