//! Inputs to a run from another process: they are written into its journal, where the driver reads them.

use std::sync::Arc;

use webhand_model::{EffectNo, Input, PersonReply, ReplySource, RunId};
use webhand_port::{Store, StoreError};
use webhand_run::replay;

use crate::EngineError;
use crate::journal::Journal;

/// How many times a write is tried when the driver writes at the same time.
const TRIES: u32 = 100;

/// Writes an input into a run's journal. A running driver applies it; otherwise it is applied when the run is resumed.
///
/// # Errors
/// When there is no such run, it is over, or the journal cannot be written.
pub async fn send(store: &Arc<dyn Store>, id: &RunId, input: Input) -> Result<(), EngineError> {
    write(store, id, None, input).await
}

/// Answers one question of a run, identified by its number, so that a second click on "yes" does not answer the next
/// question.
///
/// # Errors
/// As [`send`], and when the run does not wait for the answer to this question any more.
pub async fn reply(
    store: &Arc<dyn Store>,
    id: &RunId,
    question: EffectNo,
    reply: PersonReply,
    source: ReplySource,
) -> Result<(), EngineError> {
    write(store, id, Some(question), Input::RepliedFrom { reply, source }).await
}

async fn write(store: &Arc<dyn Store>, id: &RunId, to: Option<EffectNo>, input: Input) -> Result<(), EngineError> {
    let mut journal = Journal::new(id.clone(), Arc::clone(store));
    let mut tries = 0;
    loop {
        let events = journal.read_all().await?;
        let Some(last) = events.last() else { return Err(EngineError::UnknownRun(id.clone())) };
        let mut run = replay(&events)?.run;
        if run.is_over() {
            return Err(EngineError::AlreadyOver(id.clone()));
        }
        if to.is_some_and(|to| to != run.awaited()) {
            return Err(EngineError::NotWaiting(id.clone()));
        }
        run.handle(to, input.clone(), last.at);
        // An end is written down at once: there may be no driver to do it.
        let end = run.is_over().then(|| run.poll_effect()).flatten().map(|(no, effect)| (no, effect.intent()));
        match journal.write(last.at, Some((to, input.clone())), end).await {
            Ok(_) => return Ok(()),
            Err(StoreError::Conflict(_)) if tries < TRIES => tries += 1,
            Err(error) => return Err(error.into()),
        }
    }
}

/// Ends a run for good, whether or not a driver is running it.
///
/// # Errors
/// As [`send`].
pub async fn cancel(store: &Arc<dyn Store>, id: &RunId) -> Result<(), EngineError> {
    send(store, id, Input::Cancel).await
}
