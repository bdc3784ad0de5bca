//! The open questions of all runs and sessions, listed and answered by the id that a person types.

use std::sync::Arc;

use webhand_model::{
    ApprovalId, EffectNo, Event, EventKind, Intent, PersonReply, Question, ReplySource, RunId, RunStatus, Seq,
};
use webhand_port::Store;

use crate::{EngineError, reply};

/// Answers a question from any process that can reach the store; returns the run and the question.
///
/// # Errors
/// When there is no such question, or it is not open any more.
pub async fn answer_question(
    store: &Arc<dyn Store>,
    id: &ApprovalId,
    answer: PersonReply,
    source: ReplySource,
) -> Result<(RunId, Question), EngineError> {
    let (run, question) = find_question(store, id).await?;
    reply(store, &run, id.question, answer, source).await?;
    Ok((run, question))
}

/// A question of any run, whether or not it is still open.
///
/// # Errors
/// When there is no such question, or the journal cannot be read.
pub async fn find_question(store: &Arc<dyn Store>, id: &ApprovalId) -> Result<(RunId, Question), EngineError> {
    let run = find_run(store, id).await?;
    let events = store.read(&run, Seq(0)).await?;
    let question = questions(&events).find(|(no, _)| *no == id.question).map(|(_, question)| question);
    Ok((run, question.ok_or_else(|| EngineError::NoQuestion(id.clone()))?))
}

/// The questions that wait for the person, newest run first.
///
/// # Errors
/// When the journal cannot be read.
pub async fn open_questions(store: &Arc<dyn Store>) -> Result<Vec<(ApprovalId, Question)>, EngineError> {
    let mut open = Vec::new();
    for run in store.runs(MOST_RUNS).await? {
        if let RunStatus::Waiting(question) = run.status {
            let events = store.read(&run.id, Seq(0)).await?;
            let last = questions(&events).last();
            open.extend(last.map(|(no, _)| (ApprovalId::new(&run.id, no), question)));
        }
    }
    Ok(open)
}

async fn find_run(store: &Arc<dyn Store>, id: &ApprovalId) -> Result<RunId, EngineError> {
    let runs = store.runs(MOST_RUNS).await?;
    let mut named = runs.into_iter().map(|run| run.id).filter(|run| run.as_str().starts_with(&id.run));
    match (named.next(), named.next()) {
        (Some(run), None) => Ok(run),
        (None, _) | (Some(_), Some(_)) => Err(EngineError::NoQuestion(id.clone())),
    }
}

fn questions(events: &[Event]) -> impl Iterator<Item = (EffectNo, Question)> + '_ {
    events.iter().filter_map(|event| match &event.kind {
        EventKind::Intent { no, intent: Intent::AskPerson(question) } => Some((*no, question.clone())),
        EventKind::Intent { .. } | EventKind::Input { .. } => None,
    })
}

/// Questions of older runs are not found.
const MOST_RUNS: u32 = 1_000;
