//! A run as it is written down: its task, its journal, what its brain is given and what the person is asked.
//!
//! Start at [`Event`]: a run is the fold of the inputs in its journal. The state machine that folds them is
//! `webhand-run`; nothing here decides how a run goes on.

mod chain;
mod chat_exchange;
mod event;
mod evidence_line;
mod prompt;
mod question;
mod reply_source;
mod saved_tool;
mod site_hint;
mod summary;
mod task;
mod usage;

pub use chain::{ChainBreak, ChainHash, ChainHashError, ChainState, JournalEnd, JournalLine, verify_chain};
pub use chat_exchange::ChatExchange;
pub use event::{Approver, Event, EventKind, Input, Intent};
pub use evidence_line::EvidenceLine;
pub use prompt::{
    BrainAnswer, Caution, EarlierObservation, Observation, PersonalValue, PictureSource, Prompt, PromptPicture,
    SamePicture, ToolCall, ToolResult, Turn,
};
pub use question::{PersonReply, Question, QuestionKind, RunOutcome, Visibility};
pub use reply_source::{ProcessInfo, ReplyChannel, ReplySource};
pub use saved_tool::{SavedTool, SavedToolError};
pub use site_hint::{SiteHint, SiteHintError};
pub use summary::{RunStatus, RunSummary};
pub use task::{
    ApprovalMode, BrowserOwner, DecisionSource, Grant, GuardRules, Limits, ObservationMode, OnBudgetSpent, Permission,
    Redaction, RequestQuestions, RunRules, StartLevel, Task,
};
pub use usage::{Money, MoneyError, Usage};
