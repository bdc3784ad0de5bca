//! What a run learns from its own steps, by counting: circles at once, and every few steps how it is going.

use webhand_model::{RunOutcome, Snapshot};

use crate::Run;
use crate::circles::Circles;
use crate::review::{EVERY, Efficiency, Review};

/// What is to be done about what was noticed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Advice {
    /// The brain should know.
    Tell(String),
    /// It was told and went on.
    Stop(String),
}

#[derive(Debug, Default)]
pub(crate) struct Hindsight {
    circles: Circles,
    /// Steps that were looked back on.
    steps: usize,
    /// Pages seen since the last review.
    pages: Vec<u64>,
    /// Reviews in a row that found little had come of it.
    low: u32,
}

/// So many poor reviews in a row end a run.
const MOST_LOW: u32 = 2;

impl Run {
    /// Looks back on the step whose effect the page shows now. An ending when it is no use to go on.
    pub(crate) fn look_back(&mut self, page: &Snapshot) -> Option<RunOutcome> {
        let turn = self.turns.get(self.hindsight.steps..)?.last()?;
        self.hindsight.steps = self.turns.len();
        let page = fingerprint(page);
        self.hindsight.pages.push(page);
        let circle = self.hindsight.circles.take_in(&turn.answer, page);
        let review = if self.turns.len().is_multiple_of(EVERY) { self.review() } else { None };
        for advice in [circle, review].into_iter().flatten() {
            match advice {
                Advice::Tell(text) => self.notes.push(text),
                Advice::Stop(reason) => return Some(self.giving_up(reason)),
            }
        }
        None
    }

    fn review(&mut self) -> Option<Advice> {
        let hindsight = &mut self.hindsight;
        hindsight.pages.sort_unstable();
        hindsight.pages.dedup();
        let seen = std::mem::take(&mut hindsight.pages).len();
        let review = Review::of(&self.turns[self.turns.len().saturating_sub(EVERY)..], seen);
        hindsight.low = if review.efficiency == Efficiency::Low { hindsight.low + 1 } else { 0 };
        if hindsight.low >= MOST_LOW {
            return Some(Advice::Stop(format!("It made no headway. {}.", review.facts)));
        }
        (review.efficiency < Efficiency::High).then(|| Advice::Tell(format!("{}. {}", review.facts, review.advice)))
    }
}

/// The same for what a person would call the same page: its address, and what stands on it.
fn fingerprint(page: &Snapshot) -> u64 {
    let mut print = Fnv::default();
    print.take(&page.url);
    for node in &page.nodes {
        print.take(&node.role);
        print.take(&node.name);
        print.take(node.value.as_deref().unwrap_or_default());
        node.states.iter().for_each(|state| print.take(state));
    }
    print.0
}

/// Fowler, Noll and Vo's hash, the same on every machine.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn take(&mut self, text: &str) {
        for byte in text.bytes().chain([0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
