//! A schema that the page alone does not fill is filled by a brain that reads the page, if the run has one for that.
//!
//! Invariant: what comes of it fits the schema, or is an error. It is told like everything a page says: as information.
//! The brain is shown a long page in parts until one says what is wanted. It is asked twice at most about each, has one call to
//! answer with, and can do nothing else.

mod parts;

use serde_json::{Map, Value, json};
use webhand_guard::{Verdict, judge};
use webhand_model::{
    Action, AnswerSchema, BrainAnswer, FailCode, Millis, Observation, Outcome, OutcomeStatus, Prompt, ToolResult, Turn,
    clean, quote, truncate,
};

use parts::parts;

use crate::state::{State, without_facts};
use crate::{Effect, Run};

/// What is to be taken from the page.
#[derive(Debug)]
pub(crate) struct Errand {
    schema: Map<String, Value>,
    instruction: Option<String>,
    /// What filling it from the page alone came to.
    alone: Outcome,
}

/// The same with what the brain is shown, and how it answered before.
#[derive(Debug)]
pub(crate) struct Reading {
    errand: Errand,
    blank: AnswerSchema,
    /// The text of the page, and which part of it is being read.
    parts: Vec<String>,
    at: usize,
    /// The page goes on behind its last part.
    is_cut: bool,
    first: Option<(Turn, String)>,
}

/// What a brain says about a page.
enum Said {
    Data(Value),
    /// What the page does not say.
    Missing(String),
}

/// Who the reader is: the same text for every run.
const SYSTEM: &str = include_str!("extract.md");

impl Run {
    /// What a brain is to try because the page alone did not give it.
    pub(crate) fn left_to_read(&self, action: &Action, outcome: &Outcome) -> Option<Errand> {
        let Action::Extract { schema, instruction } = action else { return None };
        let is_open = outcome.status == OutcomeStatus::Failed(FailCode::NotFound);
        (is_open && self.task.extractor.is_some() && !self.is_outside()).then(|| Errand {
            schema: schema.clone(),
            instruction: instruction.clone(),
            alone: outcome.clone(),
        })
    }

    /// Has the page read, if the brain can still be paid.
    pub(crate) fn read_for(&mut self, errand: Errand, now: Millis) -> State {
        if !self.can_pay(now) {
            return self.unread(&errand, "the budget does not allow to have a brain read the page", now);
        }
        match judge(Action::Read { target: None, tabs: None, offset: None }, &without_facts(), &self.policy) {
            Verdict::Allow(approved) => {
                self.emit(Effect::Act(approved));
                State::Reading { errand }
            }
            Verdict::Ask { .. } | Verdict::Forbid { .. } => self.finish_call(&errand.alone, now),
        }
    }

    /// Takes in the page's text.
    pub(crate) fn read(&mut self, errand: Errand, outcome: &Outcome, now: Millis) -> State {
        match AnswerSchema::read(&errand.schema) {
            Ok(blank) if outcome.status == OutcomeStatus::Done => {
                let parts = parts(&outcome.text, MOST_READ, MOST_PARTS);
                let is_cut = parts.iter().map(String::len).sum::<usize>() < outcome.text.len();
                self.ask_reader(Reading { errand, blank, parts, at: 0, is_cut, first: None }, now)
            }
            Ok(_) | Err(_) => self.finish_call(&errand.alone, now),
        }
    }

    fn ask_reader(&mut self, reading: Reading, now: Millis) -> State {
        let Some(prompt) = self.about_page(&reading) else { return self.finish_call(&reading.errand.alone, now) };
        self.emit(Effect::Extract(Box::new(prompt)));
        State::Extracting { reading }
    }

    /// Takes in what the brain made of it.
    pub(crate) fn extracted(&mut self, mut reading: Reading, answer: BrainAnswer, now: Millis) -> State {
        self.used.take_in_beside(answer.usage);
        match said(&reading.blank, &answer) {
            Ok(Said::Data(data)) => self.finish_call(&Outcome::done(data.to_string()).with_data(data), now),
            Ok(Said::Missing(_)) if reading.at + 1 < reading.parts.len() && self.can_pay(now) => {
                self.ask_reader(Reading { at: reading.at + 1, first: None, ..reading }, now)
            }
            Ok(Said::Missing(what)) => {
                let what = quote(&truncate(&clean(&what), MOST_TOLD));
                let is_unread = reading.is_cut || reading.at + 1 < reading.parts.len();
                let there = if is_unread { "in the part it read" } else { "there" };
                let text = format!("a brain read the page and does not find {what} {there}; look for it elsewhere");
                self.finish_call(&Outcome::failed(FailCode::NotFound, text), now)
            }
            Err(why) if reading.first.is_none() && self.can_pay(now) => {
                let told = ToolResult::new(OutcomeStatus::Failed(FailCode::Unfit), why.clone());
                let results = vec![told; answer.calls.len()];
                reading.first = Some((Turn { answer, results }, why));
                self.ask_reader(reading, now)
            }
            Err(why) => {
                let text = format!(
                    "a brain read the page and its answer does not fit the schema: {why}. Read the page and answer in your \
                     own words, or ask for less"
                );
                self.finish_call(&Outcome::failed(FailCode::Unfit, text), now)
            }
        }
    }

    /// Nobody could read it.
    pub(crate) fn unextracted(&mut self, reading: &Reading, why: &str, now: Millis) -> State {
        self.unread(&reading.errand, &format!("nobody could read the page for it: {}", why.trim_end_matches('.')), now)
    }

    fn unread(&mut self, errand: &Errand, why: &str, now: Millis) -> State {
        let alone = errand.alone.text.trim_end_matches('.');
        self.finish_call(&Outcome::failed(FailCode::NotFound, format!("{alone} ({why})")), now)
    }

    fn about_page(&self, reading: &Reading) -> Option<Prompt> {
        let mut snapshot = self.page.clone()?;
        snapshot.picture = None;
        let wanted = reading.errand.instruction.as_deref().map(|what| quote(&truncate(&clean(what), MOST_TOLD)));
        let task = wanted.map_or_else(|| ASKED.to_owned(), |wanted| format!("{ASKED} What is wanted: {wanted}"));
        let (turn, why) = reading.first.clone().unzip();
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
                notes: part.into_iter().chain(misfit).collect(),
                steps: [1, 1],
            },
            answer_schema: Some(json!({
                "type": "object",
                "properties": {"data": reading.blank.schema(), "missing": {"type": "string"}},
                "required": [],
            })),
        })
    }
}

/// What an answer says, or why it does not fit.
fn said(blank: &AnswerSchema, answer: &BrainAnswer) -> Result<Said, String> {
    let arguments = answer.calls.first().map(|call| &call.arguments);
    let given = |name: &str| arguments?.get(name).filter(|value| !value.is_null());
    match (given("data"), given("missing").and_then(Value::as_str)) {
        (Some(data), _) => {
            let accepted = blank.accept(data).or_else(|misfit| unwrapped(blank, data).ok_or(misfit));
            accepted.map(Said::Data).map_err(|misfit| misfit.to_string())
        }
        (None, Some(missing)) if !missing.trim().is_empty() => Ok(Said::Missing(missing.to_owned())),
        (None, _) => Err("it holds no data".to_owned()),
    }
}

/// Data that a model wrote as a text of JSON, as some do with everything inside a call.
fn unwrapped(blank: &AnswerSchema, data: &Value) -> Option<Value> {
    blank.accept(&serde_json::from_str(data.as_str()?).ok()?).ok()
}

const ASKED: &str = "Take from this page what `answer` asks for.";
/// The most bytes of a page that are shown at a time: about 10,000 tokens.
const MOST_READ: usize = 40_000;
const MOST_PARTS: usize = 5;
const MOST_TOLD: usize = 400;
