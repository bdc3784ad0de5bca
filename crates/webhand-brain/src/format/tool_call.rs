//! Turns calls as models write them into calls that the guard can judge.
//!
//! Invariant: arguments that cannot be parsed for certain make no call. Whether the catalogue has a call is decided
//! elsewhere.

use serde_json::{Map, Value};
use webhand_model::{BrainAnswer, ToolCall, Usage, find_spec};

use super::failure::{ProviderFailure, shorten, unreadable};
use super::{ExpectedAnswer, json_repair, narration, text_calls, tools};

/// A call with its arguments as JSON text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct RawToolCall {
    pub id: String,
    pub name: String,
    pub arguments: String,
}

impl RawToolCall {
    /// Parses the arguments, and gives the call an id, name and arguments that the provider accepts when it is replayed.
    pub fn normalize(&mut self, turn: usize, earlier: &[ToolCall]) -> Result<ToolCall, ProviderFailure> {
        if self.name.is_empty() {
            return Err(unreadable("a call has no name".to_owned()));
        }
        let arguments = json_repair::parse_object(&self.arguments).map_err(|why| {
            let written = shorten(&self.arguments);
            unreadable(format!("the arguments of {} are no JSON object ({why}): {written}", shorten(&self.name)))
        })?;
        if serde_json::from_str::<Map<String, Value>>(&self.arguments).is_err() {
            self.arguments = Value::Object(arguments.clone()).to_string();
        }
        let taken = earlier.iter().any(|call| call.id == self.id);
        if taken || self.id.is_empty() || self.id.len() > LONGEST_ID {
            self.id = call_id(turn, earlier.len());
        }
        self.name = catalogue_name(&self.name);
        let (name, arguments) = tools::resolve_call(&self.name, arguments);
        Ok(ToolCall { id: self.id.clone(), name: catalogue_name(&name), arguments: Value::Object(arguments) })
    }

    /// The arguments for a replay, after [`RawToolCall::normalize`].
    pub fn arguments_object(&self) -> Value {
        serde_json::from_str(&self.arguments).unwrap_or_default()
    }

    /// Normalizes all calls in order.
    pub fn normalize_all<'a>(
        all: impl Iterator<Item = &'a mut Self>,
        turn: usize,
    ) -> Result<Vec<ToolCall>, ProviderFailure> {
        let mut calls: Vec<ToolCall> = Vec::new();
        for written in all {
            if calls.len() == MOST_CALLS {
                return Err(unreadable(format!("it has more than {MOST_CALLS} calls")));
            }
            calls.push(written.normalize(turn, &calls)?);
        }
        Ok(calls)
    }
}

/// Builds the answer from its parts. Where calls are expected and there are none, calls in the text count.
pub(crate) fn build_answer(
    text: &str,
    calls: Vec<ToolCall>,
    opaque: Value,
    usage: Usage,
    expected: ExpectedAnswer,
) -> BrainAnswer {
    let mut answer = BrainAnswer {
        text: narration::strip_thoughts(text).to_owned(),
        calls,
        opaque: Some(opaque),
        usage,
        ..BrainAnswer::default()
    };
    if let ExpectedAnswer::Calls(turn) = expected
        && answer.calls.is_empty()
        && let Some(said) = text_calls::parse_text_calls(text)
    {
        answer.text = said.narration;
        let calls = said.calls.into_iter().enumerate();
        answer.calls =
            calls.map(|(at, (name, arguments))| ToolCall { id: call_id(turn, at), name, arguments }).collect();
    }
    answer
}

/// An id that no other call of the conversation has.
pub(crate) fn call_id(turn: usize, at: usize) -> String {
    format!("call_{turn}_{at}")
}

/// The catalogue's name for a written name, or the name as written.
pub(super) fn catalogue_name(written: &str) -> String {
    let written = written.trim();
    // Some models put a namespace before the names of tools.
    let bare = NAMESPACES.iter().find_map(|space| written.strip_prefix(space)).unwrap_or(written);
    let plain = bare.to_ascii_lowercase().replace(['-', ' '], "_");
    let candidates = [written, bare, &plain];
    let known = candidates.into_iter().find(|name| find_spec(name).is_some());
    known.unwrap_or(bare).to_owned()
}

/// The name with only the characters that providers accept; a model may write anything.
pub(crate) fn sanitize_name(name: &str) -> String {
    let usable = |c: char| {
        if c.is_ascii_alphanumeric() || c == '_' || c == '-' { c } else { '_' }
    };
    name.chars().take(LONGEST_NAME).map(usable).collect()
}

const MOST_CALLS: usize = 64;
const LONGEST_ID: usize = 40;
const LONGEST_NAME: usize = 64;
const NAMESPACES: [&str; 6] = ["functions.", "tools.", "default_api.", "default_api:", "browser_", "webhand_"];
