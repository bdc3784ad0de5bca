//! The record of what left the browser without a question.

use serde::{Deserialize, Serialize};

/// One thing that left the browser. A request that the person was asked about has its own lines in the journal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentRequest {
    pub kind: SentKind,
    /// Empty where there is only one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub method: String,
    /// Of a resource its origin alone.
    pub url: String,
    pub by: AllowedBy,
    /// How often the same was sent since the last record.
    #[serde(default = "once", skip_serializing_if = "is_once")]
    pub count: u32,
}

/// The kind of a request, by its purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SentKind {
    /// A document was loaded, by an action or by the page itself.
    Navigation,
    /// A request that can leave a mark.
    Request,
    /// A WebSocket was opened.
    Socket,
    /// A message was sent over a WebSocket.
    Frame,
    /// Parts of a page: scripts, pictures, data that is only read.
    Resource,
    /// A connection to a name that only the person's own proxy resolves, so that nobody here knows where it led.
    Unresolved,
    /// More than a record can list.
    Further,
}

/// Why nobody was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AllowedBy {
    /// The page sent it by itself, and the run had touched nothing yet.
    Page,
    /// The guard lets requests of this kind go.
    Guard,
    /// The person granted it before the run.
    Grant,
    /// The person said yes to it.
    Person,
}

fn once() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_once(count: &u32) -> bool {
    *count == 1
}
