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

pub use action::{Action, Button, Direction, GetWhat, IsWhat, Modifier, MouseVerb, TabVerb};
pub use address::{AddressError, Origin, OriginPattern, WebUrl, is_own_machine};
pub use catalogue::{
    Alias, CallError, Class, Decision, Group, ParameterSpec, Spec, Talk, catalogue, find_spec, offered,
};
pub use count::tokens;
pub use event::{Event, Input, Intent, What};
pub use exchange::Exchange;
pub use extract::{Blank, ExtractError, Misfit, extract};
pub use facts::{Facts, FieldKind, Form, HeldRequest, TargetFacts};
pub use find::Sought;
pub use fold::fold;
pub use hint::{Hint, HintError};
pub use ids::{ApprovalId, ApprovalIdError, DocumentId, EffectNo, HeldId, Millis, Rev, RunId, RunIdError, Seq, TabId};
pub use nearest::distance;
pub use outcome::{Change, End, FailCode, Outcome};
pub use owner::Owner;
pub use parameter::{Clicks, Count, Kind, Offset, Parameter, Pause, Point, Region, Tokens};
pub use prompt::{Answer, Call, CallResult, Caution, Earlier, Observation, Prompt, Shown, Turn};
pub use record::{Field, PageData, Record, RecordSet};
pub use reference::{Ref, RefBook, Refs};
pub use render::{Rendered, Rendering};
pub use secret::{Secret, SecretError, SecretName, SecretUse};
pub use snapshot::{NativeDialog, Node, PageState, Snapshot, TabInfo, UnknownRef, Viewport};
pub use summary::{RunSummary, Status};
pub use talk::{Ending, Question, QuestionKind, Reply, Visibility};
pub use task::{Driver, Grant, Limits, May, Mode, Sight, Task, WhenSpent};
pub use text::{clean, clean_value, cut, portion, quote};
pub use usage::{Money, NotMoney, Usage};

#[cfg(test)]
mod tests;
