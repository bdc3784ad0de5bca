//! webhand-brain

pub mod chat_completions;
#[cfg(feature = "client")]
pub mod client;
#[cfg(feature = "fake")]
pub mod fake;
pub mod literal;
