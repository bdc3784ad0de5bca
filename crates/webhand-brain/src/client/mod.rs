//! The HTTP transport of the Chat Completions format.
//!
//! Invariants: a key goes to the configured host only, never over plain HTTP to another machine, and into no error;
//! every wait has a deadline, and the total one covers all attempts; an answer that broke off is dropped whole before
//! it is asked for again.

mod attempt;
mod chat;
mod deadlines;
mod endpoint;
mod retry;
mod spec;

pub use chat::ChatCompletions;
pub use deadlines::Deadlines;
pub use endpoint::{Endpoint, EndpointError};
pub use spec::SpecError;

#[cfg(test)]
mod tests;
