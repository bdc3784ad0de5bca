//! What a run remembers: its page, its turns so far, notes for the brain, and the conclusions from counting them.

mod attempts;
mod evidence;
mod loop_detection;
mod progress_review;
mod review;
mod untried;

use webhand_model::{OutcomeStatus, Snapshot, Task, ToolCall, Turn, WebUrl};

use crate::person::handover::HandoverNotes;
use crate::prompt::pictures::PictureSchedule;
use crate::prompt::shown_pages::ShownPages;
use attempts::Attempts;
use evidence::Evidence;
use progress_review::{Advice, ProgressReview};

#[derive(Debug, Default)]
pub(crate) struct RunMemory {
    page: Option<Snapshot>,
    view: ShownPages,
    turns: Vec<Turn>,
    /// Sentences of webhand itself for the next prompt.
    notes: Vec<String>,
    progress: ProgressReview,
    has_suggested_untried: bool,
    attempts: Attempts,
    pub(crate) evidence: Evidence,
    pub(crate) pictures: PictureSchedule,
    pub(crate) handover: HandoverNotes,
}

impl RunMemory {
    /// The newest look.
    pub(crate) fn page(&self) -> Option<&Snapshot> {
        self.page.as_ref()
    }

    pub(crate) fn view(&self) -> &ShownPages {
        &self.view
    }

    pub(crate) fn turns(&self) -> &[Turn] {
        &self.turns
    }

    pub(crate) fn notes(&self) -> &[String] {
        &self.notes
    }

    pub(crate) fn add_turn(&mut self, turn: Turn) {
        self.turns.push(turn);
    }

    pub(crate) fn add_note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// Drops the notes that the brain has got.
    pub(crate) fn clear_notes(&mut self) {
        self.notes.clear();
    }

    /// The address of the last page, or of the start page.
    pub(crate) fn last_address(&self, task: &Task) -> Option<WebUrl> {
        self.page.as_ref().and_then(|page| WebUrl::parse(&page.url).ok()).or_else(|| task.start.clone())
    }

    /// Records a look and adds the notes that follow from it. Returns why the run should stop, if it should.
    pub(crate) fn record_page(&mut self, page: Snapshot) -> Option<String> {
        self.notes.extend(self.handover.describe_changes(self.page.as_ref(), &page));
        self.notes.extend(self.handover.note_captcha(&page));
        self.notes.extend(self.attempts.suggest_other_ways(&page));
        let stop = self.review_progress(&page);
        self.view.record_look(&page, self.turns.len());
        self.page = Some(page);
        stop
    }

    fn review_progress(&mut self, page: &Snapshot) -> Option<String> {
        for advice in self.progress.review(&self.turns, page) {
            match advice {
                Advice::Warn(text) => self.notes.push(text),
                Advice::Stop(reason) => return Some(reason),
            }
        }
        None
    }

    /// Records the status of a call on an element.
    pub(crate) fn record_attempt(&mut self, call: &ToolCall, status: OutcomeStatus) {
        if let Some(page) = &self.page {
            self.attempts.record(call, status, page);
        }
    }

    /// Names what could still be tried before giving up; once in a run.
    pub(crate) fn suggest_untried(&mut self) -> Option<String> {
        let untried = untried::find_untried(&self.turns, self.page.as_ref()?);
        if untried.is_empty() || std::mem::replace(&mut self.has_suggested_untried, true) {
            return None;
        }
        Some(untried.join(", or "))
    }
}
