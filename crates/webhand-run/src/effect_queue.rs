//! The effects of a run, numbered in order, until the engine polls them.

use std::collections::VecDeque;

use webhand_model::{EffectNo, Outcome};

use crate::Effect;
use crate::calls::caller::CallNo;

#[derive(Debug)]
pub(crate) struct EffectQueue {
    /// The effect that was numbered last.
    last: EffectNo,
    /// The effect whose answer the run waits for.
    awaited: EffectNo,
    unsent: VecDeque<(EffectNo, Effect)>,
}

impl EffectQueue {
    pub(crate) fn new() -> Self {
        Self { last: EffectNo(0), awaited: EffectNo(0), unsent: VecDeque::new() }
    }

    /// Queues an effect whose answer the run waits for from now on.
    pub(crate) fn emit(&mut self, effect: Effect) {
        self.push(effect);
        self.awaited = self.last;
    }

    /// Queues the reply to an outside agent's call while the run waits for the answer to another effect.
    pub(crate) fn emit_reply_beside(&mut self, call: CallNo, outcome: Outcome) {
        self.push(Effect::ReplyToCall(call, Box::new(outcome)));
    }

    /// Drops the effects that were not polled, and queues the last effect of the run.
    pub(crate) fn emit_last(&mut self, effect: Effect) {
        self.unsent.clear();
        self.emit(effect);
    }

    /// Drops the effects that were not polled, except replies to calls; returns whether there were any.
    pub(crate) fn drop_unsent(&mut self) -> bool {
        let before = self.unsent.len();
        self.unsent.retain(|(_, effect)| matches!(effect, Effect::ReplyToCall(..)));
        self.unsent.len() < before
    }

    pub(crate) fn pop(&mut self) -> Option<(EffectNo, Effect)> {
        self.unsent.pop_front()
    }

    pub(crate) fn awaited(&self) -> EffectNo {
        self.awaited
    }

    pub(crate) fn has_unsent(&self) -> bool {
        !self.unsent.is_empty()
    }

    fn push(&mut self, effect: Effect) {
        self.last = self.last.next();
        self.unsent.push_back((self.last, effect));
    }
}
