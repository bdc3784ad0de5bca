//! What the stories about this format share.

mod answers;
mod failures;
mod keys;
mod mending;
mod requests;
mod streams;
mod text_calls;

use serde_json::{Value, json};
use webhand_model::{
    Answer, Call, CallResult, End, Observation, PageState, Prompt, Rev, Snapshot, TabId, Turn, Viewport,
};

use super::{Options, Source, Translator};

fn translator() -> Translator {
    let source = Source { provider: "api.test/v1".to_owned(), model: "m1".to_owned() };
    Translator { source, options: Options::openai() }
}

fn prompt(turns: Vec<Turn>) -> Prompt {
    let observation = Observation {
        snapshot: Snapshot {
            tab: TabId(1),
            rev: Rev(1),
            url: "https://shop.test/".to_owned(),
            title: "Shop".to_owned(),
            state: PageState::Ready,
            viewport: Viewport::default(),
            nodes: Vec::new(),
            truncated: false,
            tabs: Vec::new(),
            dialog: None,
            picture: None,
        },
        text: "page \"Shop\" https://shop.test/\n- button \"Pay\" [ref=e7]\n".to_owned(),
        notes: Vec::new(),
        steps: [u32::try_from(turns.len()).unwrap(), 40],
    };
    Prompt { system: "You drive a browser.".to_owned(), task: "Press Pay.".to_owned(), turns, observation }
}

/// A turn of another brain with these calls, all of them done.
fn turn(text: &str, calls: &[(&str, Value)]) -> Turn {
    let call = |(name, arguments): &(&str, Value)| Call {
        id: "x".to_owned(),
        name: (*name).to_owned(),
        arguments: arguments.clone(),
    };
    let answer = Answer { text: text.to_owned(), calls: calls.iter().map(call).collect(), ..Answer::default() };
    answered(answer)
}

/// The turn that an answer becomes when all its calls are done.
fn answered(answer: Answer) -> Turn {
    let done = |call: &Call| CallResult { end: End::Done, text: format!("{} done", call.name) };
    Turn { results: answer.calls.iter().map(done).collect(), answer }
}

/// A completion with this message.
fn completion(message: &Value) -> Vec<u8> {
    json!({"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}).to_string().into_bytes()
}

fn native(id: &str, name: &str, arguments: &str) -> Value {
    json!({"id": id, "type": "function", "function": {"name": name, "arguments": arguments}})
}

/// One call a line: `call_a click {"ref":"e7"}`.
fn listed(answer: &Answer) -> String {
    let line = |call: &Call| format!("{} {} {}", call.id, call.name, call.arguments);
    answer.calls.iter().map(line).collect::<Vec<_>>().join("\n")
}
