//! The module as its host drives it: one delivery in, all messages that follow from it out.

use std::time::Duration;

use serde::Serialize;
use webhand_rt::hosted::{advance, next_timer, run_ready};

use crate::message::{Delivery, ModuleMessage};
use crate::{Outbox, TaskRunner};

/// Everything that lives from one delivery to the next.
#[derive(Default)]
pub(crate) struct Module {
    outbox: Outbox,
    runner: Option<TaskRunner>,
    timer: Option<u64>,
}

impl Module {
    /// Applies one [`Delivery`] and lets all tasks run that can go on. Answers with `{"messages": […]}`.
    pub(crate) fn deliver(&mut self, delivery: &[u8]) -> Vec<u8> {
        match read_delivery(delivery) {
            Ok(delivery) => self.handle(delivery),
            Err(why) => self.outbox.push(ModuleMessage::Refused { why }),
        }
        self.set_timer();
        let messages = Messages { messages: self.outbox.take() };
        serde_json::to_vec(&messages).unwrap_or_else(|_| UNWRITABLE.to_vec())
    }

    fn handle(&mut self, delivery: Delivery) {
        advance(Duration::from_millis(delivery.now));
        let runner = self.runner.get_or_insert_with(|| TaskRunner::new(self.outbox.clone()));
        runner.handle(delivery.message, delivery.random);
        run_ready();
    }

    /// Asks the host for the next wake-up where that has changed, rounded up so that the timer is due by then.
    fn set_timer(&mut self) {
        let at = next_timer().map(|due| u64::try_from(due.as_nanos().div_ceil(1_000_000)).unwrap_or(u64::MAX));
        if self.timer != at {
            self.timer = at;
            self.outbox.push(ModuleMessage::TimerSet { at });
        }
    }
}

/// Read from text, as journal lines are: a second reader of the whole vocabulary would make the module larger.
fn read_delivery(delivery: &[u8]) -> Result<Delivery, String> {
    let text = std::str::from_utf8(delivery).map_err(|error| format!("not a delivery: {error}"))?;
    serde_json::from_str(text).map_err(|error| format!("not a delivery: {error}"))
}

#[derive(Serialize)]
struct Messages {
    messages: Vec<ModuleMessage>,
}

const UNWRITABLE: &[u8] = br#"{"messages":[{"refused":{"why":"the messages cannot be written as JSON"}}]}"#;
