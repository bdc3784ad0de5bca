//! The messages that wait for the host to take them.

use std::sync::{Arc, Mutex, PoisonError};

use crate::message::ModuleMessage;

/// Messages for the host, in order. Clones share them.
#[derive(Debug, Clone, Default)]
pub struct Outbox(Arc<Mutex<Vec<ModuleMessage>>>);

impl Outbox {
    pub fn push(&self, message: ModuleMessage) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(message);
    }

    /// All messages since the last call. The host takes them after each delivery, so few are ever kept.
    #[must_use]
    pub fn take(&self) -> Vec<ModuleMessage> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
