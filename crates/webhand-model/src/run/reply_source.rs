//! Where a reply of the person came from, for the journal.

use serde::{Deserialize, Serialize};

/// The way a reply took, and the processes behind it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplySource {
    pub channel: ReplyChannel,
    /// The process that took the answer and those that started it, nearest first. Bounded, and empty where the system does
    /// not tell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub processes: Vec<ProcessInfo>,
}

/// How a reply reached the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReplyChannel {
    /// Typed at a terminal, in answer to the question shown there.
    Terminal,
    /// A command without a terminal, which the person switched on in their settings.
    WithoutTerminal,
    /// Given before the question was asked, on the command line of the run.
    CommandLine,
    /// A form that an MCP client showed.
    Elicitation,
    /// The dashboard, or another program with the owner's key.
    Dashboard,
}

/// One process by its number and the name of its program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProcessInfo {
    pub pid: u32,
    pub name: String,
}

impl ReplySource {
    #[must_use]
    pub fn elicitation() -> Self {
        Self { channel: ReplyChannel::Elicitation, processes: Vec::new() }
    }
}
