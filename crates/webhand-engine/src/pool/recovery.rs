//! The recovery of a run whose process or browser is gone. Pure.

use std::collections::BTreeSet;

use webhand_model::{
    ActionClass, DecisionSource, EffectNo, Event, EventKind, HeldRequest, Input, Intent, RunId, RunStatus, RunSummary,
};

/// The way to go on with a run that nobody works on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Recovery {
    /// There is no journal.
    NeverBegan,
    Over,
    /// It waits for the person, or is paused; nothing is to be done until they say so.
    Rests,
    GoOn,
    /// It is not known whether its last act happened, so the person decides.
    Park(String),
}

/// Decides from the journal alone.
pub(super) fn after_restart(events: &[Event]) -> Recovery {
    let Some(EventKind::Input { input: Input::Started(task), .. }) = events.first().map(|event| &event.kind) else {
        return Recovery::NeverBegan;
    };
    if task.decided_by == DecisionSource::Outside {
        return Recovery::Rests;
    }
    match summary(events).map(|summary| summary.status) {
        None => Recovery::NeverBegan,
        Some(RunStatus::Over(_)) => Recovery::Over,
        Some(RunStatus::Waiting(_) | RunStatus::Paused) => Recovery::Rests,
        Some(RunStatus::Open) => unfinished_act(events).map_or(Recovery::GoOn, Recovery::Park),
    }
}

fn summary(events: &[Event]) -> Option<RunSummary> {
    let mut summary = RunSummary::new(RunId::try_from("recovered".to_owned()).ok()?);
    for event in events {
        summary.apply_event(event);
    }
    Some(summary)
}

/// An act that leaves a mark elsewhere and has no outcome; in words.
fn unfinished_act(events: &[Event]) -> Option<String> {
    let answered: BTreeSet<EffectNo> = events
        .iter()
        .filter_map(|event| match &event.kind {
            EventKind::Input { to, .. } => *to,
            EventKind::Intent { .. } => None,
        })
        .collect();
    let last_start = events
        .iter()
        .rposition(|event| matches!(&event.kind, EventKind::Input { input: Input::Resumed | Input::Started(_), .. }));
    let since = events.get(last_start.unwrap_or_default()..).unwrap_or_default();
    since.iter().rev().find_map(|event| match &event.kind {
        EventKind::Intent { no, intent } if !answered.contains(no) => mark_left_by(intent),
        EventKind::Intent { .. } | EventKind::Input { .. } => None,
    })
}

fn mark_left_by(intent: &Intent) -> Option<String> {
    match intent {
        Intent::Act { action, class, .. } if *class >= ActionClass::Commit => {
            Some(format!("webhand ended during \"{}\": it may or may not have happened", action.name()))
        }
        Intent::ResolveRequest { request: HeldRequest { method, .. }, release: true } => {
            Some(format!("webhand ended while a {method} request was being sent: it may or may not have arrived"))
        }
        Intent::Act { .. }
        | Intent::ResolveRequest { .. }
        | Intent::Observe { .. }
        | Intent::AskBrain
        | Intent::Verify
        | Intent::Extract
        | Intent::ResolveRefs(_)
        | Intent::ReportResult(_)
        | Intent::Inspect(_)
        | Intent::AskPerson(_)
        | Intent::HandOver
        | Intent::TakeBack
        | Intent::UseDebugger
        | Intent::Park { .. }
        | Intent::Finish(_) => None,
    }
}

#[cfg(test)]
mod tests;
