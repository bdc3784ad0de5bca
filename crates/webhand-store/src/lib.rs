//! The `Store` port on SQLite: journals and pictures on disk.
//!
//! Invariants: an acknowledged write survives a crash of the program, and a write that must be durable also one of the
//! machine. The crate never interprets a journal beyond its summary.
//!
//! Start reading at `sqlite.rs`.

mod sqlite;

pub use sqlite::SqliteStore;
