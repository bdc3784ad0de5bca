//! An adapter: where the parts of one chat site are, as data.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// Where the parts of one chat site are. The candidates of a role stand in the order in which they are tried; the first one
/// that finds an element counts, and marks are looked for with all of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(default, deny_unknown_fields)]
pub struct ChatAdapter {
    /// The name in `chat-tab:NAME`.
    pub name: String,
    /// The name that a person knows.
    pub title: String,
    /// The date when it was last compared with the site, as `2026-08-14`.
    pub checked: String,
    /// The hosts of the site, without port. Empty for an adapter that fits any host.
    pub hosts: Vec<String>,
    /// The address of a new, empty chat.
    pub new_chat: String,
    pub editor: ChatEditor,
    pub send_key: ChatSendKey,
    /// The key in the page's `localStorage` whose text contains [`Self::ctrl_enter_mark`] where Ctrl+Enter sends.
    pub send_key_setting: String,
    pub ctrl_enter_mark: String,
    /// The most characters of one paste; a longer one becomes an attachment. 0 if there is no such limit.
    pub paste_limit: u32,
    /// The most characters of a message.
    pub message_limit: u32,
    /// The sentence about automated use that a person reads before the site is switched on.
    pub terms: String,
    /// The element that is written into.
    pub composer: Vec<ChatCandidate>,
    /// The element around the composer, its buttons and its attachments. Without a candidate that fits: the composer's form,
    /// or its nearest ancestor with a button in it.
    pub composer_area: Vec<ChatCandidate>,
    /// The button that sends; looked for in the composer area first.
    pub send: Vec<ChatCandidate>,
    /// The button that stops an answer; looked for in the composer area only.
    pub stop: Vec<ChatCandidate>,
    /// The container of a message of the person.
    pub user_turn: Vec<ChatCandidate>,
    /// The text of that message, inside the container; the container itself if none fits.
    pub user_text: Vec<ChatCandidate>,
    /// The container of an answer, with its action bar and its thinking.
    pub assistant_turn: Vec<ChatCandidate>,
    /// The text of an answer, inside the container; the container itself if none fits. All elements of the first candidate
    /// that fits are read, in their order.
    pub answer: Vec<ChatCandidate>,
    /// A code block, inside the answer.
    pub code: Vec<ChatCandidate>,
    /// The element that holds the lines of a code block, inside the block; the block itself if none fits.
    pub code_text: Vec<ChatCandidate>,
    /// Regions of a turn that are never read: thinking, headings for screen readers, buttons.
    pub thinking: Vec<ChatCandidate>,
    /// Marks on or inside a turn that stand there only when the answer is over.
    pub end_mark: Vec<ChatCandidate>,
    /// Marks on or inside a turn, or in the composer area, that stand there only while the answer is under way.
    pub busy_mark: Vec<ChatCandidate>,
    /// An attachment, in the composer area.
    pub chip: Vec<ChatCandidate>,
    /// The button that removes an attachment, inside it.
    pub chip_remove: Vec<ChatCandidate>,
    /// Marks of a page that nobody is signed in to. They count even if a composer is visible.
    pub signed_out: Vec<ChatCandidate>,
    /// Marks of a reached limit. The text of the found element is reported.
    pub limit: Vec<ChatCandidate>,
    /// Marks of a page that stops automated use or asks for a proof that a person is there.
    pub blocked: Vec<ChatCandidate>,
    /// Marks of an answer or a request that failed. The text of the found element is reported.
    pub failed: Vec<ChatCandidate>,
    /// Dialogs that only the person answers: consent, "discard changes?". The text of the found element is reported.
    pub dialog: Vec<ChatCandidate>,
}

/// One way to find an element or a mark. At least one of `css`, `address` and `page_title` is not empty, and everything that
/// is not empty has to fit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(default, deny_unknown_fields)]
pub struct ChatCandidate {
    /// A selector; only elements that are painted fit.
    pub css: String,
    /// The element's text or label contains one of these words, in any case.
    pub words: Vec<String>,
    /// The address of the page contains this text.
    pub address: String,
    /// The title of the page contains this text.
    pub page_title: String,
    /// When it was seen on the site: `2026-08`, or `learned`.
    pub seen: String,
}

/// The parts of an adapter that are found by candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum ChatRole {
    Composer,
    ComposerArea,
    Send,
    Stop,
    UserTurn,
    UserText,
    AssistantTurn,
    Answer,
    Code,
    CodeText,
    Thinking,
    EndMark,
    BusyMark,
    Chip,
    ChipRemove,
    SignedOut,
    Limit,
    Blocked,
    Failed,
    Dialog,
}

/// The kind of a composer, which decides how it is written into.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum ChatEditor {
    /// As the element looks: the script reports the kind that it recognises.
    #[default]
    Any,
    /// A `textarea` or `input`.
    Textarea,
    Prosemirror,
    Lexical,
    Quill,
    /// Any other `contenteditable`.
    Editable,
}

/// The key that sends a message.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum ChatSendKey {
    #[default]
    Enter,
    CtrlEnter,
    /// Enter, unless the page's own setting says Ctrl+Enter.
    BySetting,
    /// No key sends.
    None,
}
