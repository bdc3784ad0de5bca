//! What a run took: steps, time, tokens.

use std::collections::BTreeMap;

use webhand_model::{EffectNo, Event, EventKind, Input, Intent, Millis, Usage};

/// Added up over a journal.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Times the brain was asked.
    pub steps: u32,
    /// On the run's clock.
    pub millis: u64,
    /// How much of it the browser took.
    pub browser_millis: u64,
    /// How much of it the person took.
    pub person_millis: u64,
    pub usage: Usage,
}

impl Tally {
    pub fn of(events: &[Event]) -> Self {
        let mut tally = Self { millis: events.last().map_or(0, |event| event.at.0), ..Self::default() };
        let mut begun: BTreeMap<EffectNo, (Millis, Taker)> = BTreeMap::new();
        let mut asked: Option<Millis> = None;
        for event in events {
            match &event.kind {
                EventKind::Intent { no, intent } => {
                    tally.steps += u32::from(matches!(intent, Intent::AskBrain));
                    if matches!(intent, Intent::AskPerson(_)) {
                        asked = Some(event.at);
                    }
                    begun.insert(*no, (event.at, taker(intent)));
                }
                EventKind::Input { to, input } => {
                    if let Input::Answered(answer) | Input::Extracted(answer) = input {
                        tally.usage += answer.usage;
                    }
                    if let (Input::Replied(_), Some(since)) =
                        (input, asked.take_if(|_| matches!(input, Input::Replied(_))))
                    {
                        tally.person_millis += event.at.0.saturating_sub(since.0);
                    }
                    if let Some((since, Taker::Browser)) = to.and_then(|to| begun.remove(&to)) {
                        tally.browser_millis += event.at.0.saturating_sub(since.0);
                    }
                }
            }
        }
        tally
    }

    pub fn tokens(&self) -> u64 {
        self.usage.tokens()
    }
}

enum Taker {
    Browser,
    Other,
}

fn taker(intent: &Intent) -> Taker {
    match intent {
        Intent::Observe { .. } | Intent::Inspect(_) | Intent::Act { .. } | Intent::ResolveRequest { .. } => {
            Taker::Browser
        }
        Intent::AskBrain
        | Intent::Verify
        | Intent::Extract
        | Intent::ResolveRefs(_)
        | Intent::ReportResult(_)
        | Intent::AskPerson(_)
        | Intent::HandOver
        | Intent::TakeBack
        | Intent::Finish(_) => Taker::Other,
    }
}

#[cfg(test)]
mod tests;
