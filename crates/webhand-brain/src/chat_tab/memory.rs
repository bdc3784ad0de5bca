//! The memory of a chat that survives the end of a process: where the chat is, and which message is on its way.
//!
//! It is kept beside the run's journal and never in the page. Invariant: a message is kept before the composer is written
//! into and before anything is pressed, so the next process looks for it in the chat before it says anything.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct ChatMemory {
    /// The random number that all marks follow from.
    pub seed: u64,
    /// The number of the next message.
    pub next: u32,
    /// The name of the adapter in use.
    pub adapter: String,
    /// The address of the chat; empty before the first answer.
    pub chat: String,
    /// The messages and characters that this chat holds.
    pub messages: u32,
    pub characters: usize,
    /// The number of turns that the chat knows, with the one that was answered last; none if it knows nothing yet.
    pub known_turns: Option<usize>,
    /// The number of turns before the first message of this chat.
    pub first_turn: usize,
    pub pending: Option<PendingMessage>,
}

/// A message, perhaps in several parts, that is being written, sent or answered.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct PendingMessage {
    /// The decision that it is for.
    pub step: String,
    /// The number of the first of the parts that are left.
    pub number: u32,
    /// The texts of the parts that are left, without marks.
    pub texts: Vec<String>,
    /// The number of all parts.
    pub parts: usize,
    pub stage: Stage,
    /// The person's own text in the composer.
    pub draft: String,
    /// How often the person was asked whether it was sent, because nobody else can tell.
    pub asked: u32,
}

impl PendingMessage {
    pub fn may_be_sent(&self) -> bool {
        match self.stage {
            Stage::Planned | Stage::Writing => false,
            Stage::Sending | Stage::Answered => true,
        }
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Stage {
    #[default]
    Planned,
    Writing,
    /// It may have been sent.
    Sending,
    /// Its answer was handed to the run.
    Answered,
}

impl ChatMemory {
    pub fn parse(note: &str) -> Option<Self> {
        serde_json::from_str(note).ok()
    }

    pub fn write(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Forgets the message that is on its way. One that may have been sent keeps its number, and with it its marks.
    pub fn give_up_message(&mut self) {
        if let Some(way) = self.pending.take().filter(PendingMessage::may_be_sent) {
            self.next = self.next.max(way.number + 1);
        }
    }

    /// Forgets the chat, so that the next message opens another.
    pub fn leave_chat(&mut self) {
        self.chat.clear();
        self.messages = 0;
        self.characters = 0;
        self.known_turns = None;
    }

    /// Whether the chat has become so long that another is opened.
    pub fn is_long(&self) -> bool {
        self.messages >= MOST_MESSAGES || self.characters >= MOST_CHARACTERS
    }
}

const MOST_MESSAGES: u32 = 80;
const MOST_CHARACTERS: usize = 300_000;
