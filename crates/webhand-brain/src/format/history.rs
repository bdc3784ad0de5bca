//! What came before the newest look: the task, turns of long ago in brief, and the last ones in a line each.
//!
//! The newest turn is told as it was, because providers want the thoughts of a call back with its result; with the one after
//! it, it becomes a line. A turn that stands before a whole look stays as it was for as long as the look does: a change
//! before the look would have it read anew.
//!
//! Folding and dropping looks change what was sent before, so that nothing behind it is found in a provider's cache: it is
//! done for many at once, and seldom.

use std::fmt::Write as _;

use webhand_model::{ChatExchange, EarlierObservation, Prompt, Turn, truncate};

use super::envelope::{enclosed, quoted};
use super::turn_text::{render_turn_brief, render_turn_line};
use crate::spec::HandsSetting;

/// The history of a prompt, as every format tells it: it begins with what is said first, which is the task.
#[derive(Debug)]
pub(crate) struct History<'a> {
    parts: Vec<HistoryPart<'a>>,
}

/// One part of the history.
#[derive(Debug, Clone)]
pub(crate) enum HistoryPart<'a> {
    /// One message to the model, piece by piece: each piece stays as it is, and more may follow.
    Text(Vec<String>),
    /// A turn as it was, with its place in the run.
    Turn(usize, &'a Turn),
}

/// How turns are told that are neither new nor of long ago.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TurnStyle {
    Lines,
    /// As they were: who works with a provider's own tools is trained to see what it did with them.
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
        let folded = folded(prompt.turns.len());
        let mut past = Self { parts: vec![HistoryPart::Text(vec![opening(prompt, folded)])] };
        let observation = &prompt.observation;
        let looks: Vec<&EarlierObservation> = observation.earlier_pages.iter().chain(&observation.since).collect();
        let place = |look: &EarlierObservation| look.turns.clamp(folded, prompt.turns.len());
        for nth in folded..=prompt.turns.len() {
            for look in looks.iter().filter(|look| place(look) == nth) {
                // A look begins a message, as it did when it was new.
                past.parts.push(HistoryPart::Text(vec![enclosed(&look.text)]));
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

    /// What is told, the oldest first.
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

/// What was said before the task. Each saying is quoted on a line of its own: what was answered may come from pages.
fn before(exchanges: &[ChatExchange]) -> String {
    let mut before = String::new();
    for ChatExchange { message: said, answer: answered, .. } in exchanges {
        let [said, answered] = [said, answered].map(|text| quoted(&truncate(text, MOST_BEFORE)));
        // Writing into a string does not fail.
        write!(before, "The person said: {said}\nYou answered: {answered}\n").ok();
    }
    if before.is_empty() { before } else { format!("{BEFORE}\n{before}\n{NOW}\n") }
}

/// The task, what was said before it, and turns of long ago.
fn opening(prompt: &Prompt, folded: usize) -> String {
    let mut opening = before(&prompt.before);
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

/// How many of so many turns are told in brief.
fn folded(turns: usize) -> usize {
    turns.saturating_sub(UNFOLDED) / AT_ONCE * AT_ONCE
}

const BEFORE: &str = "Before this task, which goes on from there in the same browser:";
const NOW: &str = "The task now:";
/// The most characters of a saying that are told.
const MOST_BEFORE: usize = 1_200;
/// So many turns at least are not.
const UNFOLDED: usize = 20;
/// So many are folded at once.
const AT_ONCE: usize = 20;
