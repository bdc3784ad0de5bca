//! The caller of a run: its brain, or an outside agent, with the calls that it still waits to have answered.

use webhand_model::{DecisionSource, ToolCall};

use super::batch::Batch;

/// The number of an outside agent's call: calls are numbered in the order in which the run accepts them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CallNo(pub u64);

#[derive(Debug)]
pub(crate) struct RunCaller {
    decided_by: DecisionSource,
    /// The answer of the brain, or the single call of the outside agent, that is being performed.
    batch: Option<Batch>,
    /// A call of the outside agent that came before the reply to the one under way.
    early_call: Option<(CallNo, ToolCall)>,
    /// The call of the outside agent that was accepted last.
    last_call: CallNo,
    /// The call of the outside agent that was started last.
    current_call: CallNo,
}

impl RunCaller {
    pub(crate) fn new(decided_by: DecisionSource) -> Self {
        Self {
            decided_by,
            batch: None,
            early_call: None,
            last_call: CallNo::default(),
            current_call: CallNo::default(),
        }
    }

    pub(crate) fn is_outside(&self) -> bool {
        self.decided_by == DecisionSource::Outside
    }

    pub(crate) fn start_batch(&mut self, batch: Batch) {
        self.batch = Some(batch);
    }

    pub(crate) fn batch(&self) -> Option<&Batch> {
        self.batch.as_ref()
    }

    pub(crate) fn batch_mut(&mut self) -> Option<&mut Batch> {
        self.batch.as_mut()
    }

    pub(crate) fn take_batch(&mut self) -> Option<Batch> {
        self.batch.take()
    }

    /// Gives an accepted call its number.
    pub(crate) fn number_call(&mut self) -> CallNo {
        self.last_call = CallNo(self.last_call.0 + 1);
        self.last_call
    }

    pub(crate) fn last_call(&self) -> CallNo {
        self.last_call
    }

    pub(crate) fn start_call(&mut self, call: CallNo) {
        self.current_call = call;
    }

    pub(crate) fn current_call(&self) -> CallNo {
        self.current_call
    }

    pub(crate) fn queue_call(&mut self, no: CallNo, call: ToolCall) {
        self.early_call = Some((no, call));
    }

    pub(crate) fn take_queued_call(&mut self) -> Option<(CallNo, ToolCall)> {
        self.early_call.take()
    }
}
