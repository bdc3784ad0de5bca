//! The ports: traits for everything outside of a run ([`Browser`], [`Brain`], [`Store`]), with in-memory fakes for tests.
//!
//! Invariants: this crate implements no port for production use; every implementation of [`Store`], the fake too, passes
//! [`conformance`]; an implementation puts a deadline on everything it waits for.
//!
//! Start reading at `browser.rs`.

mod brain;
mod browser;
pub mod fake;
mod store;

pub use brain::{Brain, BrainError, BrainRequest, Brains, ChatRequest, Live, Role};
pub use browser::{Browser, BrowserError, Done, Picture};
pub use futures_util::future::BoxFuture;
pub use store::{Store, StoreError, conformance};
