//! When the brain is shown a picture, and how much it is told beside one.

use std::mem;

use webhand_model::{Action, ObservationMode, Outcome, Snapshot};

use super::page_view::{PageText, PageView};
use crate::PictureKind;

/// Whether the next look comes with a picture.
#[derive(Debug)]
pub(crate) struct Pictures {
    is_wanted: bool,
    /// A call of the newest answer took a picture, and nothing has changed what can be seen since.
    has_taken: bool,
}

impl Default for Pictures {
    fn default() -> Self {
        Self { is_wanted: true, has_taken: false }
    }
}

impl Pictures {
    /// What can be seen may have changed, so the next look comes with a picture.
    pub(crate) fn want(&mut self) {
        self.is_wanted = true;
    }

    /// The picture of the next look.
    pub(crate) fn take_next(&mut self, sight: ObservationMode) -> PictureKind {
        let wanted = mem::replace(&mut self.is_wanted, false);
        let has_asked = mem::replace(&mut self.has_taken, false);
        match sight {
            ObservationMode::Text if !wanted => PictureKind::Nothing,
            // A brain that asked for a picture points on that one; another would put it out of date.
            ObservationMode::Text | ObservationMode::Marks | ObservationMode::Points if has_asked && !wanted => {
                PictureKind::Nothing
            }
            ObservationMode::Text | ObservationMode::Points => PictureKind::Plain,
            ObservationMode::Marks => PictureKind::Marked,
        }
    }

    /// Records what an action means for the next picture.
    pub(crate) fn record_action(&mut self, action: &Action, outcome: &Outcome) {
        let looks_different = is_visual(action) || outcome.has_left_page();
        self.has_taken = outcome.picture.is_some() || (self.has_taken && !looks_different);
        self.is_wanted = outcome.picture.is_none() && (self.is_wanted || looks_different);
    }
}

/// What of the newest look is told in words, and which looks still stand before it.
pub(crate) fn page_text(sight: ObservationMode, view: &PageView, page: &Snapshot) -> PageText {
    match sight {
        ObservationMode::Text => view.text(),
        ObservationMode::Marks | ObservationMode::Points => PageText::alone(page.render_compact(BESIDE_A_PICTURE).text),
    }
}

/// What a brain has to know about how it sees here.
pub(crate) fn explain(sight: ObservationMode) -> &'static str {
    match sight {
        ObservationMode::Text => "",
        ObservationMode::Marks => MARKS,
        ObservationMode::Points => POINTS,
    }
}

/// Typing changes little to see, reading nothing; everything else is worth a picture.
fn is_visual(action: &Action) -> bool {
    !matches!(
        action,
        Action::Fill { .. }
            | Action::Type { .. }
            | Action::Clear { .. }
            | Action::Focus { .. }
            | Action::Get { .. }
            | Action::Is { .. }
            | Action::Find { .. }
            | Action::Read { .. }
            | Action::Snapshot { .. }
            | Action::Screenshot { .. }
            | Action::Extract { .. }
            | Action::Console {}
            | Action::Network {}
            | Action::Downloads {}
    )
}

/// The most tokens of a look beside a picture: which page it is, and what is most important on it.
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
