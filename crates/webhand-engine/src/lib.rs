//! Carries out a run's effects over the ports: takes an effect, writes it down, awaits the port, feeds the result back.
//!
//! Invariants: nothing is done before the intent to do it is in the journal, and nobody is told of an event before it
//! is there; the engine decides nothing about the task.

mod clock;
mod conduct;
mod darkroom;
mod discreet;
mod error;
mod journal;
mod nobody;
mod outside;
mod perform;
mod questions;
mod session;

pub use conduct::{Begin, Conduct, Over, Person, Watcher};
pub use discreet::Discreet;
pub use error::EngineError;
pub use nobody::NoOthers;
pub use outside::{cancel, reply, send};
pub use perform::Ports;
pub use questions::{decide, open_questions};
pub use session::{Asks, Manner, Session, Told};

#[cfg(test)]
mod tests;
