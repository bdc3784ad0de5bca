//! What webhand needs from outside, as traits, with in-memory fakes for tests.
//!
//! Invariant: every implementation of a port, the fake too, passes the port's own conformance tests; whoever
//! implements one puts a deadline on whatever it waits for.

mod brain;
mod browser;
pub mod fake;
mod store;

pub use brain::{Asking, Brain, BrainError, Brains, Live, Role, Saying};
pub use browser::{Browser, BrowserError, Done, Picture};
pub use futures_util::future::BoxFuture;
pub use store::{Store, StoreError, conformance};
