//! Detects a brain that repeats itself: it is warned with facts first, and stopped if it goes on.
//!
//! A step is the calls of an answer and the page after them. The same call again and again is no loop while it changes
//! the page: that is how one pages through a list.

use std::collections::VecDeque;

use webhand_model::{BrainAnswer, truncate};

use super::progress_review::Advice;

/// The last steps, in which loops are looked for.
#[derive(Debug, Default)]
pub(crate) struct LoopDetection {
    steps: VecDeque<StepTrace>,
    /// How often the brain was warned since it last did something new.
    warnings: u32,
}

/// One step: its calls, and the fingerprint of the page after them.
#[derive(Debug, Clone, PartialEq, Eq)]
struct StepTrace {
    calls: String,
    page: u64,
}

/// How many steps are remembered.
const REMEMBERED: usize = 7;
/// The same calls this often in a row, with the same page after them, are a loop.
const IN_A_ROW: usize = 3;
/// The same calls with the same page this often among the remembered steps are a loop too.
const IN_ALL: usize = 5;
/// How often a brain is warned before it is stopped.
const MOST_WARNINGS: u32 = 2;

impl LoopDetection {
    /// Records a finished step, with the fingerprint of the page after it.
    pub(crate) fn record_step(&mut self, answer: &BrainAnswer, page: u64) -> Option<Advice> {
        let calls: Vec<String> = answer.calls.iter().map(|call| format!("{} {}", call.name, call.arguments)).collect();
        self.steps.push_front(StepTrace { calls: calls.join("; "), page });
        self.steps.truncate(REMEMBERED);
        let Some(fact) = self.newest_loop() else {
            self.warnings = 0;
            return None;
        };
        self.warnings += 1;
        Some(if self.warnings > MOST_WARNINGS {
            Advice::Stop(format!("It went round in circles: {fact}."))
        } else {
            Advice::Warn(format!("You go round in circles: {fact}. Do something else, or give up and say why."))
        })
    }

    /// Describes the loop that ends with the newest step.
    fn newest_loop(&self) -> Option<String> {
        let newest = self.steps.front()?;
        let shown = truncate(&newest.calls, 200);
        let in_a_row = self.steps.iter().take_while(|step| *step == newest).count();
        if in_a_row >= IN_A_ROW {
            return Some(format!("{shown} was done {in_a_row} times in a row and the page stayed the same"));
        }
        let in_all = self.steps.iter().filter(|step| *step == newest).count();
        if in_all >= IN_ALL {
            let all = self.steps.len();
            return Some(format!("{shown} was done {in_all} times in {all} steps and led to the same page each time"));
        }
        self.ping_pong().map(|other| {
            format!("{shown} and {} were done in turn, and the page went to and fro with them", truncate(other, 200))
        })
    }

    /// The other calls of an alternation of two steps that was made twice.
    fn ping_pong(&self) -> Option<&str> {
        let [d, c, b, a] = [self.steps.get(3)?, self.steps.get(2)?, self.steps.get(1)?, self.steps.front()?];
        (a == c && b == d && a != b).then_some(b.calls.as_str())
    }
}
