//! When the brain is shown a picture, and how much text goes with one.

use std::mem;

use webhand_model::{Action, ObservationMode, Outcome, Snapshot, ViewChange};

use super::shown_pages::{PageText, ShownPages};
use crate::PictureKind;

/// Whether the next look comes with a picture.
#[derive(Debug)]
pub(crate) struct PictureSchedule {
    is_wanted: bool,
    /// A call of the newest answer took a picture, and no action has changed what can be seen since.
    has_taken: bool,
}

impl Default for PictureSchedule {
    fn default() -> Self {
        Self { is_wanted: true, has_taken: false }
    }
}

impl PictureSchedule {
    /// Requests a picture with the next look, because what can be seen may have changed.
    pub(crate) fn want(&mut self) {
        self.is_wanted = true;
    }

    /// The picture of the next look.
    pub(crate) fn take_next(&mut self, mode: ObservationMode) -> PictureKind {
        let wanted = mem::replace(&mut self.is_wanted, false);
        let has_taken = mem::replace(&mut self.has_taken, false);
        match mode {
            ObservationMode::Text if !wanted => PictureKind::Nothing,
            // A brain that requested a picture points on that one; another would put it out of date.
            ObservationMode::Text | ObservationMode::Marks | ObservationMode::Points if has_taken && !wanted => {
                PictureKind::Nothing
            }
            ObservationMode::Text | ObservationMode::Points => PictureKind::Plain,
            ObservationMode::Marks => PictureKind::Marked,
        }
    }

    /// Records whether an action makes a picture due with the next look.
    pub(crate) fn record_action(&mut self, action: &Action, outcome: &Outcome) {
        let looks_different = action.properties().view_change == ViewChange::Changed || outcome.has_left_page();
        self.has_taken = outcome.picture.is_some() || (self.has_taken && !looks_different);
        self.is_wanted = outcome.picture.is_none() && (self.is_wanted || looks_different);
    }
}

/// The text of the newest look, and the looks that still stand before it.
pub(crate) fn page_text(mode: ObservationMode, view: &ShownPages, page: &Snapshot) -> PageText {
    match mode {
        ObservationMode::Text => view.text(),
        ObservationMode::Marks | ObservationMode::Points => PageText::alone(page.render_compact(BESIDE_A_PICTURE).text),
    }
}

/// Explains the observation mode to the brain.
pub(crate) fn explain(mode: ObservationMode) -> &'static str {
    match mode {
        ObservationMode::Text => "",
        ObservationMode::Marks => MARKS,
        ObservationMode::Points => POINTS,
    }
}

/// The most tokens of a look beside a picture: enough for the page's head and its most important elements.
const BESIDE_A_PICTURE: usize = 300;
const MARKS: &str = "
# The picture
With each look comes a picture of what is in view. Around each element that can be acted on is a frame, and beside it its \
ref: use these. The text tells only the most important; `find` and `read` tell more.
";
const POINTS: &str = "
# The picture
With each look comes a picture of what is in view: work by it, and point at places on the newest one. The text tells only \
the most important; `find` and `read` tell more.
";
