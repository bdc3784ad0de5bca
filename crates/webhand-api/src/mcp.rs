//! The Model Context Protocol: an agent in any client that speaks it drives a browser through webhand.
//!
//! Invariants: tools are generated from the catalogue and stay the same for a whole session; every call goes through
//! the client's one session; a session ends with its client.

mod client_session;
mod http;
mod lines;
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
pub use server::Server;
pub use stdio::{NoClient, serve_stdio};
pub use tools::Profile;

#[cfg(test)]
mod tests;
