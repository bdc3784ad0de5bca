//! Messages that cross a process border, as plain data.
//!
//! Invariant: whatever TypeScript sees of these types is generated from here (`page/src/generated/`); a test
//! compares the files with the types, so neither side can drift.

pub mod agent;
mod page;

pub use page::*;

#[cfg(test)]
mod tests;
