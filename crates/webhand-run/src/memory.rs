//! What a run remembers: the page it sees, its turns so far, notes for the brain, and what counting them tells.

mod attempts;
mod evidence;
mod loop_detection;
mod progress_review;
mod review;
mod untried;

use webhand_model::{OutcomeStatus, Snapshot, Task, ToolCall, Turn, WebUrl};

use crate::person::handover::HandoverNews;
use crate::prompt::page_view::PageView;
use crate::prompt::pictures::Pictures;
use attempts::Attempts;
use evidence::Evidence;
use progress_review::{Advice, ProgressReview};

#[derive(Debug, Default)]
pub(crate) struct Memory {
    page: Option<Snapshot>,
    view: PageView,
    turns: Vec<Turn>,
    /// What webhand has to say to the brain with the next prompt.
    notes: Vec<String>,
    progress: ProgressReview,
    has_put_off_giving_up: bool,
    attempts: Attempts,
    pub(crate) evidence: Evidence,
    pub(crate) pictures: Pictures,
    pub(crate) handover: HandoverNews,
}

impl Memory {
    /// The newest look.
    pub(crate) fn page(&self) -> Option<&Snapshot> {
        self.page.as_ref()
    }

    pub(crate) fn view(&self) -> &PageView {
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

    /// The brain was told the notes so far.
    pub(crate) fn clear_notes(&mut self) {
        self.notes.clear();
    }

    /// Where the run was last, or where it begins.
    pub(crate) fn last_address(&self, task: &Task) -> Option<WebUrl> {
        self.page.as_ref().and_then(|page| WebUrl::parse(&page.url).ok()).or_else(|| task.start.clone())
    }

    /// Records a look and what it means for the brain. Returns why it is no use to go on, if that is so.
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
                Advice::Tell(text) => self.notes.push(text),
                Advice::Stop(reason) => return Some(reason),
            }
        }
        None
    }

    /// Records what came of a call on an element.
    pub(crate) fn record_attempt(&mut self, call: &ToolCall, end: OutcomeStatus) {
        if let Some(page) = &self.page {
            self.attempts.record(call, end, page);
        }
    }

    /// What could still be tried before giving up, in words; told once in a run.
    pub(crate) fn put_off_giving_up(&mut self) -> Option<String> {
        let untried = untried::untried(&self.turns, self.page.as_ref()?);
        if untried.is_empty() || std::mem::replace(&mut self.has_put_off_giving_up, true) {
            return None;
        }
        Some(untried.join(", or "))
    }
}
