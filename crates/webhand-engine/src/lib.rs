//! Performs a run's effects over the ports: takes an effect, writes its intent into the journal, awaits the port and
//! feeds the result back into the run.
//!
//! Invariants: no effect that leaves a mark is performed before its intent is in the journal, and nobody sees an event
//! before it is there. The engine decides nothing about the task and knows no implementation of a port.
//!
//! Start reading at `run_driver.rs` ([`RunDriver`], one run) and `session.rs` ([`Session`], a run that an outside agent
//! drives); `ports.rs` maps each effect to its port, and `pool.rs` ([`RunPool`]) holds many runs at once.

mod agent_redaction;
mod calls;
mod clock;
mod error;
mod journal;
mod journal_input;
mod no_brain;
mod pending_picture;
mod pool;
mod ports;
mod questions;
mod run_driver;
mod secret_keeper;
mod session;
mod shown_picture;

pub use agent_redaction::AgentRedaction;
pub use error::EngineError;
pub use journal_input::{cancel, reply, send};
pub use no_brain::NoBrains;
pub use pool::{
    EnvironmentError, LiveText, Ordered, PoolCounts, PoolError, PoolLimits, PoolLoad, PoolOrder, RunChanges,
    RunEnvironment, RunEnvironments, RunPool, ScreenFrame, ScreenWatch,
};
pub use ports::Ports;
pub use questions::{answer_question, find_question, open_questions};
pub use run_driver::{PersonPresence, RunDriver, RunExit, RunStart, Watcher};
pub use secret_keeper::SecretKeeper;
pub use session::{CallOptions, CallReply, Questioner, Session};
pub use webhand_run::prompt_in;

#[cfg(test)]
mod tests;
