//! What came of earlier calls, in one to three lines each.
//!
//! Invariant: a line stays in the same bytes as long as it is told at all, so that providers find it in their caches. What a
//! call has read is cut from the beginning; all of it is shown once, with the newest look.

use webhand_model::{ActionGroup, OutcomeStatus, ToolCall, ToolResult, Turn, find_spec, truncate};

use super::envelope::{enclosed, one_line, quoted};

/// The result of the call at place `at`. Every call has one, even if it was never carried out.
pub(crate) fn render_result(turn: &Turn, at: usize) -> String {
    let Some(result) = turn.results.get(at) else {
        return "Not carried out.".to_owned();
    };
    match turn.answer.calls.get(at) {
        Some(call) if has_read(call, result) => enclosed(&truncate(&result.text, MOST_READ)),
        Some(_) | None => one_line(&truncate(said(result), MOST_SAID)),
    }
}

/// All results as one text, for calls that stood in a text themselves.
pub(crate) fn render_results(turn: &Turn) -> String {
    let results = turn.answer.calls.iter().enumerate();
    let results = results.map(|(at, call)| format!("Result of {}: {}", one_line(&call.name), render_result(turn, at)));
    results.collect::<Vec<_>>().join("\n")
}

/// What the newest calls have read, where the history has only the beginning of it.
pub(super) fn full_page_texts(turn: &Turn) -> impl Iterator<Item = (&ToolCall, String)> {
    let read = turn.answer.calls.iter().zip(&turn.results).filter(|(call, result)| has_read(call, result));
    let long = read.filter(|(_, result)| result.text.chars().nth(MOST_READ).is_some());
    long.map(|(call, result)| (call, enclosed(&result.text)))
}

/// A turn in one line: what was said with it, what was done, and what came of it.
pub(super) fn render_turn_line(turn: &Turn) -> String {
    let narration = one_line(&truncate(&turn.answer.text, MOST_NARRATED));
    let calls = calls(turn, LINE);
    match (narration.is_empty(), calls.is_empty()) {
        (true, true) => "nothing was said or called".to_owned(),
        (true, false) => calls,
        (false, true) => narration,
        (false, false) => format!("{narration} → {calls}"),
    }
}

/// A turn of long ago in one shorter line.
pub(super) fn render_turn_brief(turn: &Turn) -> String {
    let calls = calls(turn, BRIEF);
    if calls.is_empty() { "nothing was called".to_owned() } else { calls }
}

/// What was called, and what came of it.
fn calls(turn: &Turn, most: Most) -> String {
    let calls = turn.answer.calls.iter().enumerate();
    let calls = calls.map(|(at, call)| match turn.results.get(at) {
        Some(result) => called(call, result, most),
        None => format!("{}: not carried out", named(call, most)),
    });
    calls.collect::<Vec<_>>().join("; ")
}

fn called(call: &ToolCall, result: &ToolResult, most: Most) -> String {
    let argument = |name: &str| call.arguments[name].as_str();
    if let Some(note) = argument("text").filter(|_| call.name == "note") {
        // What the brain wanted to remember is remembered.
        return format!("noted {}", quoted(&truncate(note, MOST_NOTE)));
    }
    if has_read(call, result) {
        return format!("{}: {}", named(call, most), quoted(&truncate(&result.text, most.read)));
    }
    let text = one_line(&truncate(said(result), most.said));
    if !tells_by_itself(call, result) {
        return format!("{}{}: {text}", named(call, most), ended(result.status));
    }
    match argument("value").filter(|_| call.name == "fill") {
        Some(value) => format!("{text} with {}", quoted(&truncate(value, most.arguments))),
        None => text,
    }
}

fn named(call: &ToolCall, most: Most) -> String {
    let arguments = one_line(&truncate(&call.arguments.to_string(), most.arguments));
    format!("{} {arguments}", one_line(&truncate(&call.name, MOST_NAME)))
}

/// Whether the words for what came of a call say which it was: `clicked button "Pay"` does.
fn tells_by_itself(call: &ToolCall, result: &ToolResult) -> bool {
    let group = find_spec(&call.name).map(|spec| spec.group);
    let is_act = matches!(group, Some(ActionGroup::Touch | ActionGroup::Travel)) || call.name == "wait";
    result.status == OutcomeStatus::Done && is_act && !result.text.trim().is_empty()
}

/// Whether the result is what the page says rather than what webhand says about it.
fn has_read(call: &ToolCall, result: &ToolResult) -> bool {
    let group = find_spec(&call.name).map(|spec| spec.group);
    result.status == OutcomeStatus::Done
        && matches!(group, Some(ActionGroup::Look | ActionGroup::Data))
        && call.name != "wait"
}

fn said(result: &ToolResult) -> &str {
    if !result.text.is_empty() {
        return &result.text;
    }
    match result.status {
        OutcomeStatus::Done => "Done.",
        OutcomeStatus::Refused => "Refused; nothing was done.",
        OutcomeStatus::Failed(_) => "Failed; nothing was done.",
        OutcomeStatus::InDoubt => "It may or may not have happened; look before repeating.",
    }
}

fn ended(end: OutcomeStatus) -> &'static str {
    match end {
        OutcomeStatus::Done => "",
        OutcomeStatus::Refused => " was refused",
        OutcomeStatus::Failed(_) => " failed",
        OutcomeStatus::InDoubt => " may have happened",
    }
}

/// How many characters of a result stay: of what was read, which is the only copy, and of what is said about an action.
const MOST_READ: usize = 600;
const MOST_SAID: usize = 400;
/// The same where a turn is told in a line.
#[derive(Clone, Copy)]
struct Most {
    read: usize,
    said: usize,
    arguments: usize,
}
const LINE: Most = Most { read: MOST_READ, said: MOST_SAID, arguments: 200 };
const BRIEF: Most = Most { read: 80, said: 80, arguments: 80 };
const MOST_NARRATED: usize = 300;
const MOST_NAME: usize = 40;
const MOST_NOTE: usize = 1_000;
