//! Messages that cross a process border, as plain data.
//!
//! Start at [`PageCommand`] and [`PageReply`] for the script inside a page, at [`QuietCommand`] for a browser that is driven
//! without its debugger, at [`HandsOrder`] for an extension that serves a server, at [`chat`] for the script inside a chat
//! page, and at [`agent`] for outside agents. Nothing here sends, receives or judges a message.
//!
//! Invariant: the TypeScript types are generated from these (`page/src/generated/`); a test compares the files with the
//! types, so neither side can drift.

pub mod agent;
pub mod api;
pub mod chat;
mod hands;
mod page;
mod quiet;
pub mod thin;

pub use hands::*;
pub use page::*;
pub use quiet::*;

#[cfg(test)]
mod tests;
