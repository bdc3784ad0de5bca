//! The replies of the chat script.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use super::{ChatCandidate, ChatEditor, ChatRole};

/// The answer to a [`ChatCommand`](super::ChatCommand), of the kind that belongs to it, or an error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ChatReply {
    Probed(ProbeReport),
    Composer(ComposerReading),
    Turns(TurnReading),
    Learned {
        roles: Vec<LearnedRole>,
        /// Whether a message was sent since `Begin`, as far as the script saw it.
        sent: bool,
    },
    /// The command was performed and has no result.
    Done {},
    /// Nothing was done, or the message says how far it came.
    Error {
        code: ChatErrorCode,
        message: String,
    },
}

/// Why the chat script did not perform a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum ChatErrorCode {
    /// No candidate finds the composer.
    NoComposer,
    /// No candidate finds the button, or the adapter has no key.
    NoSend,
    /// The send button is there and disabled.
    SendDisabled,
    /// The way to write does not fit the editor.
    WrongWay,
    /// An attachment has no button that removes it.
    NoRemoval,
    /// The call or its adapter cannot be read; the message says what is wrong.
    BadCall,
    /// A bug in the script or a page that breaks it; the message carries the details.
    Internal,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct ProbeReport {
    /// One entry for each role that has candidates, in the order of [`ChatRole`].
    pub roles: Vec<ProbedRole>,
    pub state: ChatPageState,
    /// The kind of the composer that was found; `any` without one.
    pub editor: ChatEditor,
    pub address: String,
    /// Whether the document is hidden.
    pub hidden: bool,
    pub language: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct ProbedRole {
    pub role: ChatRole,
    pub candidates: u32,
    /// How many of the candidates fit.
    pub fitting: u32,
    /// How many elements the first fitting one finds.
    pub elements: u32,
}

/// What the page is, before any turn is looked at. The first that applies counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ChatPageState {
    Blocked {
        text: String,
    },
    SignedOut {},
    Limit {
        /// The text of the dialog or banner, at most 500 characters; an hour or date in it is read by the brain.
        text: String,
    },
    Dialog {
        text: String,
    },
    /// The composer is not found.
    Changed {},
    Failed {
        text: String,
    },
    Ready {},
}

/// What the composer holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct ComposerReading {
    /// Paragraphs and line breaks as `\n`, without placeholder and without the empty last paragraph of an editor.
    pub text: String,
    /// The number of attachments.
    pub chips: u32,
    pub send: SendControl,
    pub editor: ChatEditor,
    /// Whether a stop control stands in the composer area.
    pub stop: bool,
    pub state: ChatPageState,
    pub hidden: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum SendControl {
    Absent,
    Disabled,
    Enabled,
}

/// The turn that is under way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct TurnReading {
    /// Another number whenever anything of this reading but `quiet_ms` is another; for `Watch { seen }`.
    pub revision: u32,
    /// The number of user turns on the page, also of those that are not painted.
    pub user_turns: u32,
    /// The newest user turn that contains the mark.
    pub user: Option<UserTurn>,
    /// The newest answer behind that user turn, and before any other user turn.
    pub assistant: Option<AssistantTurn>,
    /// Whether a stop control stands in the composer area.
    pub stop: bool,
    /// The milliseconds since the text of the answer, its marks or the stop control last changed.
    pub quiet_ms: u32,
    pub state: ChatPageState,
    pub address: String,
    pub hidden: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct UserTurn {
    /// Whether no other user turn stands behind it.
    pub newest: bool,
    /// The number of characters of its text.
    pub length: u32,
    /// The first and last characters, at most 200 each.
    pub head: String,
    pub tail: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct AssistantTurn {
    /// What the answer shows, without thinking; at most 200 blocks and 200,000 characters.
    pub blocks: Vec<AnswerBlock>,
    pub end_mark: EndMark,
    /// Whether a busy mark is there.
    pub busy_mark: bool,
    /// Whether there is thinking in the turn.
    pub thinking: bool,
}

/// Whether the turn says that it is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum EndMark {
    /// The adapter has no end marks.
    Unknown,
    Absent,
    There,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct AnswerBlock {
    pub kind: AnswerBlockKind,
    /// The language that the page names for a code block; empty if none.
    pub language: String,
    /// A code block line by line, without its header; other blocks as their visible text.
    pub text: String,
    /// Whether all of it is there; an editor may hold only the lines that are visible.
    pub whole: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum AnswerBlockKind {
    Text,
    Code,
    /// Inside a `blockquote`.
    Quote,
}

/// The candidates for one role that the person's own use of the page suggests, the steadiest first: id, `data-testid`, tag
/// and role, position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct LearnedRole {
    pub role: ChatRole,
    pub candidates: Vec<ChatCandidate>,
}
