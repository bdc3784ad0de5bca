//! webhand-brain

pub mod anthropic;
pub mod chat_completions;
#[cfg(feature = "client")]
pub mod client;
pub mod format;
pub mod gemini;
pub mod gigachat;
pub mod prices;
pub mod responses;
pub mod spec;
