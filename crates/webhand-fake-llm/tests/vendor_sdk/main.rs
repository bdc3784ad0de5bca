//! The fake server judged by the vendors' own clients: if they understand it, it speaks the real formats.
#![expect(clippy::unwrap_used, reason = "the helpers of a test may panic as the test itself may")]

use std::{
    collections::BTreeMap,
    env,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

use serde_json::json;
use tokio::{process::Command, time::timeout};
use webhand_fake_llm::{FakeServer, Fault, FaultKind, Finish, Retry, Script, Split, StreamShape, Turn, Usage};

#[tokio::test]
async fn the_openai_client_understands_every_answer_and_error() {
    let server = FakeServer::start(chat()).unwrap();
    check("check_openai.py", &server.base_url()).await;

    let requests = server.requests();
    let tries = |status| requests.iter().filter(|request| request.status == Some(status)).count();
    assert_eq!(
        (tries(429), tries(500)),
        (2, 1),
        "one limit was waited out, one passed on; the failure was not repeated"
    );
}

#[tokio::test]
async fn the_openai_client_understands_responses_too() {
    let server = FakeServer::start(responses()).unwrap();
    check("check_openai_responses.py", &server.base_url()).await;
}

#[tokio::test]
async fn the_anthropic_client_understands_every_answer_and_error() {
    let server = FakeServer::start(messages()).unwrap();
    check("check_anthropic.py", &server.origin()).await;
    let first = server.requests()[0].json();
    assert_eq!(first["messages"][0]["content"], "Press Pay.");
}

#[tokio::test]
async fn the_google_client_understands_every_answer_and_error() {
    let server = FakeServer::start(gemini()).unwrap();
    check("check_gemini.py", &server.origin()).await;
}

#[tokio::test]
async fn the_gigachat_client_understands_every_answer_and_error() {
    let server = FakeServer::start(gigachat()).unwrap();
    check("check_gigachat.py", &server.origin()).await;
}

/// Runs a program of `tests/sdk` against the server and shows what it printed if it fails.
async fn check(program: &str, base_url: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let python = env::var_os("WEBHAND_SDK_PYTHON").map_or_else(|| root.join(".venv/bin/python"), PathBuf::from);
    assert!(python.exists(), "{} is missing, and with it the vendor's client: run `make setup`", python.display());
    let run = Command::new(&python)
        .arg(root.join("tests/sdk").join(program))
        .args([base_url, KEY])
        .env("NO_PROXY", "127.0.0.1")
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output();
    let output = timeout(DEADLINE, run).await.unwrap().unwrap();
    let (passed, failed) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "passed:\n{passed}\nfailed:\n{failed}");
}

/// The turns that `check_openai.py` expects, in its order.
fn chat() -> Script {
    let limit = FaultKind::Status {
        status: 429,
        code: Some("rate_limit_exceeded".to_owned()),
        retry: Some(Retry::Seconds(7)),
        headers: BTreeMap::new(),
    };
    scripted([
        Turn::calls("click", json!({"ref": "e7"})),
        paid(),
        both().streamed(ragged()),
        Turn { refusal: Some("I will not.".to_owned()), ..Turn::default() },
        Turn::says("after the wait").after(Fault::once(FaultKind::retry(429, Retry::Milliseconds(5)))),
        Turn::says("after the limit").after(Fault::once(limit)),
        Turn::says("after the failure").after(Fault::once(FaultKind::retry(500, Retry::Should(false)))),
        Turn::says("after the event").after(Fault::once(FaultKind::ErrorEvent { code: 502, after: 1 })),
        Turn::says("after the break").after(Fault::once(FaultKind::Reset { after: 1 })),
        Turn::says("after the silence").after(Fault::once(FaultKind::Hang { after: None })),
    ])
}

/// The turns that `check_anthropic.py` expects, in its order.
fn messages() -> Script {
    let presses =
        Turn::says("I press.").and_calls("click", json!({"ref": "e7"})).and_calls("hover", json!({"ref": "e8"}));
    scripted([
        presses.thinking("Pay is e7."),
        paid(),
        both().thinking("Hm … 😀").streamed(ragged()),
        both().thinking("Hm … 😀"),
        Turn { refusal: Some("I will not.".to_owned()), ..Turn::default() },
        Turn::says("after the wait").after(Fault::once(FaultKind::retry(429, Retry::Milliseconds(5)))),
        Turn::says("after the limit").after(Fault::once(FaultKind::retry(429, Retry::Seconds(7)))),
        Turn::says("after the overload").after(Fault::once(FaultKind::status(529))),
        Turn::says("after the event").after(Fault::once(FaultKind::ErrorEvent { code: 529, after: 1 })),
        Turn::says("after the silence").after(Fault::once(FaultKind::Hang { after: None })),
        Turn::calls("computer", json!({"action": "left_click", "coordinate": [3, 4]})),
        Turn::says("clicked by the computer"),
        Turn::calls("browser.left_click", json!({"target": {"type": "coordinate", "x": 3, "y": 4}})),
        Turn::says("clicked by the browser"),
        Turn::calls("browser.left_mouse_down", json!({"target": {"type": "coordinate", "x": 3, "y": 4}}))
            .and_calls("browser.left_mouse_up", json!({"target": {"type": "coordinate", "x": 5, "y": 6}}))
            .and_calls("browser.hold_key", json!({"text": "Left", "duration": 2}))
            .and_calls("browser.zoom", json!({"region": [0, 0, 100, 50]})),
    ])
}

/// The turns that `check_openai_responses.py` expects, in its order.
fn responses() -> Script {
    scripted([
        Turn::says("I press.").and_calls("click", json!({"ref": "e7"})).thinking("Pay is e7."),
        paid(),
        both().thinking("Hm …").streamed(ragged()),
        both(),
        Turn { refusal: Some("I will not.".to_owned()), ..Turn::default() },
        Turn { finish: Some(Finish::Length), ..Turn::says("It is") },
        Turn::says("after the limit").after(Fault::once(FaultKind::retry(429, Retry::Seconds(7)))),
        Turn::says("after the event").after(Fault::once(FaultKind::ErrorEvent { code: 500, after: 1 })),
        pointing().thinking("There."),
        Turn::says("clicked by the computer"),
        pointing(),
    ])
}

/// The turns that `check_gemini.py` expects, in its order.
fn gemini() -> Script {
    scripted([
        Turn::says("I press.")
            .and_calls("click", json!({"ref": "e7"}))
            .and_calls("hover", json!({"ref": "e8"}))
            .thinking("Pay is e7."),
        paid(),
        // This client knows no comments in streams, and its provider sends none.
        both().thinking("Hm …").streamed(StreamShape { comments: 0, ..ragged() }),
        Turn { refusal: Some("I will not.".to_owned()), ..Turn::default() },
        Turn::says("after the limit").after(Fault::once(FaultKind::status(429))),
        Turn::says("after the failure").after(Fault::once(FaultKind::status(503))),
        Turn::calls(
            "click_at",
            json!({"x": 1, "y": 2, "safety_decision": {"decision": "require_confirmation", "explanation": "Odd."}}),
        ),
        Turn::says("clicked by the computer"),
    ])
}

/// The turns that `check_gigachat.py` expects, in its order.
fn gigachat() -> Script {
    scripted([
        Turn::says("I press.").and_calls("click", json!({"ref": "e7"})),
        paid(),
        both().streamed(StreamShape { comments: 0, ..ragged() }),
        Turn::says("after the limit").after(Fault::once(FaultKind::retry(429, Retry::Seconds(7)))),
        Turn::says("after the token").after(Fault::once(FaultKind::status(401))),
    ])
}

fn scripted<const TURNS: usize>(turns: [Turn; TURNS]) -> Script {
    Script { key: Some(KEY.to_owned()), models: vec!["fake".to_owned()], ..Script::of(turns) }
}

fn paid() -> Turn {
    Turn { usage: Usage { cached: 64, ..Usage::default() }, ..Turn::says("It is paid: 40 €.") }
}

/// Text in two pieces and two calls.
fn both() -> Turn {
    Turn { text: vec!["Zuerst hier,".to_owned(), " dann da: šč😀".to_owned()], ..Turn::default() }
        .and_calls("click", json!({"ref": "e1"}))
        .and_calls("hover", json!({"ref": "f2e\n\"7\""}))
}

/// A click by the computer tool, with a check.
fn pointing() -> Turn {
    let check = json!([{"id": "sc_1", "code": "odd", "message": "Odd."}]);
    let click = json!({"type": "click", "button": "left", "x": 3, "y": 4});
    Turn::calls("computer", json!({"actions": [click], "pending_safety_checks": check}))
}

fn ragged() -> StreamShape {
    StreamShape {
        split: Some(Split { seed: 11, max: 7 }),
        fragments: Some(Split { seed: 13, max: 3 }),
        comments: 3,
        ..StreamShape::default()
    }
}

const KEY: &str = "sk-vendor-check";
const DEADLINE: Duration = Duration::from_mins(2);
