//! Learning where the parts of a chat page are, from one message that the person writes there: begun by a view and followed
//! by it, because it takes as long as the person does.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Serialize;
use webhand_brain::chat_tab::{LearnOutcome, learn, write_adapter};
use webhand_brain::spec::{BrainChoice, BrainSpec, ChatTabSpec};
use webhand_model::RunId;
use webhand_port::ChatPages as _;

use crate::brains::{adapters, check_switched_on};
use crate::chats::{ChatCalls, RunChats};
use crate::configuration::{LEARNED, SharedConfiguration};
use crate::message::ModuleMessage;
use crate::{HostStore, Outbox};

/// How the learning stands that was begun last.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(crate) struct LearnStatus {
    state: LearnState,
    /// For people.
    text: String,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum LearnState {
    #[default]
    Idle,
    /// The person has to write one message.
    Watching,
    Learned,
    Failed,
}

/// Learns one chat at a time. Clones share it.
#[derive(Clone)]
pub(crate) struct ChatLearning {
    pub(crate) calls: ChatCalls,
    pub(crate) store: Arc<HostStore>,
    pub(crate) configuration: SharedConfiguration,
    pub(crate) outbox: Outbox,
    pub(crate) status: Arc<Mutex<LearnStatus>>,
}

impl ChatLearning {
    pub(crate) fn status(&self) -> LearnStatus {
        self.lock().clone()
    }

    /// Begins to watch the person in the chat of this brain.
    pub(crate) fn begin(&self, brain: &str) -> Result<(), String> {
        let spec = BrainSpec::parse(brain).map_err(|error| error.to_string())?;
        let [BrainChoice::ChatTab(chat)] = &spec.choices[..] else { return Err("name one chat".to_owned()) };
        check_switched_on(brain, &self.configuration, &adapters(&self.configuration))?;
        let run = RunId::try_from(RECORD.to_owned()).map_err(|error| error.to_string())?;
        {
            let mut status = self.lock();
            if status.state == LearnState::Watching {
                return Err("another chat is being learned; finish that first".to_owned());
            }
            *status = LearnStatus { state: LearnState::Watching, text: String::new() };
        }
        let (learning, chat) = (self.clone(), chat.clone());
        webhand_rt::spawn(async move {
            let ended = match learning.learn(run, &chat).await {
                Ok(text) => LearnStatus { state: LearnState::Learned, text },
                Err(text) => LearnStatus { state: LearnState::Failed, text },
            };
            *learning.lock() = ended;
        });
        Ok(())
    }

    async fn learn(&self, run: RunId, chat: &ChatTabSpec) -> Result<String, String> {
        let chats = RunChats::new(run, self.calls.clone(), Arc::clone(&self.store));
        let page = chats.page(&chat.written()).map_err(|error| error.to_string())?;
        let learned = learn(page.as_ref(), chat, &adapters(&self.configuration), LEARNED_WITHIN).await;
        chats.release();
        match learned.map_err(|error| error.to_string())? {
            LearnOutcome::Promoted(adapter) => {
                let text = write_adapter(&adapter).map_err(|error| error.to_string())?;
                let key = format!("{LEARNED}{}", adapter.name);
                self.outbox.push(ModuleMessage::SettingChanged { key, value: Some(text) });
                Ok(adapter.title)
            }
            LearnOutcome::Dropped(why) => Err(why),
        }
    }

    fn lock(&self) -> MutexGuard<'_, LearnStatus> {
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The name under which a chat has its tab while it is learned; no run has it.
const RECORD: &str = "chat-learning";
const LEARNED_WITHIN: Duration = Duration::from_mins(5);
