//! The sessions of verbs: each is a background process with its own browser, reached through a Unix socket.
//!
//! Invariants: only the owner can reach the socket, because the folder is private; a process is signalled only while it
//! holds the lock of its session; a killed session leaves only a few files, which the next session of that name replaces.
//!
//! Messages on the socket are those of the WebSocket (`{id, type, params}`), one per line. A session sends each client a
//! [`Greeting`] first, so that a hanging session is detected within seconds. Beside the actions, the socket accepts the
//! message types in [`protocol`]. Start at [`connect_or_start`] for the client and at [`serve_session`] for the process.

mod close;
mod connect;
mod connection;
mod files;
mod list;
mod protocol;
mod server;
mod terms;

pub use close::{CloseOutcome, close_session};
pub use connect::{OpenedSession, connect_or_start};
pub use connection::{ConnectionError, SessionConnection, SessionReply};
pub use files::{SessionFiles, SessionsFolder};
pub use list::{ListedSession, list_sessions};
pub use protocol::{CALL, DECIDE, Greeting, STORAGE_STATE, SessionInfo};
pub use server::serve_session;
pub use terms::SessionTerms;
