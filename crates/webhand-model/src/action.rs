//! Actions: what a brain or an agent can ask for, how a call is parsed, and what comes of it.
//!
//! Start at [`Action`] (`page_action.rs`), the list from which every surface is made. [`Decision::parse`] turns a call into
//! an action, [`Facts`] are what the guard judges it by, [`Outcome`] is what the browser answers. Nothing here judges or
//! performs an action.

mod brain_message;
mod catalogue;
pub(crate) mod decision;
pub(crate) mod define;
mod facts;
mod outcome;
mod page_action;
mod parameter;
mod sent_request;
mod suggest;

pub use brain_message::BrainMessage;
pub use catalogue::{
    ActionClass, ActionGroup, ActionSpec, Alias, ParameterSpec, catalogue, find_spec, offered_actions,
};
pub use decision::{Decision, ToolCallError};
pub use facts::{Facts, FieldKind, Form, HeldRequest, TargetFacts};
pub use outcome::{Change, FailCode, Outcome, OutcomeStatus};
pub use page_action::{Action, Button, Direction, ElementCheck, ElementProperty, Modifier, MouseVerb, TabVerb};
pub use parameter::{ClickCount, Offset, Parameter, ParameterKind, Point, Region, RowLimit, TokenBudget, WaitMs};
pub use sent_request::{AllowedBy, SentKind, SentRequest};
pub use suggest::edit_distance;
