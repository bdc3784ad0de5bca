//! Renders earlier calls and their results, in one to three lines each.
//!
//! Invariant: a line keeps the same bytes in all requests, so that providers find it in their caches. Text that a call read
//! from the page is cut in the history; all of it is shown once, with the newest look.

use webhand_model::{ActionGroup, OutcomeStatus, ToolCall, ToolResult, Turn, find_spec, truncate};

use super::envelope::{enclose_page_text, one_line, quoted};

/// The result of the call at place `at`. Every call has one, even if it was never performed.
pub(crate) fn render_result(turn: &Turn, at: usize) -> String {
    let Some(result) = turn.results.get(at) else {
        return "Not carried out.".to_owned();
    };
    match turn.answer.calls.get(at) {
        Some(call) if returns_page_text(call, result) => enclose_page_text(&truncate(&result.text, MOST_READ)),
        Some(_) | None => one_line(&truncate(result_text(result), MOST_RESULT)),
    }
}

/// All results as one text, for calls that the model wrote as text.
pub(crate) fn render_results(turn: &Turn) -> String {
    let results = turn.answer.calls.iter().enumerate();
    let results = results.map(|(at, call)| format!("Result of {}: {}", one_line(&call.name), render_result(turn, at)));
    results.collect::<Vec<_>>().join("\n")
}

/// The whole texts that the newest calls read, where the history has only their beginning.
pub(super) fn full_page_texts(turn: &Turn) -> impl Iterator<Item = (&ToolCall, String)> {
    let read = turn.answer.calls.iter().zip(&turn.results).filter(|(call, result)| returns_page_text(call, result));
    let long = read.filter(|(_, result)| result.text.chars().nth(MOST_READ).is_some());
    long.map(|(call, result)| (call, enclose_page_text(&result.text)))
}

/// A turn in one line: its narration, its calls and their results.
pub(super) fn render_turn_line(turn: &Turn) -> String {
    let narration = one_line(&truncate(&turn.answer.text, MOST_NARRATED));
    let calls = render_calls(turn, LINE);
    match (narration.is_empty(), calls.is_empty()) {
        (true, true) => "nothing was said or called".to_owned(),
        (true, false) => calls,
        (false, true) => narration,
        (false, false) => format!("{narration} → {calls}"),
    }
}

/// An old turn in one shorter line.
pub(super) fn render_turn_brief(turn: &Turn) -> String {
    let calls = render_calls(turn, BRIEF);
    if calls.is_empty() { "nothing was called".to_owned() } else { calls }
}

/// The calls of a turn and their results.
fn render_calls(turn: &Turn, limits: TurnTextLimits) -> String {
    let calls = turn.answer.calls.iter().enumerate();
    let calls = calls.map(|(at, call)| match turn.results.get(at) {
        Some(result) => render_call(call, result, limits),
        None => format!("{}: not carried out", call_label(call, limits)),
    });
    calls.collect::<Vec<_>>().join("; ")
}

fn render_call(call: &ToolCall, result: &ToolResult, limits: TurnTextLimits) -> String {
    let argument = |name: &str| call.arguments[name].as_str();
    if let Some(note) = argument("text").filter(|_| call.name == "note") {
        // A note keeps its text, because the brain made it to remember it.
        return format!("noted {}", quoted(&truncate(note, MOST_NOTE)));
    }
    if returns_page_text(call, result) {
        return format!("{}: {}", call_label(call, limits), quoted(&truncate(&result.text, limits.read)));
    }
    let text = one_line(&truncate(result_text(result), limits.result));
    if !describes_the_call(call, result) {
        return format!("{}{}: {text}", call_label(call, limits), status_phrase(result.status));
    }
    match argument("value").filter(|_| call.name == "fill") {
        Some(value) => format!("{text} with {}", quoted(&truncate(value, limits.arguments))),
        None => text,
    }
}

fn call_label(call: &ToolCall, limits: TurnTextLimits) -> String {
    let arguments = one_line(&truncate(&call.arguments.to_string(), limits.arguments));
    format!("{} {arguments}", one_line(&truncate(&call.name, MOST_NAME)))
}

/// Whether the result of a call also names the call: `clicked button "Pay"` does.
fn describes_the_call(call: &ToolCall, result: &ToolResult) -> bool {
    let group = find_spec(&call.name).map(|spec| spec.group);
    let is_act = matches!(group, Some(ActionGroup::Touch | ActionGroup::Travel)) || call.name == "wait";
    result.status == OutcomeStatus::Done && is_act && !result.text.trim().is_empty()
}

/// Whether the result is text of the page rather than a sentence of webhand's.
fn returns_page_text(call: &ToolCall, result: &ToolResult) -> bool {
    let group = find_spec(&call.name).map(|spec| spec.group);
    result.status == OutcomeStatus::Done
        && matches!(group, Some(ActionGroup::Look | ActionGroup::Data))
        && call.name != "wait"
}

fn result_text(result: &ToolResult) -> &str {
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

fn status_phrase(end: OutcomeStatus) -> &'static str {
    match end {
        OutcomeStatus::Done => "",
        OutcomeStatus::Refused => " was refused",
        OutcomeStatus::Failed(_) => " failed",
        OutcomeStatus::InDoubt => " may have happened",
    }
}

/// The most characters of text that a call read from the page; the history has the only copy.
const MOST_READ: usize = 600;
/// The most characters of the result of an action.
const MOST_RESULT: usize = 400;
/// The most characters of the parts of a turn that is rendered in a line.
#[derive(Clone, Copy)]
struct TurnTextLimits {
    read: usize,
    result: usize,
    arguments: usize,
}
const LINE: TurnTextLimits = TurnTextLimits { read: MOST_READ, result: MOST_RESULT, arguments: 200 };
const BRIEF: TurnTextLimits = TurnTextLimits { read: 80, result: 80, arguments: 80 };
const MOST_NARRATED: usize = 300;
const MOST_NAME: usize = 40;
const MOST_NOTE: usize = 1_000;
