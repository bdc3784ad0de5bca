//! The Messages format of Anthropic, which several local servers use, too. Start reading at [`AnthropicFormat`].
//!
//! Invariants: thinking is replayed to its own model unchanged; from one step to the next a request stays the same up to
//! its newest observation, except for the cache marks.

mod assembler;
mod browser;
mod computer;
mod format;
mod history;
mod options;
mod request;

pub use format::AnthropicFormat;
pub use options::AnthropicOptions;

#[cfg(test)]
mod tests;
