//! The Messages format of Anthropic, which several local servers speak, too.
//!
//! Invariants: thinking goes back to its own model letter by letter; from one step to the next a request stays the same
//! up to its newest observation but for the marks of what to cache.

mod assembler;
mod browser;
mod computer;
mod format;
mod history;
mod options;
mod request;

pub use format::AnthropicFormat;
pub use options::Options;

#[cfg(test)]
mod tests;
