//! The server on the loopback interface: one token, one table of routes, and a door before all of them.
//!
//! Invariant: nothing of a request is looked at beyond its head until `door` has let it in, and everything that can be
//! kept waiting or kept in memory has a bound.

mod door;
mod entrance;
mod patience;
mod refusal;
mod route;
mod server;
mod token;

pub(crate) use door::{Door, Standing};
pub(crate) use patience::Patience;
pub(crate) use refusal::Refusal;
pub(crate) use token::draw_secret;

pub use route::{Effect, Proof, Route, routes};
pub use server::{ServeError, Server};
pub use token::{NotAToken, Token};

#[cfg(test)]
mod tests;
