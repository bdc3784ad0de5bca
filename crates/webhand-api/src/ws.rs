//! `/ws/agent`: any program drives a browser with messages `{id, type, params}` over a WebSocket.
//!
//! Invariants: no request is performed before the token was shown; a session belongs to the client that knows its key, and
//! survives the loss of its connection for a while; replies come in the order of the requests.
//!
//! Start reading at `endpoint.rs` (a connection opens), then `connection.rs` (reads and writes) and `worker.rs` (performs
//! the requests of a session); `runs.rs` starts, follows and answers runs of the server.

mod closing;
mod connection;
mod endpoint;
mod followed_runs;
mod handshake;
mod replies;
mod reply_cache;
mod resumable_session;
mod runs;
mod sessions;
mod worker;

pub(crate) use endpoint::{AgentEndpoint, open_connection};
pub(crate) use handshake::{Handshake, Socket, with_limit};
pub(crate) use runs::AgentRuns;
pub(crate) use sessions::Sessions;

#[cfg(test)]
mod tests;
