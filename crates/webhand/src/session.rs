//! Sessions that verbs keep: one process in the background for each, with its browser, found through a socket.
//!
//! Invariants: whoever can reach the socket is its owner, because the folder is theirs alone; a process is signalled
//! only while it holds the lock that says it is the session's; what a session leaves behind when it is killed is a
//! few files that the next one of the same name replaces.
//!
//! On the socket, messages are those of the WebSocket (`{id, type, params}`), one to a line. A session greets whoever
//! connects with [`Greeting`], so that one that hangs is known within seconds whatever is asked of it. Beside the
//! actions it understands the types in [`message`].

mod connection;
mod end;
mod found;
mod host;
mod message;
mod place;
mod start;
mod terms;

pub use connection::{Connection, Lost, Reply};
pub use end::{Ended, end};
pub use found::{Found, all};
pub use host::keep;
pub use message::{About, CALL, DECIDE, Greeting};
pub use place::{Folder, Place};
pub use start::{Opened, open};
pub use terms::Terms;
