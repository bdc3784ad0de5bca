//! Keeps personal data from an outside agent whose person asked for it: the agent reads placeholders, and what it writes gets
//! the values back before anything is judged, done or recorded.
//!
//! Invariant: a reply in which something cannot be replaced is not given. Pictures are withheld, because nobody knows what
//! can be read in them.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use serde::de::DeserializeOwned;
use webhand_guard::PersonalData;
use webhand_model::{Outcome, Question, ToolCall};

use crate::session::CallReply;

/// The placeholders of one agent.
#[derive(Default)]
pub struct AgentRedaction {
    table: Mutex<PersonalData>,
}

impl AgentRedaction {
    /// A call of the agent with the values that its placeholders stand for.
    pub(crate) fn restore(&self, mut call: ToolCall) -> ToolCall {
        self.table().restore_json(&mut call.arguments);
        call
    }

    /// A reply as the agent may read it.
    pub(crate) fn reply(&self, reply: CallReply) -> CallReply {
        match reply {
            CallReply::Outcome { outcome, picture } => {
                let status = outcome.status;
                let mut outcome = self
                    .value(&*outcome)
                    .unwrap_or_else(|| Outcome { status, ..Outcome::in_doubt("what came of it cannot be shown") });
                if picture.is_some() || outcome.picture.take().is_some() {
                    outcome.text.push_str(NO_PICTURE);
                }
                CallReply::Outcome { outcome: Box::new(outcome), picture: None }
            }
            CallReply::NeedsApproval { id, question } => {
                let kind = question.kind.clone();
                let question = self.value(&question).unwrap_or_else(|| Question { kind, ..Question::default() });
                CallReply::NeedsApproval { id, question }
            }
        }
    }

    /// A text with placeholders.
    pub fn text(&self, text: &str) -> String {
        self.table().redact(text)
    }

    /// The same with placeholders in all of its texts; `None` if it is not the same with them.
    pub fn value<T: Serialize + DeserializeOwned>(&self, value: &T) -> Option<T> {
        let mut value = serde_json::to_value(value).ok()?;
        self.table().redact_json(&mut value);
        serde_json::from_value(value).ok()
    }

    fn table(&self) -> MutexGuard<'_, PersonalData> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

const NO_PICTURE: &str = " (the picture is withheld, because it may show personal data; go on with the text)";

#[cfg(test)]
mod tests;
