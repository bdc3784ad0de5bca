//! Brains behind model providers: each provider's wire format as a pure translator, the client around it with
//! the feature `remote`, and a native HTTP transport for that with the feature `client`.
//!
//! Start reading at [`format::Format`], the one trait that every provider format implements; [`spec`] parses the name of a
//! brain, `client::open` makes a brain of the name, [`prices`] knows what models cost, [`redaction`] keeps personal data from
//! models, [`chat_tab`] is the brain in a chat page of a person.
//!
//! The translators must never perform IO or read a clock, so that they also build for a browser. The crate decides nothing
//! about a task: it writes a prompt as a request, and reads a response as an answer.

pub mod anthropic;
pub mod chat_completions;
pub mod chat_tab;
#[cfg(feature = "remote")]
pub mod client;
pub mod format;
pub mod gemini;
pub mod gigachat;
pub mod prices;
pub mod redaction;
pub mod responses;
pub mod spec;
