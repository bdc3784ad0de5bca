//! The HTTP server on the loopback interface: one token, one table of routes, and an access check before all of them.
//!
//! Invariants: only the head of a request is read until `access` admits it; every queue, delay and body has a bound.
//!
//! Start reading at `server.rs`, then `pipeline.rs` (one request) and `route.rs` (the table of routes).

mod access;
mod connections;
mod dashboard_keys;
mod hands_server;
mod metrics;
mod pipeline;
mod rate_limit;
mod rejection;
mod route;
mod server;
mod tls;
mod token;
mod token_throttle;

pub(crate) use access::{AccessPolicy, Authentication};
pub(crate) use rejection::Rejection;
pub(crate) use route::ApiCall;
pub(crate) use token::random_secret;
pub(crate) use token_throttle::TokenThrottle;

pub use access::Role;
pub use hands_server::HandsServer;
pub use route::{Route, RouteAccess, RouteEffect, TokenPlace, routes};
pub use server::{ServeError, Server, ServerParts, TlsSettings};
pub use tls::{TlsError, TlsFiles};
pub use token::{InvalidToken, ServerKeys, Token};

#[cfg(test)]
mod tests;
