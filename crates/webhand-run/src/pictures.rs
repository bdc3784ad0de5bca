//! When the brain is shown a picture, and how much it is told beside one.

use std::mem;

use webhand_model::{Action, ObservationMode, Outcome, Snapshot};

use crate::sight::Told;
use crate::{Run, Taking};

impl Run {
    /// The picture of the next look.
    pub(crate) fn next_picture(&mut self) -> Taking {
        let wanted = mem::replace(&mut self.wants_picture, false);
        let has_asked = mem::replace(&mut self.took_picture, false);
        match self.task.observation_mode {
            ObservationMode::Text if !wanted => Taking::Nothing,
            // Whoever asked for a picture points on that one; another would put it out of date.
            ObservationMode::Text | ObservationMode::Marks | ObservationMode::Points if has_asked && !wanted => {
                Taking::Nothing
            }
            ObservationMode::Text | ObservationMode::Points => Taking::Plain,
            ObservationMode::Marks => Taking::Marked,
        }
    }

    /// Takes in what an action means for the next picture.
    pub(crate) fn note_pictures(&mut self, action: &Action, outcome: &Outcome) {
        let looks_different = is_visual(action) || outcome.has_left_page();
        self.took_picture = outcome.picture.is_some() || (self.took_picture && !looks_different);
        self.wants_picture = outcome.picture.is_none() && (self.wants_picture || looks_different);
    }

    /// What of the newest look is told in words, and which looks still stand before it.
    pub(crate) fn told_of(&self, page: &Snapshot) -> Told {
        match self.task.observation_mode {
            ObservationMode::Text => self.sight.told(),
            ObservationMode::Marks | ObservationMode::Points => Told::alone(page.render_compact(BESIDE_A_PICTURE).text),
        }
    }
}

/// What a brain has to know about how it sees here.
pub(crate) fn explained(sight: ObservationMode) -> &'static str {
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
