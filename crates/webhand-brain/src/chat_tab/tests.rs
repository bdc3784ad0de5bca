//! The chat brain against a page that is simulated, with its own clock.

mod adapters;
mod answers;
mod brain;
mod crashes;
mod doubts;
mod learning;
mod page;
mod streams;

use serde_json::json;
use webhand_model::{BrainAnswer, OutcomeStatus, Prompt, ToolResult, Turn};
use webhand_port::{BrainRequest, Role};

pub(super) fn prompt(turns: Vec<Turn>) -> Prompt {
    let turns_before = turns.len();
    let mut prompt = crate::format::tests::prompt(turns);
    "You are webhand.".clone_into(&mut prompt.system);
    "press the button".clone_into(&mut prompt.task);
    prompt.observation.text = format!("button \"Go\" [ref=e{turns_before}]");
    prompt
}

pub(super) fn request(prompt: &Prompt) -> BrainRequest<'_> {
    BrainRequest { prompt, role: Role::Decide, picture: None, live: &|_| {} }
}

/// The turn that follows from an answer.
pub(super) fn turn(answer: BrainAnswer) -> Turn {
    let results = answer.calls.iter().map(|_| ToolResult::new(OutcomeStatus::Done, "clicked button \"Go\""));
    Turn { results: results.collect(), answer }
}

/// The answer of a model that presses the first button of the newest message.
pub(super) fn click(message: &str) -> String {
    let nonce = nonce_in(message);
    json!({"turn": nonce, "calls": [{"name": "click", "arguments": {"ref": "e0"}}]}).to_string()
}

pub(super) fn nonce_in(message: &str) -> &str {
    let (_, after) = message.rsplit_once("that has \"turn\": \"").unwrap_or_default();
    after.split('"').next().unwrap_or_default()
}
