//! Sessions that verbs keep: one process in the background for each, with its browser, found through a socket.
//!
//! Invariants: whoever can reach the socket is its owner, because the folder is theirs alone; a process is signalled
//! only while it holds the lock that says it is the session's; what a session leaves behind when it is killed is a
//! few files that the next one of the same name replaces.
//!
//! On the socket, messages are those of the WebSocket (`{id, type, params}`), one to a line. A session greets whoever
//! connects with [`Greeting`], so that one that hangs is known within seconds whatever is asked of it. Beside the
//! actions it understands the types in [`protocol`].

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
pub use connection::{Connection, ConnectionError, SessionReply};
pub use files::{SessionFiles, SessionsFolder};
pub use list::{ListedSession, list_sessions};
pub use protocol::{CALL, DECIDE, Greeting, SessionInfo};
pub use server::serve_session;
pub use terms::SessionTerms;
