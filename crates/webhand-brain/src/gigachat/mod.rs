//! The format of `GigaChat` (version 1): close to Chat Completions, with functions of its own kind and a token that has
//! to be fetched first. Start reading at [`GigaChatFormat`].
//!
//! Invariants: at most one call an answer; the model's messages are replayed to it with the id of their state; a function's
//! result is a JSON object as text.

mod assembler;
mod format;
mod history;
mod options;
mod request;
mod token;

pub use format::GigaChatFormat;
pub use options::GigaChatOptions;
pub use token::{AUTH_URL, AccessToken, SCOPE, TokenServer, parse_token};

#[cfg(test)]
mod tests;
