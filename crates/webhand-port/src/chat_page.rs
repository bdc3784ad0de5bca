//! The chat port: a chat page that a person gave to a brain.
//!
//! The page belongs to no run: no guard judges it, and no call of a run can name it. Only its brain writes there.

use std::time::Duration;

use futures_util::future::BoxFuture;
use futures_util::lock::Mutex;
use webhand_model::Millis;

use crate::BrainError;

/// One chat page, what is kept about it, and the time. Everything is opened with its first use.
///
/// The page script is asked in its own words, the JSON of `webhand_wire::chat`, because nothing on the way may read them.
pub trait ChatPage: Send + Sync {
    /// Shows this address in the chat's tab, and opens the tab if there is none. A tab that shows the address already stays
    /// as it is; a tab is never closed or loaded again.
    fn open<'a>(&'a self, address: &'a str) -> BoxFuture<'a, Result<(), ChatPageError>>;

    /// Sends one call to the script in the page and returns its reply.
    fn call<'a>(&'a self, call: &'a str, within: Duration) -> BoxFuture<'a, Result<String, ChatPageError>>;

    /// Inserts text at the focus of the page as the browser itself does it.
    fn insert_text<'a>(&'a self, text: &'a str) -> BoxFuture<'a, Result<(), ChatPageError>>;

    /// The note that was kept last, also by a process that is gone.
    fn recall(&self) -> BoxFuture<'_, Option<String>>;

    /// Keeps a note. When this returns, the note survives the end of the process.
    fn keep<'a>(&'a self, note: &'a str) -> BoxFuture<'a, Result<(), ChatPageError>>;

    /// Shows the person in one line what the chat does, or what they can do. `false` where nobody looks; then it goes with
    /// the live text of the run.
    fn show(&self, status: &str) -> bool;

    /// The time, from any beginning.
    fn now(&self) -> Millis;

    fn pause(&self, time: Duration) -> BoxFuture<'_, ()>;

    /// A number that no page can guess.
    fn random(&self) -> u64;

    /// The lock that a writer to the chat holds, because the brains of a run may share one chat.
    fn turns(&self) -> &ChatTurns;
}

/// When the last message was sent to a chat. It is locked for the time of a message and its answer.
pub type ChatTurns = Mutex<Option<Millis>>;

/// Provides the chat pages of one run.
pub trait ChatPages: Send + Sync {
    /// The page for the chat of this name. Nothing is opened yet.
    ///
    /// # Errors
    /// When chats cannot be used here.
    fn page(&self, name: &str) -> Result<std::sync::Arc<dyn ChatPage>, BrainError>;
}

/// Why a chat page did not do what it was asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChatPageError {
    /// The tab was closed, or the browser is gone.
    #[error("the tab of the chat is gone; resume the run to open it again")]
    Gone,
    /// The document changed while it was asked; the call may or may not have been carried out.
    #[error("the chat page was loaded anew")]
    Reloaded,
    #[error("the chat page does not answer; look whether it hangs")]
    NoAnswer,
    #[error("the chat page cannot be opened: {0}")]
    NotOpened(String),
    #[error("this browser cannot do that in a chat page")]
    Unsupported,
    #[error("what is known of the chat cannot be kept: {0}")]
    NotKept(String),
}
