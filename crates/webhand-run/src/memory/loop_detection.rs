//! Detects a brain that repeats itself: it is told with facts first, and stopped if it goes on.
//!
//! A step is what was called and what the page showed afterwards. The same action again and again is no loop while the
//! page changes by it: that is how one pages through a list.

use std::collections::VecDeque;

use webhand_model::{BrainAnswer, truncate};

use super::progress_review::Advice;

/// The last steps, as far as loops can be told from them.
#[derive(Debug, Default)]
pub(crate) struct LoopDetection {
    steps: VecDeque<Trace>,
    /// How often the brain was told since it last did something new.
    told: u32,
}

/// One step: what was called, and what the page was like after it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Trace {
    calls: String,
    page: u64,
}

/// How many steps are remembered.
const REMEMBERED: usize = 7;
/// The same action so often in a row, with the same page after it, is a loop.
const IN_A_ROW: usize = 3;
/// The same action with the same page so often among the remembered steps is one too.
const IN_ALL: usize = 5;
/// How often a brain is told before it is stopped.
const MOST_TOLD: u32 = 2;

impl LoopDetection {
    /// Records a step that is over, with the fingerprint of the page as it was then seen.
    pub(crate) fn record_step(&mut self, answer: &BrainAnswer, page: u64) -> Option<Advice> {
        let calls: Vec<String> = answer.calls.iter().map(|call| format!("{} {}", call.name, call.arguments)).collect();
        self.steps.push_front(Trace { calls: calls.join("; "), page });
        self.steps.truncate(REMEMBERED);
        let Some(fact) = self.newest_loop() else {
            self.told = 0;
            return None;
        };
        self.told += 1;
        Some(if self.told > MOST_TOLD {
            Advice::Stop(format!("It went round in circles: {fact}."))
        } else {
            Advice::Tell(format!("You go round in circles: {fact}. Do something else, or give up and say why."))
        })
    }

    /// The newest loop, in words.
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

    /// The other half of a step to and fro that was made twice.
    fn ping_pong(&self) -> Option<&str> {
        let [d, c, b, a] = [self.steps.get(3)?, self.steps.get(2)?, self.steps.get(1)?, self.steps.front()?];
        (a == c && b == d && a != b).then_some(b.calls.as_str())
    }
}
