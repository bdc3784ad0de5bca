//! Reviews the steps of a run by counting: loops after each step, and progress every few steps.

use webhand_model::{RunRules, Snapshot, Turn};

use super::loop_detection::LoopDetection;
use super::review::{Efficiency, REVIEW_INTERVAL, Review};

/// The advice that follows from a review.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Advice {
    /// The brain gets this note.
    Warn(String),
    /// The run ends: the brain was warned and went on.
    Stop(String),
}

#[derive(Debug, Default)]
pub(crate) struct ProgressReview {
    loops: LoopDetection,
    /// Steps that were reviewed.
    steps: usize,
    /// Pages seen since the last review.
    pages: Vec<u64>,
    /// Reviews in a row that found low efficiency.
    low: u32,
    /// The newest look, and whether the look before it was the same.
    newest: Option<u64>,
    is_unchanged: bool,
}

/// How many reviews in a row with low efficiency end a run.
const MOST_LOW: u32 = 2;

impl ProgressReview {
    /// Reviews the newest step by the page after it; empty when that step was reviewed already.
    pub(crate) fn review(&mut self, turns: &[Turn], page: &Snapshot, rules: RunRules) -> Vec<Advice> {
        let page = fingerprint(page);
        self.is_unchanged = self.newest == Some(page);
        self.newest = Some(page);
        let Some(turn) = turns.get(self.steps..).and_then(<[Turn]>::last) else { return Vec::new() };
        self.steps = turns.len();
        self.pages.push(page);
        let repeated = self.loops.record_step(&turn.answer, page);
        let review = if turns.len().is_multiple_of(REVIEW_INTERVAL) { self.review_stretch(turns, rules) } else { None };
        [repeated, review].into_iter().flatten().collect()
    }

    pub(crate) fn is_unchanged(&self) -> bool {
        self.is_unchanged
    }

    fn review_stretch(&mut self, turns: &[Turn], rules: RunRules) -> Option<Advice> {
        self.pages.sort_unstable();
        self.pages.dedup();
        let seen = std::mem::take(&mut self.pages).len();
        let review = Review::of(&turns[turns.len().saturating_sub(REVIEW_INTERVAL)..], seen);
        self.low = if review.efficiency == Efficiency::Low { self.low + 1 } else { 0 };
        // A page that has shown something new is news, however many calls failed on it.
        let has_news = rules.check_claims() && seen > 1;
        if self.low >= MOST_LOW && !has_news {
            return Some(Advice::Stop(format!("It made no headway. {}.", review.facts)));
        }
        (review.efficiency < Efficiency::High).then(|| Advice::Warn(format!("{}. {}", review.facts, review.advice)))
    }
}

/// A hash of the page's address and content, equal for pages that a person would call the same.
fn fingerprint(page: &Snapshot) -> u64 {
    let mut print = Fnv::default();
    print.add(&page.url);
    for node in &page.nodes {
        print.add(&node.role);
        print.add(&node.name);
        print.add(node.value.as_deref().unwrap_or_default());
        node.states.iter().for_each(|state| print.add(state));
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
    fn add(&mut self, text: &str) {
        for byte in text.bytes().chain([0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
