//! The ways in for outside agents: translates what they say into calls of a session, and what came of it back.
//!
//! Invariant: nothing is decided here. Every call goes through a [`webhand_engine::Session`], and so through the guard
//! and the journal; what a surface offers is generated from the catalogue.

#[cfg(test)]
mod fake_host;
pub mod http;
pub mod mcp;
mod reply;
mod session_host;
mod ws;

pub use reply::{approval, code, reply};
pub use session_host::{Progress, SessionHost, SessionHostError, TaskEnd, TaskOrder, TaskReport};

#[cfg(test)]
mod tests;
