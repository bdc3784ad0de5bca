//! The vocabulary of webhand: task, snapshot, ref, action, outcome, question and journal event.
//!
//! Every other crate speaks in these types. Nothing here performs anything, reads a clock, a file or the network, or
//! makes up an id. Every text that came from a page is cleaned before it is shown to anyone.
//!
//! Start at [`Action`] for what can be done, [`Snapshot`] for what is seen, [`Event`] for what a run writes down. Names
//! in serialised form are those of older journals; where a Rust name differs, a `serde(rename)` stands beside it.

mod action;
mod address;
mod extract;
mod ids;
mod render;
mod run;
mod secret;
mod snapshot;
mod text;

pub use action::{
    Action, ActionClass, ActionGroup, ActionSpec, Alias, BrainMessage, Button, Change, ClickCount, Decision, Direction,
    ElementCheck, ElementProperty, Facts, FailCode, FieldKind, Form, HeldRequest, Modifier, MouseVerb, Offset, Outcome,
    OutcomeStatus, Parameter, ParameterKind, ParameterSpec, Point, Region, RequestCause, RowLimit, TabVerb,
    TargetFacts, TokenBudget, ToolCallError, WaitMs, catalogue, edit_distance, find_spec, offered_actions,
};
pub use address::{AddressError, Origin, OriginPattern, WebUrl, is_localhost};
pub use extract::{AnswerSchema, DataField, DataRecord, ExtractError, PageData, RecordSet, SchemaMismatch, extract};
pub use ids::{
    ApprovalId, ApprovalIdError, DocumentId, EffectNo, HeldRequestId, Millis, Rev, RunId, RunIdError, Seq, TabId,
};
pub use render::{RenderOptions, RenderedSnapshot};
pub use run::{
    ApprovalMode, BrainAnswer, Caution, ChatExchange, DecisionSource, EarlierObservation, Event, EventKind, Grant,
    Input, Intent, Limits, Money, MoneyError, Observation, ObservationMode, OnBudgetSpent, Permission, PersonReply,
    PictureSource, Prompt, Question, QuestionKind, RunOutcome, RunStatus, RunSummary, SiteHint, SiteHintError, Task,
    ToolCall, ToolResult, Turn, Usage, Visibility,
};
pub use secret::{Secret, SecretError, SecretName, SecretUse};
pub use snapshot::{
    ElementQuery, NativeDialog, Node, NodeState, PageState, Ref, RefBook, RefResolver, Snapshot, TabInfo, TabOwner,
    UnknownRef, Viewport,
};
pub use text::{
    Accents, ClockTime, Date, DateOrder, FoundNumber, LoneSeparator, NumberError, Spacing, clean, clean_value,
    count_tokens, find_number, fold_text, fold_with, normalize_number, paginate_text, quote, truncate,
};

#[cfg(test)]
mod tests;
