//! Attacks on the built program: hostile pages and a hostile brain, judged by what arrives at the far end.
//!
//! A [`Case`] is data: pages, the moves of the brain, the person's behaviour and the harm that must not happen. [`play`] starts
//! a [`TrapSite`] and the program, makes the moves over one [`Route`], ends the program, and reads the site's ledger. Nothing
//! that webhand says of itself counts. A new case is one entry in a file of [`cases`].

pub mod abrupt;
pub mod canary;
pub mod case;
pub mod cases;
mod connection;
pub mod contract;
pub mod known;
mod machine;
pub mod names;
mod play;
pub mod pty;

pub mod random;
pub mod routes;
pub mod trap_site;

pub use case::{Case, Evidence, Grant, Harm, Move, Person};
pub use machine::Machine;
pub use play::{CaseResult, PlayOptions, play};
pub use routes::{Reply, Route};
pub use trap_site::{Arrival, ArrivalKind, TrapSite};
