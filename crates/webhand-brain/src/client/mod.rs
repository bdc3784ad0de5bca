//! The HTTP transport of all provider formats.
//!
//! Invariants: a key goes to the configured host only, never over plain HTTP to another machine, and into no error;
//! every wait has a deadline, and the total one covers all attempts; an answer that broke off is dropped whole before
//! it is asked for again.

mod attempt;
mod chain;
mod deadlines;
mod endpoint;
mod formats;
mod http;
mod keys;
mod list;
mod open;
mod remote;
mod retry;
mod roles;
mod tokens;

pub use chain::Chain;
pub use deadlines::Deadlines;
pub use endpoint::{Endpoint, EndpointError};
pub use keys::{Found, KeyFault, find_key};
pub use open::{Means, OpenError, open};
pub use remote::RemoteBrain;
pub use roles::Roles;

#[cfg(test)]
mod tests;
