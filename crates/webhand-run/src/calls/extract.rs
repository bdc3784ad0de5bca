//! Extraction by a brain: if the page alone does not fill a schema, the run's extractor reads the page and fills it.
//!
//! Invariant: the result fits the schema, or is an error. It is information, as everything that a page says. The brain
//! is shown a long page in parts until one contains the data. It is asked twice at most about each part, has one call to
//! answer with, and can do nothing else.

mod parts;

use serde_json::{Map, Value, json};
use webhand_guard::Verdict;
use webhand_model::{
    Action, AnswerSchema, BrainAnswer, Facts, FailCode, Millis, Observation, Outcome, OutcomeStatus, Prompt,
    ToolResult, Turn, clean, quote, truncate,
};

use parts::parts;

use super::finish_call;
use crate::state::State;
use crate::{Effect, Run};

/// An extraction that the page alone did not satisfy.
#[derive(Debug)]
pub(crate) struct Extraction {
    schema: Map<String, Value>,
    instruction: Option<String>,
    /// The outcome of filling the schema from the page alone.
    without_brain: Outcome,
}

/// An extraction while the brain reads the page.
#[derive(Debug)]
pub(crate) struct PageReading {
    extraction: Extraction,
    schema: AnswerSchema,
    /// The text of the page in parts, and the index of the part that is being read.
    parts: Vec<String>,
    at: usize,
    /// The page goes on after its last part.
    is_cut: bool,
    /// The first answer about this part and why it was rejected.
    rejected: Option<(Turn, String)>,
}

/// The answer of a brain that read a part of the page.
enum ReaderAnswer {
    Data(Value),
    /// Names the data that the page does not contain.
    Missing(String),
}

/// The system prompt of the extractor: the same text for every run.
const SYSTEM: &str = include_str!("extract.md");

/// The extraction that a brain is to try because the page alone did not satisfy it.
pub(crate) fn needs_reader(run: &Run, action: &Action, outcome: &Outcome) -> Option<Extraction> {
    let Action::Extract { schema, instruction } = action else { return None };
    let is_open = outcome.status == OutcomeStatus::Failed(FailCode::NotFound);
    (is_open && run.task().extractor.is_some() && !run.is_outside()).then(|| Extraction {
        schema: schema.clone(),
        instruction: instruction.clone(),
        without_brain: outcome.clone(),
    })
}

/// Requests the page's text, if the budget still pays for the brain.
pub(crate) fn read_page(run: &mut Run, extraction: Extraction, now: Millis) -> State {
    if !run.budget.can_pay(now) {
        return finish_unread(run, &extraction, "the budget does not allow to have a brain read the page", now);
    }
    let read = Action::Read { target: None, tabs: None, offset: None };
    match run.permissions.judge(read, &Facts::default()) {
        Verdict::Allow(approved) => {
            run.effects.emit(Effect::Act(approved));
            State::ReadingPage { extraction }
        }
        Verdict::Ask { .. } | Verdict::Forbid { .. } => finish_call(run, &extraction.without_brain, now),
    }
}

/// Shows the page's text to the brain.
pub(crate) fn start_extraction(run: &mut Run, extraction: Extraction, outcome: &Outcome, now: Millis) -> State {
    match AnswerSchema::read(&extraction.schema) {
        Ok(schema) if outcome.status == OutcomeStatus::Done => {
            let parts = parts(&outcome.text, MOST_READ, MOST_PARTS);
            let is_cut = parts.iter().map(String::len).sum::<usize>() < outcome.text.len();
            ask_reader(run, PageReading { extraction, schema, parts, at: 0, is_cut, rejected: None }, now)
        }
        Ok(_) | Err(_) => finish_call(run, &extraction.without_brain, now),
    }
}

fn ask_reader(run: &mut Run, reading: PageReading, now: Millis) -> State {
    let Some(prompt) = extraction_prompt(run, &reading) else {
        return finish_call(run, &reading.extraction.without_brain, now);
    };
    run.effects.emit(Effect::Extract(Box::new(prompt)));
    State::Extracting { reading }
}

/// Applies the brain's answer.
pub(crate) fn apply_extraction(run: &mut Run, mut reading: PageReading, answer: BrainAnswer, now: Millis) -> State {
    run.budget.record_side_usage(answer.usage);
    match parse_answer(&reading.schema, &answer) {
        Ok(ReaderAnswer::Data(data)) => finish_call(run, &Outcome::done(data.to_string()).with_data(data), now),
        Ok(ReaderAnswer::Missing(_)) if reading.at + 1 < reading.parts.len() && run.budget.can_pay(now) => {
            ask_reader(run, PageReading { at: reading.at + 1, rejected: None, ..reading }, now)
        }
        Ok(ReaderAnswer::Missing(what)) => {
            let what = quote(&truncate(&clean(&what), MOST_QUOTED));
            let is_unread = reading.is_cut || reading.at + 1 < reading.parts.len();
            let there = if is_unread { "in the part it read" } else { "there" };
            let text = format!("a brain read the page and does not find {what} {there}; look for it elsewhere");
            finish_call(run, &Outcome::failed(FailCode::NotFound, text), now)
        }
        Err(why) if reading.rejected.is_none() && run.budget.can_pay(now) => {
            let result = ToolResult::new(OutcomeStatus::Failed(FailCode::Unfit), why.clone());
            let results = vec![result; answer.calls.len()];
            reading.rejected = Some((Turn { answer, results }, why));
            ask_reader(run, reading, now)
        }
        Err(why) => {
            let text = format!(
                "a brain read the page and its answer does not fit the schema: {why}. Read the page and answer in your \
                 own words, or ask for less"
            );
            finish_call(run, &Outcome::failed(FailCode::Unfit, text), now)
        }
    }
}

/// The brain could not be asked.
pub(crate) fn fail_extraction(run: &mut Run, reading: &PageReading, why: &str, now: Millis) -> State {
    finish_unread(
        run,
        &reading.extraction,
        &format!("nobody could read the page for it: {}", why.trim_end_matches('.')),
        now,
    )
}

fn finish_unread(run: &mut Run, extraction: &Extraction, why: &str, now: Millis) -> State {
    let first = extraction.without_brain.text.trim_end_matches('.');
    finish_call(run, &Outcome::failed(FailCode::NotFound, format!("{first} ({why})")), now)
}

fn extraction_prompt(run: &Run, reading: &PageReading) -> Option<Prompt> {
    let mut snapshot = run.memory.page()?.clone();
    snapshot.picture = None;
    let wanted = reading.extraction.instruction.as_deref().map(|what| quote(&truncate(&clean(what), MOST_QUOTED)));
    let task =
        wanted.map_or_else(|| INSTRUCTION.to_owned(), |wanted| format!("{INSTRUCTION} What is wanted: {wanted}"));
    let (turn, why) = reading.rejected.clone().unzip();
    let count = reading.parts.len();
    let part = (count > 1).then(|| format!("This is part {} of {count} of the page.", reading.at + 1));
    let misfit = why.map(|why| format!("Your answer does not fit: {why}. Answer again, with what fits."));
    Some(Prompt {
        system: SYSTEM.to_owned(),
        before: Vec::new(),
        task,
        turns: turn.into_iter().collect(),
        observation: Observation {
            snapshot,
            text: reading.parts.get(reading.at).cloned().unwrap_or_default(),
            since: None,
            earlier_pages: Vec::new(),
            seen: None,
            picture: None,
            notes: part.into_iter().chain(misfit).collect(),
            steps: [1, 1],
        },
        answer_schema: Some(json!({
            "type": "object",
            "properties": {"data": reading.schema.schema(), "missing": {"type": "string"}},
            "required": [],
        })),
    })
}

/// Parses an answer; the error says why it does not fit.
fn parse_answer(schema: &AnswerSchema, answer: &BrainAnswer) -> Result<ReaderAnswer, String> {
    let arguments = answer.calls.first().map(|call| &call.arguments);
    let given = |name: &str| arguments?.get(name).filter(|value| !value.is_null());
    match (given("data"), given("missing").and_then(Value::as_str)) {
        (Some(data), _) => {
            let accepted = schema.accept(data).or_else(|misfit| parse_nested(schema, data).ok_or(misfit));
            accepted.map(ReaderAnswer::Data).map_err(|misfit| misfit.to_string())
        }
        (None, Some(missing)) if !missing.trim().is_empty() => Ok(ReaderAnswer::Missing(missing.to_owned())),
        (None, _) => Err("it holds no data".to_owned()),
    }
}

/// Parses data that a model wrote as a string of JSON, as some models write every nested value of a call.
fn parse_nested(schema: &AnswerSchema, data: &Value) -> Option<Value> {
    schema.accept(&serde_json::from_str(data.as_str()?).ok()?).ok()
}

const INSTRUCTION: &str = "Take from this page what `answer` asks for.";
/// The most bytes of a page that are shown at a time: about 10,000 tokens.
const MOST_READ: usize = 40_000;
const MOST_PARTS: usize = 5;
const MOST_QUOTED: usize = 400;
