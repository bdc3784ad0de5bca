//! Helpers of the tests of all formats.

mod envelope;
mod generated;
mod history;
mod json_repair;
mod keys;
mod tools;

use serde_json::Value;
use webhand_model::{
    BrainAnswer, Observation, OutcomeStatus, PageState, Prompt, PromptPicture, Rev, SamePicture, Snapshot, TabId,
    ToolCall, ToolResult, Turn, Viewport,
};

use super::{ExpectedAnswer, Format, History, HistoryPart, ProviderFailure, RetryKind, TurnStyle};

pub(crate) fn prompt(turns: Vec<Turn>) -> Prompt {
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
        since: None,
        earlier_pages: Vec::new(),
        seen: None,
        picture: Some(PromptPicture { number: 1, if_same: SamePicture::SentAgain }),
        notes: Vec::new(),
        steps: [u32::try_from(turns.len()).unwrap(), 40],
    };
    Prompt {
        system: "You drive a browser.".to_owned(),
        before: Vec::new(),
        task: "Press Pay.".to_owned(),
        turns,
        observation,
        answer_schema: None,
    }
}

/// A turn of another brain with these calls, all of them done.
pub(crate) fn turn(text: &str, calls: &[(&str, Value)]) -> Turn {
    let call = |(name, arguments): &(&str, Value)| ToolCall {
        id: "x".to_owned(),
        name: (*name).to_owned(),
        arguments: arguments.clone(),
    };
    let answer =
        BrainAnswer { text: text.to_owned(), calls: calls.iter().map(call).collect(), ..BrainAnswer::default() };
    answered(answer)
}

/// The turn that an answer becomes when all its calls are done.
pub(crate) fn answered(answer: BrainAnswer) -> Turn {
    let done = |call: &ToolCall| ToolResult::new(OutcomeStatus::Done, format!("{} done", call.name));
    Turn { results: answer.calls.iter().map(done).collect(), answer }
}

/// One call a line: `call_a click {"ref":"e7"}`.
pub(crate) fn listed(answer: &BrainAnswer) -> String {
    let line = |call: &ToolCall| format!("{} {} {}", call.id, call.name, call.arguments);
    answer.calls.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The answer to a second question, and the text shown meanwhile.
pub(crate) fn parse<'a>(
    format: &dyn Format,
    pieces: impl IntoIterator<Item = &'a [u8]>,
) -> Result<(BrainAnswer, String), ProviderFailure> {
    let mut parser = format.stream_parser(ExpectedAnswer::Calls(1));
    let mut shown = String::new();
    for piece in pieces {
        shown.push_str(parser.feed(piece)?);
    }
    Ok((parser.finish()?, shown))
}

/// A stream gives the same wherever the network cuts it, and nothing if it ends before `end`.
pub(crate) fn bears_cuts(format: &dyn Format, stream: &str, end: &str) {
    let expected = parse(format, [stream.as_bytes()]).unwrap();
    for at in (0..=stream.len()).step_by(7) {
        let (left, right) = stream.as_bytes().split_at(at);
        assert_eq!(parse(format, [left, right]).unwrap(), expected, "cut at {at}");
    }
    let crlf = stream.replace('\n', "\r\n");
    assert_eq!(parse(format, crlf.as_bytes().chunks(1)).unwrap(), expected, "one byte at a time, with both line ends");
    for at in (0..stream.find(end).unwrap()).step_by(5) {
        let failure = parse(format, [&stream.as_bytes()[..at]]).unwrap_err();
        assert_eq!(failure.again, RetryKind::Later, "ended at {at}");
    }
}

/// A format does not panic, whatever comes inside or between the events of a stream.
pub(crate) fn bears_anything(format: &dyn Format, stream: &str, at: usize, bytes: &[u8]) {
    let (left, right) = stream.as_bytes().split_at(at % stream.len());
    let _ = parse(format, [left, bytes, right]);
    let _ = parse(format, [left, bytes]);
    let _ = format.parse_answer(ExpectedAnswer::Calls(1), bytes);
    let _ = format.parse_error(ExpectedAnswer::Calls(1), 400, bytes);
}

/// Events with names, as most providers send them.
pub(crate) fn events(all: &[Value]) -> String {
    let event = |data: &Value| match data["type"].as_str() {
        Some(kind) => format!("event: {kind}\ndata: {data}\n\n"),
        None => format!("data: {data}\n\n"),
    };
    all.iter().map(event).collect()
}

/// From one step to the next a request says the same up to the newest turn, which it tells as it was.
pub(crate) fn has_a_stable_beginning(format: &dyn Format, bodies: &[Value]) {
    let mut turns = Vec::new();
    let mut before = String::new();
    for (nth, body) in bodies.iter().enumerate() {
        let prompt = prompt(turns.clone());
        let request: Value = serde_json::from_str(&format.decision_request(&prompt, None).unwrap()).unwrap();
        let said = said(&request);
        assert!(said.starts_with(&before), "step {nth}:\n{before}\n{said}");
        let lasting = History::new(&prompt, TurnStyle::Lines).parts().find_map(|part| match part {
            HistoryPart::Text(pieces) => pieces.last().cloned(),
            HistoryPart::Turn(..) => None,
        });
        let lasting = lasting.unwrap();
        let end = said.rfind(&lasting).unwrap_or_else(|| panic!("{lasting:?} is not in {said}")) + lasting.len();
        before = said[..end].to_owned();
        turns.push(answered(format.parse_answer(ExpectedAnswer::Calls(nth), body.to_string().as_bytes()).unwrap()));
    }
    assert!(before.lines().last().unwrap().contains("→"), "{before}");
}

/// Every text of a conversation, in its order.
fn said(value: &Value) -> String {
    match value {
        Value::String(text) => format!("{text}\n"),
        Value::Array(items) => items.iter().map(said).collect(),
        Value::Object(fields) => {
            let kept = ["messages", "contents", "input", "parts", "content", "text"];
            kept.iter().filter_map(|field| fields.get(*field)).map(said).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => String::new(),
    }
}
