//! Actions: what a brain or an agent can ask for, how a call is parsed, and what comes of it.
//!
//! Start at [`Action`] (`page_action.rs`), the list from which every surface is made. [`Decision::parse`] turns a call into
//! an action, [`Facts`] are what the guard judges it by, [`Outcome`] is what the browser answers. Nothing here judges or
//! performs an action.

mod action_input;
mod action_subject;
mod brain_message;
mod catalogue;
mod cause;
mod content;
pub(crate) mod decision;
pub(crate) mod define;
mod evidence_claim;
mod facts;
mod outcome;
mod page_action;
mod parameter;
mod properties;
mod request_record;
mod sent_request;
mod suggest;

pub use action_input::ActionInput;
pub use action_subject::ActionSubject;
pub use brain_message::{BrainMessage, BrainMessageKind};
pub use catalogue::{
    ActionClass, ActionGroup, ActionSpec, Alias, ParameterSpec, catalogue, find_spec, offered_actions,
};
pub use cause::RequestCause;
pub use content::{Content, ContentField, ContentKind};
pub use decision::{Decision, ToolCallError};
pub use evidence_claim::{Derivation, DerivedFigure, EvidenceClaim};
pub use facts::{Facts, FieldKind, Form, HeldRequest, TargetFacts};
pub use outcome::{Change, FailCode, Outcome, OutcomeStatus};
pub use page_action::{
    Action, ActionKind, Button, Direction, ElementCheck, ElementProperty, Modifier, MouseVerb, TabVerb,
};
pub use parameter::{ClickCount, Offset, Parameter, ParameterKind, Point, Region, RowLimit, TokenBudget, WaitMs};
pub use properties::{
    ActionProperties, Aiming, ModelOffer, MouseHold, NameCheck, PageContact, Repetition, ToolListing, ViewChange,
};
pub use request_record::RequestRecord;
pub use sent_request::{AllowedBy, SentKind, SentRequest};
pub use suggest::edit_distance;
