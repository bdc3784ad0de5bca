//! A text that the person gives the brain while the run works.
//!
//! Invariants: it answers no question, whatever it says; it counts for addresses and texts as the task's own words do. The
//! brain is shown it in every prompt from then on, and no claim to be done is accepted before it was.

use std::collections::VecDeque;

use webhand_model::{FailCode, Millis, Outcome, clean, quote, truncate};

use crate::Run;
use crate::calls::finish_asked_call;
use crate::state::State;

/// The newest texts of the person, oldest first.
#[derive(Debug, Default)]
pub(crate) struct ToldTexts {
    texts: VecDeque<ToldText>,
    has_unshown: bool,
}

#[derive(Debug)]
struct ToldText {
    after_step: u32,
    text: String,
}

impl ToldTexts {
    fn add(&mut self, after_step: u32, text: String) {
        if self.texts.len() == MOST_TEXTS {
            self.texts.pop_front();
        }
        self.texts.push_back(ToldText { after_step, text });
        self.has_unshown = true;
    }

    /// Whether the brain was not yet asked with the newest text.
    pub(crate) fn has_unshown(&self) -> bool {
        self.has_unshown
    }

    pub(crate) fn note_shown(&mut self) {
        self.has_unshown = false;
    }

    /// The lines for a prompt.
    pub(crate) fn notes(&self) -> impl Iterator<Item = String> {
        self.texts.iter().map(|ToldText { after_step, text }| {
            format!("After step {after_step} the person said, and it counts like the task: {}", quote(text))
        })
    }
}

/// Records what the person says. A second brain that checks the claim to be done does not know of it, so its check ends.
pub(crate) fn hear(run: &mut Run, state: State, said: &str, now: Millis) -> State {
    let text = truncate(&clean(said), LONGEST_TEXT).trim().to_owned();
    if text.is_empty() {
        return state;
    }
    run.permissions.record_told(&text);
    run.memory.seen.record_text(&text);
    run.memory.told.add(run.budget.steps(), text);
    let State::Verifying { page, .. } = state else { return state };
    finish_asked_call(run, page, &said_meanwhile(), now)
}

/// The outcome of a claim that the brain made before it knew the person's newest words.
pub(crate) fn said_meanwhile() -> Outcome {
    let text = "Not finished yet: the person said something meanwhile, which the notes tell. Do that too, then say done again.";
    Outcome::failed(FailCode::Skipped, text)
}

const MOST_TEXTS: usize = 10;
const LONGEST_TEXT: usize = 1_000;
