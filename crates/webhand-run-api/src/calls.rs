//! The calls of a client: what it asks about runs, and does to them.

use webhand_engine::{EngineError, PoolError, RunPool};
use webhand_model::{
    EffectNo, EventKind, Input, PersonReply, Question, QuestionKind, ReplyChannel, ReplySource, RunId, Secret, Seq,
    truncate,
};
use webhand_port::{OrderedBy, RunFilter, RunStage};
use webhand_wire::api::{Answer, AnswerWord, EventPage, PersonWords, ProblemCode, RunInfo, RunPage};

use crate::run_view::{run_info, with_task};
use crate::{ApiProblem, JournalReader};

/// Which runs a list shows, as a query writes it.
#[derive(Debug, Clone, Default)]
pub struct ListQuery {
    pub text: String,
    pub stage: Option<String>,
    pub before: Option<String>,
    pub by: Option<OrderedBy>,
    pub most: Option<u64>,
}

/// The party that gives an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnsweredBy {
    Person,
    /// A program that works for the person answers only what a brain asks.
    Program,
}

/// # Errors
/// When there is no such run.
pub async fn known_run(runs: &RunPool, written: &str) -> Result<RunId, ApiProblem> {
    let run = RunId::try_from(written.to_owned()).map_err(|_| ApiProblem::unknown_run(written))?;
    runs.summary(&run).await?;
    Ok(run)
}

/// A page of runs, newest first.
///
/// # Errors
/// When the query cannot be understood or the store not be read.
pub async fn list_runs(runs: &RunPool, query: ListQuery) -> Result<RunPage, ApiProblem> {
    let most = query.most.unwrap_or(USUAL_PAGE).clamp(1, MOST_LISTED);
    let most = u32::try_from(most).unwrap_or(u32::MAX);
    let stage = match query.stage.as_deref() {
        None => None,
        Some("open") => Some(RunStage::Open),
        Some("waiting") => Some(RunStage::Waiting),
        Some("over") => Some(RunStage::Over),
        Some(_) => return Err(ApiProblem::bad("stage is open, waiting or over")),
    };
    let before = query.before.map(|text| parse_cursor(&text).ok_or_else(|| ApiProblem::bad(BAD_CURSOR)));
    let filter = RunFilter { text: query.text, stage, before: before.transpose()?, by: query.by, most: most + 1 };
    let mut found = runs.store().list(&filter).await?;
    let has_more = found.len() > usize::try_from(most).unwrap_or(usize::MAX);
    found.truncate(usize::try_from(most).unwrap_or(usize::MAX));
    let next = found.last().filter(|_| has_more).map(|run| format!("{}-{}", run.started, run.id));
    let mut listed = Vec::with_capacity(found.len());
    for summary in found {
        listed.push(run_info(runs, summary).await?);
    }
    Ok(RunPage { runs: listed, next })
}

/// One run, with what its task says.
///
/// # Errors
/// When there is no such run or the store cannot be read.
pub async fn read_run(runs: &RunPool, run: &RunId) -> Result<RunInfo, ApiProblem> {
    let info = run_info(runs, runs.summary(run).await?).await?;
    let first = runs.store().read_page(run, Seq(0), 1).await?;
    Ok(match first.first().map(|event| &event.kind) {
        Some(EventKind::Input { input: Input::Started(task), .. }) => with_task(info, task),
        Some(EventKind::Input { .. } | EventKind::Intent { .. }) | None => info,
    })
}

/// A page of a run's light events.
///
/// # Errors
/// When the store cannot be read.
pub async fn read_events(runs: &RunPool, run: RunId, after: Seq, most: Option<u64>) -> Result<EventPage, ApiProblem> {
    let most = most.unwrap_or(USUAL_EVENTS).clamp(1, MOST_EVENTS);
    let mut reader = JournalReader::open(runs.clone(), run, after).await?;
    let events = reader.read(u32::try_from(most).unwrap_or(u32::MAX)).await?;
    let is_full = u64::try_from(events.len()).unwrap_or(u64::MAX) == most;
    let next = events.last().filter(|_| is_full).map(|event| event.seq);
    Ok(EventPage { events, next })
}

/// Answers the question that the run waits for.
///
/// # Errors
/// When it does not wait for this answer, or only the person may give it.
pub async fn answer(runs: &RunPool, run: &RunId, answer: Answer, by: AnsweredBy) -> Result<(), ApiProblem> {
    let Answer { question: no, answer, text } = answer;
    let no = EffectNo(no);
    let open = runs.question(run).await?.filter(|(open, _)| *open == no);
    let Some((_, question)) = open else {
        return Err(PoolError::from(EngineError::NotWaiting(run.clone())).into());
    };
    if by == AnsweredBy::Program && question.kind != QuestionKind::Brain {
        let detail = "this question is for the person: they answer it in the dashboard or with `webhand approve`";
        return Err(ApiProblem::new(ProblemCode::OwnerOnly, detail));
    }
    if let (AnswerWord::Secret, Some(text)) = (answer, &text) {
        let secret = Secret::new(text).map_err(|error| ApiProblem::bad(&error.to_string()))?;
        return Ok(runs.enter_secret(run, no, secret, source()).await?);
    }
    let reply = read_reply(answer, text, &question)?;
    Ok(runs.answer(run, no, reply, source()).await?)
}

fn read_reply(answer: AnswerWord, text: Option<String>, question: &Question) -> Result<PersonReply, ApiProblem> {
    let reply = match (answer, text) {
        // Words beside a no tell the run why.
        (AnswerWord::Text | AnswerWord::No, Some(text)) if !text.trim().is_empty() => {
            PersonReply::Text(text.trim().to_owned())
        }
        (AnswerWord::Text | AnswerWord::Secret, _) => return Err(ApiProblem::bad("the answer has no text")),
        (AnswerWord::Yes, _) => PersonReply::Yes,
        (AnswerWord::YesToKind, _) if question.this_kind.is_some() => PersonReply::YesToKind,
        (AnswerWord::YesToKind, _) => return Err(ApiProblem::bad("this question offers no kind")),
        (AnswerWord::No, _) => PersonReply::No,
    };
    if matches!(question.kind, QuestionKind::Secret(_)) && reply != PersonReply::No {
        return Err(ApiProblem::bad("a secret is sent as `secret`, or refused with `no`"));
    }
    Ok(reply)
}

/// Says something to the brain of a run. It answers no question.
///
/// # Errors
/// When there is nothing in it, or the run does not take it any more.
pub async fn tell(runs: &RunPool, run: &RunId, words: PersonWords) -> Result<(), ApiProblem> {
    let text = truncate(words.text.trim(), LONGEST_WORDS).into_owned();
    if text.is_empty() {
        return Err(ApiProblem::bad("there is nothing to tell"));
    }
    Ok(runs.tell(run, text).await?)
}

/// An answer that was given in the dashboard, the panel, or with the owner's key.
#[must_use]
pub fn source() -> ReplySource {
    ReplySource { channel: ReplyChannel::Dashboard, processes: Vec::new() }
}

/// A place in the list: `STARTED-ID`.
fn parse_cursor(text: &str) -> Option<(u64, RunId)> {
    let (started, id) = text.split_once('-')?;
    Some((started.parse().ok()?, RunId::try_from(id.to_owned()).ok()?))
}

const BAD_CURSOR: &str = "before takes what the page before named as next";
const LONGEST_WORDS: usize = 1_000;
const USUAL_PAGE: u64 = 50;
const MOST_LISTED: u64 = 100;
const USUAL_EVENTS: u64 = 200;
const MOST_EVENTS: u64 = 1_000;
