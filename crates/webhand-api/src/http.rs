//! The HTTP server on the loopback interface: one token, one table of routes, and an access check before all of them.
//!
//! Invariants: only the head of a request is read until `access` admits it; every queue, delay and body has a bound.
//!
//! Start reading at `server.rs`, then `pipeline.rs` (one request) and `route.rs` (the table of routes).

mod access;
mod connections;
mod pipeline;
mod rejection;
mod route;
mod server;
mod token;
mod token_throttle;

pub(crate) use access::{AccessPolicy, Authentication};
pub(crate) use rejection::Rejection;
pub(crate) use token::random_secret;
pub(crate) use token_throttle::TokenThrottle;

pub use route::{Route, RouteEffect, TokenPlace, routes};
pub use server::{ServeError, Server};
pub use token::{InvalidToken, Token};

#[cfg(test)]
mod tests;
