//! The totals of a run: steps, time, tokens.

use std::collections::BTreeMap;

use webhand_model::{EffectNo, Event, EventKind, Input, Intent, Millis, Usage};

/// Totals over a journal.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RunTotals {
    /// How often the brain was asked.
    pub steps: u32,
    /// The duration on the run's clock.
    pub millis: u64,
    /// The part of the duration that the browser took.
    pub browser_millis: u64,
    /// The part of the duration that the person took.
    pub person_millis: u64,
    pub usage: Usage,
}

impl RunTotals {
    pub fn from_events(events: &[Event]) -> Self {
        let mut totals = Self { millis: events.last().map_or(0, |event| event.at.0), ..Self::default() };
        let mut started: BTreeMap<EffectNo, (Millis, TimeSpender)> = BTreeMap::new();
        let mut asked: Option<Millis> = None;
        for event in events {
            match &event.kind {
                EventKind::Intent { no, intent } => {
                    totals.steps += u32::from(matches!(intent, Intent::AskBrain));
                    if matches!(intent, Intent::AskPerson(_)) {
                        asked = Some(event.at);
                    }
                    started.insert(*no, (event.at, time_spender(intent)));
                }
                EventKind::Input { to, input } => {
                    if let Input::Answered(answer) | Input::Extracted(answer) = input {
                        totals.usage += answer.usage;
                    }
                    if let Some(since) = asked.take_if(|_| input.reply().is_some()) {
                        totals.person_millis += event.at.0.saturating_sub(since.0);
                    }
                    if let Some((since, TimeSpender::Browser)) = to.and_then(|to| started.remove(&to)) {
                        totals.browser_millis += event.at.0.saturating_sub(since.0);
                    }
                }
            }
        }
        totals
    }

    pub fn tokens(&self) -> u64 {
        self.usage.tokens()
    }
}

enum TimeSpender {
    Browser,
    Other,
}

fn time_spender(intent: &Intent) -> TimeSpender {
    match intent {
        Intent::Observe { .. } | Intent::Inspect(_) | Intent::Act { .. } | Intent::ResolveRequest { .. } => {
            TimeSpender::Browser
        }
        Intent::AskBrain
        | Intent::Verify
        | Intent::Extract
        | Intent::ResolveRefs(_)
        | Intent::ReportResult(_)
        | Intent::AskPerson(_)
        | Intent::HandOver
        | Intent::TakeBack
        | Intent::UseDebugger
        | Intent::Park { .. }
        | Intent::Finish(_) => TimeSpender::Other,
    }
}

#[cfg(test)]
mod tests;
