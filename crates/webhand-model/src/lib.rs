//! The words of webhand: what a task, a snapshot, a ref, an action and a journal line are.
//!
//! Invariants: nothing here performs anything or reads a clock; every text that came from a page is cleaned before it
//! is shown to anyone; a [`Ref`] is made only by a [`RefBook`] and found only through a [`Snapshot`].

mod action;
mod address;
mod catalogue;
mod count;
mod event;
mod exchange;
mod extract;
mod facts;
mod find;
mod fold;
mod hint;
mod ids;
mod nearest;
mod outcome;
mod owner;
mod parameter;
mod prompt;
mod record;
mod reference;
mod render;
mod secret;
mod snapshot;
mod summary;
mod talk;
mod task;
mod text;
mod usage;

pub use action::{Action, Button, Direction, ElementCheck, ElementProperty, Modifier, MouseVerb, TabVerb};
pub use address::{AddressError, Origin, OriginPattern, WebUrl, is_localhost};
pub use catalogue::{
    ActionClass, ActionGroup, ActionSpec, Alias, BrainMessage, Decision, ParameterSpec, ToolCallError, catalogue,
    find_spec, offered_actions,
};
pub use count::count_tokens;
pub use event::{Event, EventKind, Input, Intent};
pub use exchange::ChatExchange;
pub use extract::{AnswerSchema, ExtractError, SchemaMismatch, extract};
pub use facts::{Facts, FieldKind, Form, HeldRequest, TargetFacts};
pub use find::ElementQuery;
pub use fold::fold_text;
pub use hint::{SiteHint, SiteHintError};
pub use ids::{
    ApprovalId, ApprovalIdError, DocumentId, EffectNo, HeldRequestId, Millis, Rev, RunId, RunIdError, Seq, TabId,
};
pub use nearest::edit_distance;
pub use outcome::{Change, FailCode, Outcome, OutcomeStatus};
pub use owner::TabOwner;
pub use parameter::{ClickCount, Offset, Parameter, ParameterKind, Point, Region, RowLimit, TokenBudget, WaitMs};
pub use prompt::{
    BrainAnswer, Caution, EarlierObservation, Observation, PictureSource, Prompt, ToolCall, ToolResult, Turn,
};
pub use record::{DataField, DataRecord, PageData, RecordSet};
pub use reference::{Ref, RefBook, RefResolver};
pub use render::{RenderOptions, RenderedSnapshot};
pub use secret::{Secret, SecretError, SecretName, SecretUse};
pub use snapshot::{NativeDialog, Node, PageState, Snapshot, TabInfo, UnknownRef, Viewport};
pub use summary::{RunStatus, RunSummary};
pub use talk::{PersonReply, Question, QuestionKind, RunOutcome, Visibility};
pub use task::{ApprovalMode, Driver, Grant, Limits, ObservationMode, OnBudgetSpent, Permission, Task};
pub use text::{clean, clean_value, paginate_text, quote, truncate};
pub use usage::{Money, MoneyError, Usage};

#[cfg(test)]
mod tests;
