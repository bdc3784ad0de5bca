//! The script: the answers of the fake provider, in the structure of the script file.
//!
//! Invariant: a [`Script`] read by [`Script::parse`] or [`Script::load`] is within its bounds and every `{{name}}` in a
//! rule's turn is taken from the observation by that rule.

pub(crate) mod fault;
pub(crate) mod player;
pub(crate) mod rule;
pub(crate) mod stream_shape;

pub use fault::{Fault, FaultKind, RetryHint};
pub use rule::{Capture, Rule, RuleCondition};
pub use stream_shape::{CallOrder, LineEnding, MissingField, Split, StreamShape};

use std::{fs::File, io, io::Read as _, path::Path};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Everything the server needs to know before it starts.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Script {
    /// The only bearer key let in; without it any non-empty key is.
    #[serde(default)]
    pub key: Option<String>,
    /// The models that exist; when empty, every name is accepted and the list shows `fake`.
    #[serde(default)]
    pub models: Vec<String>,
    /// Top-level request fields accepted beyond the provider's own, for dialects such as `OpenRouter`'s `provider`.
    #[serde(default)]
    pub extra_fields: Vec<String>,
    /// How streams are cut, unless a turn says otherwise.
    #[serde(default)]
    pub stream: StreamShape,
    pub plan: TurnSelection,
}

/// How the turn that answers a request is chosen.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(tag = "mode", rename_all = "snake_case", deny_unknown_fields)]
pub enum TurnSelection {
    /// The turns in order, one for each good request.
    Script { turns: Vec<ScriptedTurn> },
    /// The first rule that fits the newest observation.
    Rule { rules: Vec<Rule> },
}

impl Default for TurnSelection {
    fn default() -> Self {
        Self::Script { turns: Vec::new() }
    }
}

/// One answer of the model. An empty turn is an answer with neither text nor calls, which real models give too.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ScriptedTurn {
    /// The model's thoughts before the answer. Providers sign them and want them back unchanged; formats without thoughts
    /// leave them out.
    #[serde(default)]
    pub thoughts: Vec<String>,
    /// The pieces the text is streamed in; joined when not streamed.
    #[serde(default)]
    pub text: Vec<String>,
    #[serde(default)]
    pub calls: Vec<ScriptedCall>,
    #[serde(default)]
    pub refusal: Option<String>,
    /// Without it: `tool_calls` if there are calls, else `stop`.
    #[serde(default)]
    pub finish: Option<FinishReason>,
    #[serde(default)]
    pub usage: ScriptedUsage,
    #[serde(default)]
    pub stream: Option<StreamShape>,
    #[serde(default)]
    pub fault: Option<Fault>,
}

/// A tool call of a turn. Without an id it gets one that is unique in this server.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ScriptedCall {
    pub name: String,
    #[serde(default)]
    pub args: CallArguments,
    #[serde(default)]
    pub id: Option<String>,
}

/// The arguments: an object, or the raw text a sloppy model would write (`""`, broken JSON).
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(untagged)]
pub enum CallArguments {
    Object(Map<String, Value>),
    Raw(String),
}

impl Default for CallArguments {
    fn default() -> Self {
        Self::Object(Map::new())
    }
}

/// Why the model stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FinishReason {
    Stop,
    ToolCalls,
    Length,
    ContentFilter,
    /// The reason that routers give when the model behind them failed.
    Error,
    /// No reason is given at all, as some compatible servers do.
    Missing,
}

/// Tokens reported for a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct ScriptedUsage {
    pub input: u64,
    pub cached: u64,
    pub output: u64,
    pub reasoning: u64,
}

impl Default for ScriptedUsage {
    fn default() -> Self {
        Self { input: 100, cached: 0, output: 10, reasoning: 0 }
    }
}

/// Why a script cannot be played.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ScriptError {
    #[error("cannot read the script file; check its path")]
    Unreadable(#[source] io::Error),
    #[error("the script is larger than {MAX_SCRIPT_BYTES} bytes; shorten it")]
    TooLarge,
    #[error("the script is not in the script format; mend the place named: {0}")]
    Malformed(#[source] serde_json::Error),
    #[error("{place}: {problem}")]
    Invalid { place: String, problem: String },
}

impl Script {
    /// A script that answers with these turns in order.
    #[must_use]
    pub fn from_turns(turns: impl IntoIterator<Item = ScriptedTurn>) -> Self {
        Self { plan: TurnSelection::Script { turns: turns.into_iter().collect() }, ..Self::default() }
    }

    /// A script that answers by the first rule that fits.
    #[must_use]
    pub fn from_rules(rules: impl IntoIterator<Item = Rule>) -> Self {
        Self { plan: TurnSelection::Rule { rules: rules.into_iter().collect() }, ..Self::default() }
    }

    /// Reads a script from its JSON text.
    ///
    /// # Errors
    /// When the text is too large, not in the format, or asks for something that cannot be played.
    pub fn parse(text: &str) -> Result<Self, ScriptError> {
        if text.len() > MAX_SCRIPT_BYTES {
            return Err(ScriptError::TooLarge);
        }
        let script: Self = serde_json::from_str(text).map_err(ScriptError::Malformed)?;
        script.check()?;
        Ok(script)
    }

    /// Reads a script file.
    ///
    /// # Errors
    /// As [`Script::parse`], and when the file cannot be read.
    pub fn load(path: &Path) -> Result<Self, ScriptError> {
        let limit = MAX_SCRIPT_BYTES as u64 + 1;
        let mut text = String::new();
        let file = File::open(path).map_err(ScriptError::Unreadable)?;
        file.take(limit).read_to_string(&mut text).map_err(ScriptError::Unreadable)?;
        Self::parse(&text)
    }

    pub(crate) fn check(&self) -> Result<(), ScriptError> {
        self.stream.check().map_err(|problem| invalid("stream", problem))?;
        match &self.plan {
            TurnSelection::Script { turns } => turns.iter().enumerate().try_for_each(|(index, turn)| {
                turn.check().map_err(|problem| invalid(format!("turn {index}"), problem))
            }),
            TurnSelection::Rule { rules } => rules.iter().enumerate().try_for_each(|(index, rule)| {
                rule.check().map_err(|problem| invalid(format!("rule {index}"), problem))
            }),
        }
    }
}

impl ScriptedTurn {
    /// A turn that only says something.
    #[must_use]
    pub fn says(text: &str) -> Self {
        Self { text: vec![text.to_owned()], ..Self::default() }
    }

    /// A turn with one tool call; `args` is an object, anything else is sent as its raw text.
    #[must_use]
    pub fn calls(name: &str, args: Value) -> Self {
        Self::default().and_calls(name, args)
    }

    /// The same turn with one more call.
    #[must_use]
    pub fn and_calls(mut self, name: &str, args: Value) -> Self {
        let args = match args {
            Value::Object(map) => CallArguments::Object(map),
            Value::String(raw) => CallArguments::Raw(raw),
            other @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_)) => {
                CallArguments::Raw(other.to_string())
            }
        };
        self.calls.push(ScriptedCall { name: name.to_owned(), args, id: None });
        self
    }

    /// The same turn after a thought.
    #[must_use]
    pub fn thinking(mut self, thought: &str) -> Self {
        self.thoughts.push(thought.to_owned());
        self
    }

    /// The same turn behind a fault.
    #[must_use]
    pub fn with_fault(mut self, fault: Fault) -> Self {
        self.fault = Some(fault);
        self
    }

    /// The same turn, streamed in its own way.
    #[must_use]
    pub fn streamed(mut self, shape: StreamShape) -> Self {
        self.stream = Some(shape);
        self
    }

    pub(crate) fn check(&self) -> Result<(), String> {
        self.stream.as_ref().map_or(Ok(()), StreamShape::check)?;
        self.fault.as_ref().map_or(Ok(()), Fault::check)
    }
}

fn invalid(place: impl Into<String>, problem: String) -> ScriptError {
    ScriptError::Invalid { place: place.into(), problem }
}

const MAX_SCRIPT_BYTES: usize = 4 << 20;
