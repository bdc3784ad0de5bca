//! The caller of a run: its brain, or an outside agent, with the calls that it still waits to have answered.

use webhand_model::{Driver, ToolCall};

use super::batch::Batch;

#[derive(Debug)]
pub(crate) struct RunCaller {
    driver: Driver,
    /// The answer of the brain, or the single call of the outside agent, that is being performed.
    batch: Option<Batch>,
    /// A call of the outside agent that came before the reply to the one under way.
    early_call: Option<ToolCall>,
}

impl RunCaller {
    pub(crate) fn new(driver: Driver) -> Self {
        Self { driver, batch: None, early_call: None }
    }

    pub(crate) fn is_outside(&self) -> bool {
        self.driver == Driver::Outside
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

    pub(crate) fn queue_call(&mut self, call: ToolCall) {
        self.early_call = Some(call);
    }

    pub(crate) fn take_queued_call(&mut self) -> Option<ToolCall> {
        self.early_call.take()
    }
}
