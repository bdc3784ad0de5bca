//! What came of earlier calls, in words.

use webhand_model::{CallResult, End, Turn};

/// The result of the call at place `at`. Every call has one, even if it was never carried out.
pub(crate) fn in_words(turn: &Turn, at: usize) -> String {
    let Some(result) = turn.results.get(at) else {
        return "Not carried out.".to_owned();
    };
    said(result)
}

/// All results as one text, for calls that stood in a text themselves.
pub(crate) fn in_text(turn: &Turn) -> String {
    let results = turn.answer.calls.iter().enumerate();
    let results = results.map(|(at, call)| format!("Result of {}: {}", call.name, in_words(turn, at)));
    results.collect::<Vec<_>>().join("\n")
}

fn said(result: &CallResult) -> String {
    if !result.text.is_empty() {
        return result.text.clone();
    }
    match result.end {
        End::Done => "Done.",
        End::Refused => "Refused; nothing was done.",
        End::Failed(_) => "Failed; nothing was done.",
        End::InDoubt => "It may or may not have happened; look before repeating.",
    }
    .to_owned()
}
