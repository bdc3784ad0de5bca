//! One run as a state machine that performs nothing: inputs in, effects out, time as an argument.
//!
//! Invariants: a run is the fold of its inputs, so replaying a journal rebuilds it bit for bit; an action leaves only
//! as [`Effect::Act`] and only approved; an answer to an effect that the run no longer awaits changes nothing. Nothing here
//! reads a clock, makes up an id or touches a browser, a file or the network.
//!
//! Start reading at `run.rs` ([`Run::handle`]) and `state.rs`. The parts of a run: `permissions` (what guards it),
//! `budget` (what it may spend), `memory` (what it has seen and done), `calls` (the calls of the caller that drives it),
//! `prompt` (what the brain is shown), `person` (what only the person decides) and `outside` (an agent that drives it).

mod budget;
mod calls;
mod claims;
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

pub use calls::caller::CallNo;
pub use effect::{Effect, PictureKind};
pub use replay::{ReplayError, Replayed, prompt_in, replay};
pub use run::Run;

#[cfg(test)]
mod tests;
