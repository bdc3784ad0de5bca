//! The history before the newest look: the task, old turns in brief, and recent turns in a line each.
//!
//! The newest turn is replayed natively, because providers want the reasoning of a call back with its result; in the next
//! request it becomes a line. A turn directly before a whole look stays native as long as the look stays: a change before the
//! look would invalidate the provider's cache of it.
//!
//! Folding turns and dropping looks change text that was sent before, so the provider's cache is lost from there on. Turns
//! are therefore folded many at once, and seldom.

use std::fmt::Write as _;

use webhand_model::{ChatExchange, EarlierObservation, Prompt, Turn, truncate};

use super::envelope::{enclose_page_text, quoted};
use super::turn_text::{render_turn_brief, render_turn_line};
use crate::spec::HandsSetting;

/// The history of a prompt, common to all formats. Its first part is the task.
#[derive(Debug)]
pub(crate) struct History<'a> {
    parts: Vec<HistoryPart<'a>>,
}

/// One part of the history.
#[derive(Debug, Clone)]
pub(crate) enum HistoryPart<'a> {
    /// One message to the model in pieces. A piece never changes; later requests may append more.
    Text(Vec<String>),
    /// A turn to be replayed natively, with its place in the run.
    Turn(usize, &'a Turn),
}

/// How recent turns other than the newest are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TurnStyle {
    /// One line each.
    Lines,
    /// As native calls and results: models are trained to see their earlier uses of the provider's own tools.
    Native,
}

impl TurnStyle {
    pub fn for_hands(hands: HandsSetting) -> Self {
        match hands {
            HandsSetting::Own => Self::Lines,
            HandsSetting::Computer | HandsSetting::Browser => Self::Native,
        }
    }
}

impl<'a> History<'a> {
    pub fn new(prompt: &'a Prompt, style: TurnStyle) -> Self {
        let folded = folded_turns(prompt.turns.len());
        let mut past = Self { parts: vec![HistoryPart::Text(vec![render_opening(prompt, folded)])] };
        let observation = &prompt.observation;
        let looks: Vec<&EarlierObservation> = observation.earlier_pages.iter().chain(&observation.since).collect();
        let place = |look: &EarlierObservation| look.turns.clamp(folded, prompt.turns.len());
        for nth in folded..=prompt.turns.len() {
            for look in looks.iter().filter(|look| place(look) == nth) {
                // A look begins a message, as it did when it was the newest.
                past.parts.push(HistoryPart::Text(vec![enclose_page_text(&look.text)]));
            }
            let Some(turn) = prompt.turns.get(nth) else { break };
            let is_newest = nth + 1 == prompt.turns.len();
            let is_before_a_look = looks.iter().any(|look| place(look) == nth + 1);
            if style == TurnStyle::Native || is_newest || is_before_a_look {
                past.parts.push(HistoryPart::Turn(nth, turn));
            } else {
                past.add(format!("You: {}", render_turn_line(turn)));
            }
        }
        past
    }

    /// The parts, oldest first.
    pub fn parts(&self) -> impl Iterator<Item = HistoryPart<'a>> {
        self.parts.iter().cloned()
    }

    fn add(&mut self, line: String) {
        match self.parts.last_mut() {
            Some(HistoryPart::Text(pieces)) => pieces.push(line),
            Some(HistoryPart::Turn(..)) | None => self.parts.push(HistoryPart::Text(vec![line])),
        }
    }
}

/// The chat before the task. Each message is quoted on a line of its own, because answers may contain text of pages.
fn render_exchanges(exchanges: &[ChatExchange]) -> String {
    let mut before = String::new();
    for ChatExchange { message: said, answer: answered, .. } in exchanges {
        let [said, answered] = [said, answered].map(|text| quoted(&truncate(text, MOST_BEFORE)));
        // Writing into a string does not fail.
        write!(before, "The person said: {said}\nYou answered: {answered}\n").ok();
    }
    if before.is_empty() { before } else { format!("{BEFORE}\n{before}\n{NOW}\n") }
}

/// The task, the chat before it, and the folded turns in brief.
fn render_opening(prompt: &Prompt, folded: usize) -> String {
    let mut opening = render_exchanges(&prompt.before);
    opening.push_str(&prompt.task);
    if folded > 0 {
        // Writing into a string does not fail.
        write!(opening, "\n\nYour steps 1 to {folded} in brief:").ok();
    }
    for (at, turn) in prompt.turns[..folded].iter().enumerate() {
        write!(opening, "\n{}. {}", at + 1, render_turn_brief(turn)).ok();
    }
    opening
}

/// How many of the oldest turns are folded.
fn folded_turns(turns: usize) -> usize {
    turns.saturating_sub(RECENT_TURNS) / FOLD_STEP * FOLD_STEP
}

const BEFORE: &str = "Before this task, which goes on from there in the same browser:";
const NOW: &str = "The task now:";
/// The most characters of one chat message.
const MOST_BEFORE: usize = 1_200;
/// At least this many turns are not folded.
const RECENT_TURNS: usize = 20;
/// This many turns are folded at once.
const FOLD_STEP: usize = 20;
