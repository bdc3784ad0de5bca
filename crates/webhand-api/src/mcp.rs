//! The Model Context Protocol: an agent in any client that speaks it drives a browser through webhand.
//!
//! Invariants: tools are generated from the catalogue and stay the same for a whole session; every call goes through
//! the client's one session; a session ends with its client. Nothing is decided here.
//!
//! Start reading at `server.rs` (one client's requests); `stdio.rs` and `http.rs` are its two transports.

mod client_session;
mod http;
mod line_transport;
mod person;
mod progress;
mod prompts;
mod resources;
mod result;
mod server;
mod stdio;
mod task;
mod tools;

pub use http::{HttpService, http_service};
pub use server::McpServer;
pub use stdio::{NoClient, serve_stdio};
pub use tools::Profile;

#[cfg(test)]
mod tests;
