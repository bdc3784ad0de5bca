//! One run as a state machine that performs nothing: inputs in, effects out, time as an argument.
//!
//! Invariants: a run is the fold of its inputs, so replaying a journal rebuilds it bit for bit; an action leaves only
//! as [`Effect::Act`] and only approved; an answer to an effect nobody waits for any more changes nothing.

mod attempts;
mod budget;
mod calls;
mod circles;
mod effect;
mod evidence;
mod extract;
mod giving_up;
mod handover;
mod hindsight;
mod hints;
mod outside;
mod pictures;
mod prompt;
mod readings;
mod replay;
mod requests;
mod resume;
mod review;
mod run;
mod secrets;
mod sight;
mod state;
mod verify;

pub use effect::{Effect, Taking};
pub use replay::{ReplayError, Replayed, replay};
pub use run::Run;

#[cfg(test)]
mod tests;
