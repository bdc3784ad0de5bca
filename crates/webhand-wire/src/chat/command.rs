//! The commands of the chat script.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use super::ChatAdapter;

/// A command and the adapter it is carried out with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct ChatCall {
    pub adapter: ChatAdapter,
    pub command: ChatCommand,
}

/// A command to the chat script. Only [`Self::Write`], [`Self::Clear`], [`Self::RemoveChips`] and [`Self::Watch`] take time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ChatCommand {
    /// Reports for each role how many of its candidates fit, and the state of the page. Answered by `Probed`.
    Probe {},
    /// Reads the composer. Answered by `Composer`.
    ReadComposer {},
    /// Writes once, waits until the editor has taken the text or `settle_ms` have passed, and answers with what the composer
    /// holds then (`Composer`). Never writes a second time.
    Write {
        text: String,
        place: WritePlace,
        way: WriteWay,
        /// At most 5,000.
        settle_ms: u32,
    },
    /// Empties the composer's text, through the editor, and answers with what it holds then (`Composer`).
    Clear { settle_ms: u32 },
    /// Removes the newest attachments until `keep` are left, and answers with `Composer`.
    RemoveChips { keep: u32, settle_ms: u32 },
    /// Focuses the composer with the caret behind its text, for text that the browser inserts. Answered by `Done`.
    Focus {},
    /// Presses the button or the key once. Answered by `Done`, or by an error if there is no such button or it is disabled;
    /// whether the message was sent is seen in the turns.
    Send { way: SendWay },
    /// Reads the turns: the user turn that contains `mark` and the newest answer after it. Answered by `Turns` as soon as
    /// the reading has another revision than `seen`, at the latest after `max_ms` (at most 25,000); at once without `seen`.
    Watch {
        mark: String,
        #[serde(default)]
        seen: Option<u32>,
        max_ms: u32,
    },
    /// Watches which elements the person writes into and presses, to learn where they are. Answered by `Learned`.
    Learn { step: LearnStep },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum WritePlace {
    /// The text takes the place of everything in the composer.
    Replace,
    /// Behind the last character.
    End,
}

/// How a text gets into an editor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum WriteWay {
    /// The setter of the prototype and an `input` event; for `textarea` and `input`.
    Setter,
    /// A `paste` event with plain text.
    Paste,
    /// `execCommand('insertText')`.
    Insert,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum SendWay {
    Button,
    Key,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum LearnStep {
    /// Begins anew.
    Begin,
    /// Reads what was learned so far, and goes on.
    Read,
    End,
}
