//! Keeps journals on disk: the `Store` port on SQLite.
//!
//! Invariant: whatever a call acknowledged is still there after a crash of the program or of the machine.

mod sqlite;

pub use sqlite::SqliteStore;
