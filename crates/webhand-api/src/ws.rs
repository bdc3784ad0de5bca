//! `/ws/agent`: any program drives a browser with messages `{id, type, params}` over a WebSocket.
//!
//! Invariants: nothing is carried out before the token was shown; a session belongs to whoever began it, and survives a
//! cut of its connection for a while; replies come in the order of the requests.

mod answers;
mod connection;
mod goodbye;
mod handshake;
mod kept;
mod reception;
mod replies;
mod sessions;
mod worker;

pub(crate) use reception::{Reception, receive};
pub(crate) use sessions::Sessions;

#[cfg(test)]
mod tests;
