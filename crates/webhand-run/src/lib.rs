//! One run as a state machine that performs nothing: inputs in, effects out, time as an argument.
//!
//! Invariants: a run is the fold of its inputs, so replaying a journal rebuilds it bit for bit; an action leaves only
//! as [`Effect::Act`] and only approved; an answer to an effect nobody waits for any more changes nothing.
//!
//! Start reading at `run.rs` ([`Run::handle`]) and `state.rs`. The parts of a run: `permissions` (what guards it),
//! `budget` (what it may spend), `memory` (what it has seen and done), `calls` (the brain's answer being carried out),
//! `prompt` (what the brain is shown), `person` (what only the person decides) and `outside` (an agent that drives it).

mod budget;
mod calls;
mod effect;
mod effect_queue;
mod memory;
mod outside;
mod permissions;
mod person;
mod prompt;
mod replay;
mod resume;
mod run;
mod state;

pub use effect::{Effect, PictureKind};
pub use outside::CallNo;
pub use replay::{ReplayError, Replayed, replay};
pub use run::Run;

#[cfg(test)]
mod tests;
