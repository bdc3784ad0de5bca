//! One answer of a brain while it is performed: its remaining calls and the results so far.

use std::borrow::Cow;
use std::collections::VecDeque;

use serde_json::Value;
use webhand_model::{
    BrainAnswer, FailCode, Outcome, OutcomeStatus, ToolCall, ToolResult, Turn, clean, paginate_text, truncate,
};

#[derive(Debug)]
pub(crate) struct Batch {
    answer: BrainAnswer,
    waiting: VecDeque<ToolCall>,
    results: Vec<ToolResult>,
    /// The person confirmed the call under way, about which the brain's provider was cautious.
    is_confirmed: bool,
}

/// The most calls of one answer that are performed.
const MOST_CALLS: usize = 20;
/// The most characters of a result that go into the history.
const MOST_RESULT: usize = 8_000;

impl Batch {
    pub(crate) fn new(answer: BrainAnswer) -> Self {
        let waiting = answer.calls.iter().cloned().collect();
        Self { answer, waiting, results: Vec::new(), is_confirmed: false }
    }

    /// A batch of the single call that an outside agent made.
    pub(crate) fn of_call(call: ToolCall) -> Self {
        Self::new(BrainAnswer { calls: vec![call], ..BrainAnswer::default() })
    }

    pub(super) fn is_too_long(&self) -> bool {
        self.results.len() >= MOST_CALLS
    }

    pub(super) fn pop_call(&mut self) -> Option<ToolCall> {
        self.waiting.pop_front()
    }

    /// The call whose result is recorded next.
    pub(super) fn call_under_way(&self) -> Option<&ToolCall> {
        self.answer.calls.get(self.results.len())
    }

    pub(super) fn results(&self) -> &[ToolResult] {
        &self.results
    }

    /// Why the brain's provider is cautious about the call under way.
    pub(super) fn cautions(&self) -> Vec<String> {
        let own = self.answer.cautions.iter().filter(|caution| caution.call == self.results.len());
        own.map(|caution| clean(&caution.why)).collect()
    }

    pub(super) fn confirm(&mut self, is_confirmed: bool) {
        self.is_confirmed = is_confirmed;
    }

    pub(super) fn record(&mut self, outcome: &Outcome) {
        self.record_text(outcome.status, &outcome.text);
        if let Some(result) = self.results.last_mut() {
            result.picture.clone_from(&outcome.picture);
        }
    }

    pub(super) fn record_text(&mut self, status: OutcomeStatus, text: &str) {
        let confirmed = std::mem::take(&mut self.is_confirmed);
        self.results.push(ToolResult { confirmed, ..ToolResult::new(status, self.shorten(text)) });
    }

    /// Records every call that was not begun as skipped.
    pub(super) fn skip_waiting(&mut self, why: &str) {
        let text = format!("not done: {why}");
        for _ in std::mem::take(&mut self.waiting) {
            self.record_text(OutcomeStatus::Failed(FailCode::Skipped), &text);
        }
    }

    /// Gives the call under way this outcome and records all calls after it as skipped.
    pub(super) fn abandon(mut self, outcome: &Outcome, why: &str) -> Turn {
        let skipped = format!("not done: {why}");
        let missing = self.answer.calls.len().saturating_sub(self.results.len());
        for at in 0..missing {
            let status = if at == 0 { outcome.status } else { OutcomeStatus::Failed(FailCode::Skipped) };
            let text = if at == 0 { outcome.text.as_str() } else { skipped.as_str() };
            self.record_text(status, text);
        }
        self.into_turn()
    }

    pub(super) fn into_turn(self) -> Turn {
        Turn { answer: self.answer, results: self.results }
    }

    /// Cuts a result to the length that goes into the history; for a page that was read, adds where to go on.
    fn shorten<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let reads = self.call_under_way().filter(|call| call.name == "read" && call.arguments.get("tabs").is_none());
        let Some(call) = reads else { return truncate(text, MOST_RESULT) };
        let before = call.arguments.get("offset").and_then(Value::as_u64).unwrap_or(0);
        paginate_text(text, usize::try_from(before).unwrap_or(0), MOST_RESULT)
    }
}
