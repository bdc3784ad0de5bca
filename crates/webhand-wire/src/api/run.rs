//! A run in the API: how it is ordered, listed and answered.

use serde::{Deserialize, Serialize};

/// A task to carry out.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewRun {
    /// What is to be done, in plain words.
    pub task: String,
    /// Where to begin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub url: Option<String>,
    /// Who decides: literal, PROVIDER/MODEL or PROVIDER:URL#MODEL. An agent's key may not name a URL.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub brain: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub mode: Option<RunMode>,
    /// Origins where it may read, type and send without asking. Only with the owner's key.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub allow: Vec<String>,
    /// Origins where it may read without asking. Only with the owner's key.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub allow_read: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub limits: Option<RunLimits>,
    /// Runs with a higher priority start first; from -100 to 100.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<i32>"))]
    pub priority: i32,
    /// The named profile whose log-ins the run uses. Only with the owner's key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub profile: Option<String>,
    /// The same key again returns the run that it started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub idempotency_key: Option<String>,
}

/// How much the person wants to be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RunMode {
    /// Asks before every action that sends something.
    Careful,
    /// Asks where no grant covers the action.
    Autonomous,
}

/// When a run ends by itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RunLimits {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub steps: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub minutes: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub tokens: Option<u64>,
    /// US dollars, such as "0.50".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub cost: Option<String>,
}

/// The answer to a new run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StartedRun {
    pub id: String,
    /// False when the idempotency key named a run that was there already.
    pub created: bool,
}

/// One run in a list, and by itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunInfo {
    pub id: String,
    pub task: String,
    pub state: RunState,
    /// Milliseconds since 1970.
    pub started: u64,
    pub updated: u64,
    pub steps: u32,
    pub tokens: u64,
    /// US dollars, in millionths; of the tokens whose price is known.
    pub cost: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub question: Option<QuestionInfo>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub outcome: Option<OutcomeInfo>,
    /// How many runs start before this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub place: Option<u32>,
    /// Why the run is parked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub reason: Option<String>,
    /// The rest is known when a run is read by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub url: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub brain: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub mode: Option<RunMode>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub max_steps: Option<u32>,
}

/// Where a run stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RunState {
    /// Waits for its turn.
    Queued,
    Working,
    /// Waits for an answer of the person.
    Waiting,
    /// The person has the browser.
    TakenOver,
    Paused,
    /// Nobody works on it, and it does not go on by itself.
    Parked,
    Over,
}

/// A question that waits for the person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QuestionInfo {
    /// Repeated in the answer, so that an answer cannot meet another question.
    pub no: u64,
    pub topic: QuestionTopic,
    pub text: String,
    /// What exactly would be sent, where to.
    #[serde(default)]
    pub details: Vec<String>,
    /// Names and values, uncut as far as they are known.
    #[serde(default)]
    pub content: Vec<[String; 2]>,
    /// Answers to choose from.
    #[serde(default)]
    pub options: Vec<String>,
    /// The kind that a yes may cover for the rest of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub this_kind: Option<String>,
}

/// What a question is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum QuestionTopic {
    /// The guard wants a yes or no. Only the owner's key may answer.
    Approval,
    /// The brain wants to know something.
    Brain,
    /// Something is to be entered that the brain must not see.
    Secret,
    /// The person has the browser; a yes gives it back.
    HandOver,
    /// The budget is spent; a yes gives as much again.
    Budget,
    /// The run needs the browser's debugger; a yes lets it use that from now on.
    Debugger,
}

/// The answer to a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The `no` of the question.
    pub question: u64,
    pub answer: AnswerWord,
    /// The words of a `text`, or the secret of a `secret`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub text: Option<String>,
}

/// The kind of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AnswerWord {
    Yes,
    /// Yes to this and to every request of the same kind in this run.
    YesToKind,
    No,
    Text,
    Secret,
}

/// What the person says to the brain of a run. It answers no question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PersonWords {
    /// At most 1,000 characters of it are kept.
    pub text: String,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OutcomeInfo {
    pub kind: OutcomeKind,
    pub text: String,
    #[serde(default)]
    pub evidence: Vec<String>,
}

/// The kind of an end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum OutcomeKind {
    Done,
    /// A part is done; the text says what is not.
    Partly,
    /// The brain claims to be done; the evidence does not show it.
    Unproven,
    Failed,
    Refused,
    InDoubt,
    /// A limit of the run was reached.
    Limit,
    Cancelled,
}

/// A part of the list of runs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunPage {
    pub runs: Vec<RunInfo>,
    /// The `before` of the next page; none after the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub next: Option<String>,
}
