//! The ways in for outside agents: translates what they say into calls of a session, and what came of it back.
//!
//! Invariant: nothing is decided here. Every call goes through a [`webhand_engine::Session`], and so through the guard
//! and the journal; what a surface offers is generated from the catalogue.

mod session_host;
pub mod http;
pub mod mcp;
#[cfg(test)]
mod fake_host;
mod reply;
mod ws;

pub use session_host::{SessionHost, SessionHostError, Progress, TaskEnd, TaskOrder, TaskReport};
pub use reply::{approval, code, reply};

#[cfg(test)]
mod tests;
