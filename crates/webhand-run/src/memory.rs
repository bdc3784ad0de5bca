//! The memory of a run: its page, its turns so far, notes for the brain, and the conclusions from counting them.

mod attempts;
mod contrary;
mod evidence;
mod loop_detection;
mod progress_review;
mod review;
mod tried;
mod untried;

use webhand_model::{Outcome, OutcomeStatus, RunRules, Snapshot, Task, ToolCall, Turn, WebUrl};

use crate::claims::SeenTexts;

use crate::person::handover::HandoverNotes;
use crate::person::told::ToldTexts;
use crate::prompt::pictures::PictureSchedule;
use crate::prompt::shown_pages::ShownPages;
use attempts::Attempts;
use contrary::ContraryFacts;
pub(crate) use contrary::{ContraryFact, Excuse};
use evidence::Evidence;
use progress_review::{Advice, ProgressReview};

#[derive(Debug, Default)]
pub(crate) struct RunMemory {
    page: Option<Snapshot>,
    view: ShownPages,
    turns: Vec<Turn>,
    /// The changes that the calls since the last look showed.
    passing: String,
    /// Sentences of webhand itself for the next prompt.
    notes: Vec<String>,
    progress: ProgressReview,
    has_suggested_untried: bool,
    attempts: Attempts,
    pub(crate) evidence: Evidence,
    pub(crate) seen: SeenTexts,
    pub(crate) contrary: ContraryFacts,
    pub(crate) pictures: PictureSchedule,
    pub(crate) handover: HandoverNotes,
    pub(crate) told: ToldTexts,
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

    /// The changes that the calls since the last look showed, in the grammar of a difference.
    pub(crate) fn passing(&self) -> &str {
        &self.passing
    }

    /// Records what a call showed.
    pub(crate) fn record_passing(&mut self, outcome: &Outcome) {
        if let Some(changes) = outcome.visible_changes.as_ref().filter(|_| self.passing.len() < MOST_PASSING) {
            self.passing.push_str(changes);
        }
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

    /// Drops the notes, and what was seen, that the brain has got.
    pub(crate) fn clear_notes(&mut self) {
        self.notes.clear();
        self.passing.clear();
    }

    /// The address of the last page, or of the start page.
    pub(crate) fn last_address(&self, task: &Task) -> Option<WebUrl> {
        self.page.as_ref().and_then(|page| WebUrl::parse(&page.url).ok()).or_else(|| task.start.clone())
    }

    /// Forgets which looks the brain was shown, so that the next one is shown whole.
    pub(crate) fn forget_looks(&mut self) {
        self.view = ShownPages::default();
    }

    /// Records a look and adds the notes that follow from it. Returns why the run should stop, if it should.
    pub(crate) fn record_page(&mut self, page: Snapshot, task: &Task) -> Option<String> {
        self.notes.extend(self.handover.describe_changes(self.page.as_ref(), &page));
        self.notes.extend(self.handover.note_captcha(&page));
        self.notes.extend(self.attempts.suggest_other_ways(&page));
        let stop = self.review_progress(&page, task.rules);
        self.pictures.record_look(&page, self.progress.is_unchanged());
        self.contrary.record_page(&page);
        self.view.record_look(self.page.as_ref(), &page, self.turns.len(), task.look_budget());
        if task.is_shown_text_only() {
            self.seen.record_shown_page(&page, &self.view.text().whole_text());
        } else {
            self.seen.record_page(&page);
        }
        self.page = Some(page);
        stop
    }

    /// Records that the brain was shown a picture of the newest look: it saw what is in view, whether its text lists it or not.
    pub(crate) fn record_shown_picture(&mut self) {
        self.seen.record_picture();
        if let Some(page) = &self.page {
            self.seen.record_view(page);
        }
    }

    /// Whether the newest look shows the same page as the one before it.
    pub(crate) fn is_unchanged(&self) -> bool {
        self.progress.is_unchanged()
    }

    fn review_progress(&mut self, page: &Snapshot, rules: RunRules) -> Option<String> {
        for advice in self.progress.review(&self.turns, page, rules) {
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

    /// Records the outcome of a call of the brain: what it shows, and what it says about effects.
    pub(crate) fn record_outcome(&mut self, call: Option<&ToolCall>, outcome: &Outcome) {
        match call {
            Some(call) => self.seen.record_outcome(call, outcome),
            None => self.seen.record_changes(outcome),
        }
        self.evidence.record(outcome);
        self.contrary.record_outcome(outcome);
    }

    /// Records how the page was opened that the run starts or goes on with: no call of the brain tells of it.
    pub(crate) fn record_opening(&mut self, outcome: &Outcome) {
        let Some(status) = outcome.error_status else { return };
        self.add_note(format!("the server answered {status} for the page that was opened"));
        self.seen.record_changes(outcome);
        self.contrary.record_navigation(outcome);
    }

    /// The actions that the brain tried, by their names.
    pub(crate) fn list_tried(&self) -> Vec<String> {
        tried::list_tried(&self.turns)
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

/// How many bytes of what calls showed are kept before more is dropped.
const MOST_PASSING: usize = 4_000;
