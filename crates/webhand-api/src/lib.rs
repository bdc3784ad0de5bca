//! The surfaces for outside agents: HTTP, WebSocket and MCP. They translate requests into calls of a session,
//! and replies back.
//!
//! Invariant: nothing is decided here. Every call goes through a [`webhand_engine::Session`], and so through the guard
//! and the journal; the tools of a surface are generated from the catalogue of actions.
//!
//! Start reading at `session_host.rs` (what a surface needs), then [`http`], `ws.rs`, [`hands`] or [`mcp`].

mod dashboard;
#[cfg(test)]
mod fake_host;
pub mod hands;
pub mod http;
pub mod mcp;
mod reply;
mod run_host;
mod run_stream;
mod session_host;
mod v1;
mod ws;

pub use reply::{approval, code, reply};
pub use run_host::{RunHost, RunHostError, ScheduleHost, ThinHost};
pub use session_host::{Progress, SessionHost, SessionHostError, TaskEnd, TaskOrder, TaskReport};

#[cfg(test)]
mod tests;
