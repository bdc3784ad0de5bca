//! Messages that cross a process border, as plain data.
//!
//! Start at [`PageCommand`] and [`PageReply`] for the script inside a page, and at [`agent`] for outside agents. Nothing here
//! sends, receives or judges a message.
//!
//! Invariant: the TypeScript types are generated from these (`page/src/generated/`); a test compares the files with the
//! types, so neither side can drift.

pub mod agent;
mod page;

pub use page::*;

#[cfg(test)]
mod tests;
