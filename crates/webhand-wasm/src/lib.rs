//! Engine, hands and brains as one wasm module: bytes in, messages out, through a C ABI.
//!
//! A host loads the module and gives it messages with the time and random numbers: requests of views, frames of the
//! browser, a timer that fired, replies of the journal, parts of providers' answers. The module returns the messages that
//! the host is to act on.
//!
//! Invariants: the module imports nothing, so it can reach no network, clock, file or page by itself; every input is
//! answered, garbage with a refusal; equal inputs lead to equal outputs. Nothing here may read the standard library's
//! clock or use tokio's runtime. Start reading at [`message`], then [`TaskRunner`]; [`JsonRun`] is a run without engine
//! and hands, for a host that only replays journals.

#[cfg(target_arch = "wasm32")]
mod abi;
mod brains;
mod chat_learning;
mod chats;
mod configuration;
mod environments;
mod fetch;
mod host_store;
mod host_transport;
mod json_run;
pub mod message;
#[cfg(target_arch = "wasm32")]
mod module;
mod order;
mod outbox;
mod path;
mod task_runner;
mod view_api;
mod view_streams;

pub use host_store::HostStore;
pub use json_run::JsonRun;
pub use outbox::Outbox;
pub use task_runner::TaskRunner;
