//! Reads facts from a run's journal: its status, its task, its brain. Pure.

use anyhow::{Context as _, Result, bail};
use webhand_model::{DecisionSource, Event, EventKind, Input, RunId, RunSummary, Task};

/// The summary of a run for lists.
pub fn summarize(id: &RunId, events: &[Event]) -> RunSummary {
    let mut summary = RunSummary::new(id.clone());
    for event in events {
        summary.apply_event(event);
    }
    summary
}

/// Whether an outside agent drives the run.
pub fn is_session(events: &[Event]) -> bool {
    started_task(events).is_ok_and(|task| task.decided_by == DecisionSource::Outside)
}

/// The task that the run was started with.
pub fn started_task(events: &[Event]) -> Result<&Task> {
    match events.first().map(|event| &event.kind) {
        Some(EventKind::Input { input: Input::Started(task), .. }) => Ok(task),
        Some(EventKind::Input { .. } | EventKind::Intent { .. }) | None => {
            bail!("the journal does not begin with a task")
        }
    }
}

/// The brain that the run was started with, or was given last.
pub fn current_brain(events: &[Event]) -> Result<&str> {
    let named = events.iter().rev().find_map(|event| match &event.kind {
        EventKind::Input { input: Input::Started(Task { brain, .. }) | Input::BrainChanged(brain), .. } => Some(brain),
        EventKind::Input { .. } | EventKind::Intent { .. } => None,
    });
    named.map(String::as_str).context("the journal does not begin with a task")
}
