//! Rebuilds a run from its journal.

use webhand_model::{EffectNo, Event, EventKind, Input, Intent, Prompt, Seq};

use crate::{Effect, Run};

/// A run as it was when its journal ended.
///
/// An effect that the journal does not hold was never begun: it is still to be polled from the run.
#[derive(Debug)]
pub struct Replayed {
    pub run: Run,
    /// The effects in the journal, in order, whether or not they were answered.
    pub recorded: Vec<(EffectNo, Intent)>,
}

/// Why a journal cannot be replayed.
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
    let Some(EventKind::Input { input: Input::Started(task), .. }) = events.next().map(|event| &event.kind) else {
        return Err(ReplayError::NoTask);
    };
    let mut run = Run::start(task.clone());
    let mut recorded = Vec::new();
    for event in events {
        match &event.kind {
            EventKind::Input { to, input } => run.handle(*to, input.clone(), event.at),
            EventKind::Intent { no, intent } => {
                let own = run.poll_effect().map(|(no, effect)| (no, effect.intent()));
                let is_same = own.is_some_and(|own| own.0 == *no && is_same_intent(&own.1, intent));
                if !is_same {
                    return Err(ReplayError::Diverged(event.seq));
                }
                recorded.push((*no, intent.clone()));
            }
        }
    }
    Ok(Replayed { run, recorded })
}

/// The prompt that a brain was shown when it was asked in line `at`; `None` when nobody was asked there.
///
/// # Errors
/// As [`replay`].
pub fn prompt_in(events: &[Event], at: Seq) -> Result<Option<Prompt>, ReplayError> {
    let mut events = events.iter();
    let Some(EventKind::Input { input: Input::Started(task), .. }) = events.next().map(|event| &event.kind) else {
        return Err(ReplayError::NoTask);
    };
    let mut run = Run::start(task.clone());
    for event in events.take_while(|event| event.seq <= at) {
        match &event.kind {
            EventKind::Input { to, input } => run.handle(*to, input.clone(), event.at),
            EventKind::Intent { no, .. } => match run.poll_effect() {
                Some((own, _)) if own != *no => return Err(ReplayError::Diverged(event.seq)),
                None => return Err(ReplayError::Diverged(event.seq)),
                Some((_, Effect::AskBrain(prompt) | Effect::Verify(prompt) | Effect::Extract(prompt)))
                    if event.seq == at =>
                {
                    return Ok(Some(*prompt));
                }
                Some(_) => {}
            },
        }
    }
    Ok(None)
}

/// Whether two intents do the same. The words of a question may be those of another version; its kind decides.
fn is_same_intent(own: &Intent, recorded: &Intent) -> bool {
    match (own, recorded) {
        (Intent::AskPerson(own), Intent::AskPerson(recorded)) => own.kind == recorded.kind,
        (own, recorded) => own == recorded,
    }
}
