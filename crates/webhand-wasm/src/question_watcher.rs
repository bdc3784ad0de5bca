//! Passes a run's questions to the host and remembers which one is open.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use webhand_engine::Watcher;
use webhand_model::{EffectNo, Event, EventKind, Input, Intent, Question, RunId};

use crate::Outbox;
use crate::message::ModuleMessage;

/// The question that a run waits on, if any. Clones share it.
#[derive(Debug, Clone, Default)]
pub(crate) struct OpenQuestion(Arc<Mutex<Option<(EffectNo, Question)>>>);

impl OpenQuestion {
    /// The open question, if it has this number.
    pub(crate) fn get(&self, number: EffectNo) -> Option<Question> {
        self.lock().as_ref().filter(|(open, _)| *open == number).map(|(_, question)| question.clone())
    }

    fn lock(&self) -> MutexGuard<'_, Option<(EffectNo, Question)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads the events of one run once they are in the journal.
pub(crate) struct QuestionWatcher {
    pub(crate) run: RunId,
    pub(crate) outbox: Outbox,
    pub(crate) open: OpenQuestion,
}

impl Watcher for QuestionWatcher {
    fn on_event(&self, event: &Event) {
        match &event.kind {
            EventKind::Intent { no, intent: Intent::AskPerson(question) } => {
                *self.open.lock() = Some((*no, question.clone()));
                let (run, number, question) = (self.run.clone(), *no, question.clone());
                self.outbox.push(ModuleMessage::Question { run, number, question });
            }
            EventKind::Input { input: Input::Replied(_) | Input::RepliedFrom { .. }, .. } => *self.open.lock() = None,
            EventKind::Intent { .. } | EventKind::Input { .. } => {}
        }
    }

    fn on_live_text(&self, text: &str) {
        self.outbox.push(ModuleMessage::LiveText { run: self.run.clone(), text: text.to_owned() });
    }
}
