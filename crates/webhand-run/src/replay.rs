//! Rebuilding a run from its journal.

use webhand_model::{EffectNo, Event, Input, Intent, Seq, What};

use crate::{Effect, Run};

/// A run as it was when its journal ended.
#[derive(Debug)]
pub struct Replayed {
    pub run: Run,
    /// Effects the run has emitted that the journal does not know: they were never begun.
    pub unrecorded: Vec<(EffectNo, Effect)>,
    /// Effects the journal knows, in order, whether or not they were answered.
    pub recorded: Vec<(EffectNo, Intent)>,
}

/// Why a journal is not one of this program's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    #[error("the journal does not begin with a task")]
    NoTask,
    #[error(
        "line {0} says that something else was intended than these inputs lead to; it was written by another version"
    )]
    Diverged(Seq),
}

/// Folds the inputs and checks that they lead to the recorded intents.
///
/// # Errors
/// When the journal has no task or was written by a version that decided differently.
pub fn replay(events: &[Event]) -> Result<Replayed, ReplayError> {
    let mut events = events.iter();
    let Some(What::Input { input: Input::Started(task), .. }) = events.next().map(|event| &event.what) else {
        return Err(ReplayError::NoTask);
    };
    let mut run = Run::start(task.clone());
    let mut unrecorded: Vec<(EffectNo, Effect)> = Vec::new();
    let mut recorded = Vec::new();
    for event in events {
        unrecorded.extend(std::iter::from_fn(|| run.poll_effect()));
        match &event.what {
            What::Input { to, input } => {
                unrecorded.clear();
                run.handle(*to, input.clone(), event.at);
            }
            What::Intent { no, intent } => {
                let at = unrecorded.iter().position(|(own, effect)| own == no && effect.intent() == *intent);
                let at = at.ok_or(ReplayError::Diverged(event.seq))?;
                unrecorded.remove(at);
                recorded.push((*no, intent.clone()));
            }
        }
    }
    unrecorded.extend(std::iter::from_fn(|| run.poll_effect()));
    Ok(Replayed { run, unrecorded, recorded })
}
