//! When a picture is taken, when the brain is shown one, and how much text goes with it.
//!
//! A picture of each changed look is kept for the report. A brain that works by text is shown one only where the text does
//! not tell enough: something is drawn there, it asked for one, or its action has changed nothing that the text tells.

use std::mem;

use webhand_model::{
    Action, ActionClass, Node, NodeState, ObservationMode, Outcome, OutcomeStatus, PromptPicture, SamePicture,
    Snapshot, Task, ViewChange,
};

use super::shown_pages::{PageText, ShownPages};
use crate::PictureKind;
use crate::memory::RunMemory;

/// Whether the next look comes with a picture.
#[derive(Debug)]
pub(crate) struct PictureSchedule {
    is_wanted: bool,
    /// A call of the newest answer took a picture, and no action has changed what can be seen since.
    has_taken: bool,
    sight: Sight,
}

/// Whether a brain that works by text has to see the page.
#[derive(Debug, Default)]
struct Sight {
    /// An action has touched the page since the last look.
    has_touched: bool,
    /// The text of the newest look does not tell enough.
    is_needed: bool,
}

impl Default for PictureSchedule {
    fn default() -> Self {
        Self { is_wanted: true, has_taken: false, sight: Sight::default() }
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
        let is_touch = action.class() > ActionClass::Read && !matches!(action, Action::Scroll { .. });
        self.sight.has_touched |= looks_different && is_touch && outcome.status == OutcomeStatus::Done;
    }

    /// Records a look, and whether its text is that of the look before.
    pub(crate) fn record_look(&mut self, page: &Snapshot, is_unchanged: bool) {
        let has_touched = mem::take(&mut self.sight.has_touched);
        self.sight.is_needed = if is_unchanged { has_touched } else { page.nodes.iter().any(is_drawn) };
    }

    /// The picture that goes with the next prompt.
    pub(crate) fn for_prompt(&self, task: &Task, memory: &RunMemory, page: &Snapshot) -> Option<PromptPicture> {
        let results = memory.turns().last().map(|turn| turn.results.as_slice()).unwrap_or_default();
        let has_asked = results.iter().any(|result| result.picture.is_some());
        let is_shown = match task.observation_mode {
            ObservationMode::Marks | ObservationMode::Points => page.picture.is_some() || has_asked,
            ObservationMode::Text if page.picture.is_some() => self.sight.is_needed,
            ObservationMode::Text => has_asked,
        };
        let works_by_text = task.observation_mode == ObservationMode::Text && page.picture.is_some();
        let if_same = if works_by_text { SamePicture::LeftOut } else { SamePicture::SentAgain };
        is_shown.then(|| PromptPicture { number: memory.seen.pictures() + 1, if_same })
    }
}

/// The text of the newest look, and the looks that still stand before it.
pub(crate) fn page_text(mode: ObservationMode, view: &ShownPages, page: &Snapshot) -> PageText {
    match mode {
        ObservationMode::Text => view.text(),
        ObservationMode::Marks | ObservationMode::Points => PageText::alone(page.render_compact(BESIDE_A_PICTURE).text),
    }
}

/// Whether a node in view is drawn, so that its text does not tell what can be seen.
fn is_drawn(node: &Node) -> bool {
    let is_named = !node.name.is_empty() && !node.is(NodeState::Guessed);
    let can_be = match node.role.as_str() {
        "canvas" | "drawing" | "graphics-document" => true,
        "img" | "image" | "figure" => !is_named,
        _ => false,
    };
    let is_large = node.bounds.is_some_and(|[_, _, width, height]| width >= LEAST_SIDE && height >= LEAST_SIDE);
    can_be && is_large && node.in_view
}

/// Explains the observation mode to the brain.
pub(crate) fn explain(mode: ObservationMode) -> &'static str {
    match mode {
        ObservationMode::Text => "",
        ObservationMode::Marks => MARKS,
        ObservationMode::Points => POINTS,
    }
}

/// A smaller drawing is an icon.
const LEAST_SIDE: i32 = 80;
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
