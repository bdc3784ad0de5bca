//! Writes earlier turns as messages: each call of another brain becomes an answer of its own, because this format allows one call an answer.

use serde_json::{Value, json};
use webhand_model::{Prompt, Turn};

use super::assembler::FORMAT;
use crate::format::{AnswerOrigin, History, HistoryPart, TurnStyle, as_tool_call, render_result, render_results};

/// The messages of the task and all turns.
pub(super) fn messages(source: &AnswerOrigin, prompt: &Prompt) -> Vec<Value> {
    let mut messages = Vec::new();
    for part in History::new(prompt, TurnStyle::Lines).parts() {
        match part {
            HistoryPart::Turn(_, turn) => push_turn(&mut messages, source, turn),
            HistoryPart::Text(pieces) => messages.push(json!({"role": "user", "content": pieces.join("\n")})),
        }
    }
    messages
}

fn push_turn(messages: &mut Vec<Value>, source: &AnswerOrigin, turn: &Turn) {
    let own = source.own_message(FORMAT, &turn.answer);
    match own {
        Some(message) if message.get("function_call").is_some() && turn.answer.calls.len() == 1 => {
            let name = message["function_call"]["name"].clone();
            messages.push(message);
            messages.push(result(turn, 0, &name));
        }
        // The model wrote its calls as text.
        Some(message) if message.get("function_call").is_none() && !turn.answer.calls.is_empty() => {
            messages.push(message);
            messages.push(json!({"role": "user", "content": render_results(turn)}));
        }
        Some(_) | None => rebuild(messages, turn),
    }
}

/// The answer of another brain, rewritten in this format.
fn rebuild(messages: &mut Vec<Value>, turn: &Turn) {
    let text = turn.answer.text.trim();
    if turn.answer.calls.is_empty() && !text.is_empty() {
        messages.push(json!({"role": "assistant", "content": text}));
    }
    for (at, call) in turn.answer.calls.iter().enumerate() {
        let said = if at == 0 { text } else { "" };
        let (name, arguments) = as_tool_call(call);
        let name: Value = name.into();
        let call = json!({"name": name, "arguments": arguments});
        messages.push(json!({"role": "assistant", "content": said, "function_call": call}));
        messages.push(result(turn, at, &name));
    }
}

/// The result of a call. Its content is a JSON object as text, because the provider refuses plain text.
fn result(turn: &Turn, at: usize, name: &Value) -> Value {
    let content = json!({"result": render_result(turn, at)}).to_string();
    json!({"role": "function", "name": name, "content": content})
}
