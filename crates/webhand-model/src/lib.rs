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
    Action, ActionClass, ActionGroup, ActionInput, ActionKind, ActionProperties, ActionSpec, ActionSubject, Aiming,
    Alias, AllowedBy, BrainMessage, BrainMessageKind, Button, Change, ClickCount, Content, ContentField, ContentKind,
    Decision, Derivation, DerivedFigure, Direction, ElementCheck, ElementProperty, EvidenceClaim, Facts, FailCode,
    FieldKind, Form, HeldRequest, ModelOffer, Modifier, MouseHold, MouseVerb, NameCheck, Offset, Outcome,
    OutcomeStatus, PageContact, Parameter, ParameterKind, ParameterSpec, Point, Region, Repetition, RequestCause,
    RequestRecord, RowLimit, SentKind, SentRequest, TabVerb, TargetFacts, TokenBudget, ToolCallError, ToolListing,
    ViewChange, WaitMs, catalogue, edit_distance, find_spec, offered_actions,
};
pub use address::{AddressError, Origin, OriginPattern, WebUrl, is_localhost};
pub use extract::{AnswerSchema, DataField, DataRecord, ExtractError, PageData, RecordSet, SchemaMismatch, extract};
pub use ids::{
    ApprovalId, ApprovalIdError, DocumentId, EffectNo, HeldRequestId, Millis, Rev, RunId, RunIdError, Seq, TabId,
};
pub use render::{RenderOptions, RenderedSnapshot, changes_missing_from};
pub use run::{
    ApprovalMode, Approver, BrainAnswer, BrowserOwner, Caution, ChainBreak, ChainHash, ChainHashError, ChainState,
    ChatExchange, DecisionSource, EarlierObservation, Event, EventKind, EvidenceLine, Grant, GuardRules, Input, Intent,
    JournalEnd, JournalLine, Limits, Money, MoneyError, Observation, ObservationMode, OnBudgetSpent, Permission,
    PersonReply, PersonalValue, PictureSource, ProcessInfo, Prompt, PromptPicture, Question, QuestionKind, Redaction,
    ReplyChannel, ReplySource, RequestQuestions, RunOutcome, RunRules, RunStatus, RunSummary, SamePicture, SavedTool,
    SavedToolError, SiteHint, SiteHintError, StartLevel, Task, ToolCall, ToolResult, Turn, Usage, Visibility,
    verify_chain,
};
pub use secret::{Secret, SecretError, SecretName, SecretUse};
pub use snapshot::{
    ElementQuery, NativeDialog, Node, NodeState, PageState, Ref, RefBook, RefResolver, Snapshot, TabInfo, TabOwner,
    UnknownRef, Viewport,
};
pub use text::{
    Accents, ClockTime, Date, DateOrder, FoundNumber, LoneSeparator, NumberError, Spacing, clean, clean_value,
    count_tokens, escape_unseen, find_number, fold_text, fold_with, normalize_number, paginate_text, quote, truncate,
};

#[cfg(test)]
mod tests;
