//! The ports: traits for everything outside of a run ([`Browser`], [`Brain`], [`Store`]), with in-memory fakes for tests.
//!
//! Invariants: this crate implements no port for production use; every implementation of [`Store`], the fake too, passes
//! [`conformance`]; an implementation puts a deadline on everything it waits for.
//!
//! Start reading at `browser.rs`; `chat_page.rs` is the page of a chat that a brain writes into.

mod brain;
mod browser;
mod chat_page;
pub mod fake;
mod person_input;
pub mod server_store;
mod store;

pub use brain::{Availability, Brain, BrainError, BrainRequest, Brains, ChatRequest, Live, Role};
pub use browser::{Browser, BrowserError, Done, OutgoingRequest, Picture, WatchedView};
pub use chat_page::{ChatPage, ChatPageError, ChatPages, ChatTurns};
pub use futures_util::future::BoxFuture;
pub use person_input::{PersonInput, PersonInputError, PointerButton, PointerInput, PointerStep};
pub use server_store::{OrderKey, OrderState, OrderedBy, RunFilter, RunOrder, RunStage, ServerStore};
pub use store::{Store, StoreError, conformance};
