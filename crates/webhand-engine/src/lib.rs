//! Carries out a run's effects over the ports: takes an effect, writes it down, awaits the port, feeds the result back.
//!
//! Invariants: nothing is done before the intent to do it is in the journal, and nobody is told of an event before it
//! is there; the engine decides nothing about the task.

mod clock;
mod error;
mod journal;
mod journal_input;
mod no_brain;
mod pending_picture;
mod ports;
mod questions;
mod run_driver;
mod secret_keeper;
mod session;

pub use error::EngineError;
pub use journal_input::{cancel, reply, send};
pub use no_brain::NoBrains;
pub use ports::Ports;
pub use questions::{answer_question, open_questions};
pub use run_driver::{PersonPresence, RunDriver, RunExit, RunStart, Watcher};
pub use secret_keeper::SecretKeeper;
pub use session::{CallOptions, CallReply, Questioner, Session};

#[cfg(test)]
mod tests;
