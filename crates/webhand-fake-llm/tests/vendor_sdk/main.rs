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
use webhand_fake_llm::{
    FakeServer, Fault, FaultKind, FinishReason, RetryHint, Script, ScriptedTurn, ScriptedUsage, Split, StreamShape,
};

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
        retry: Some(RetryHint::Seconds(7)),
        headers: BTreeMap::new(),
    };
    scripted([
        ScriptedTurn::calls("click", json!({"ref": "e7"})),
        paid(),
        both().streamed(ragged()),
        ScriptedTurn { refusal: Some("I will not.".to_owned()), ..ScriptedTurn::default() },
        ScriptedTurn::says("after the wait").with_fault(Fault::once(FaultKind::retry(429, RetryHint::Milliseconds(5)))),
        ScriptedTurn::says("after the limit").with_fault(Fault::once(limit)),
        ScriptedTurn::says("after the failure")
            .with_fault(Fault::once(FaultKind::retry(500, RetryHint::Should(false)))),
        ScriptedTurn::says("after the event").with_fault(Fault::once(FaultKind::ErrorEvent { code: 502, after: 1 })),
        ScriptedTurn::says("after the break").with_fault(Fault::once(FaultKind::Reset { after: 1 })),
        ScriptedTurn::says("after the silence").with_fault(Fault::once(FaultKind::Hang { after: None })),
    ])
}

/// The turns that `check_anthropic.py` expects, in its order.
fn messages() -> Script {
    let presses = ScriptedTurn::says("I press.")
        .and_calls("click", json!({"ref": "e7"}))
        .and_calls("hover", json!({"ref": "e8"}));
    scripted([
        presses.thinking("Pay is e7."),
        paid(),
        both().thinking("Hm … 😀").streamed(ragged()),
        both().thinking("Hm … 😀"),
        ScriptedTurn { refusal: Some("I will not.".to_owned()), ..ScriptedTurn::default() },
        ScriptedTurn::says("after the wait").with_fault(Fault::once(FaultKind::retry(429, RetryHint::Milliseconds(5)))),
        ScriptedTurn::says("after the limit").with_fault(Fault::once(FaultKind::retry(429, RetryHint::Seconds(7)))),
        ScriptedTurn::says("after the overload").with_fault(Fault::once(FaultKind::status(529))),
        ScriptedTurn::says("after the event").with_fault(Fault::once(FaultKind::ErrorEvent { code: 529, after: 1 })),
        ScriptedTurn::says("after the silence").with_fault(Fault::once(FaultKind::Hang { after: None })),
        ScriptedTurn::calls("computer", json!({"action": "left_click", "coordinate": [3, 4]})),
        ScriptedTurn::says("clicked by the computer"),
        ScriptedTurn::calls("browser.left_click", json!({"target": {"type": "coordinate", "x": 3, "y": 4}})),
        ScriptedTurn::says("clicked by the browser"),
        ScriptedTurn::calls("browser.left_mouse_down", json!({"target": {"type": "coordinate", "x": 3, "y": 4}}))
            .and_calls("browser.left_mouse_up", json!({"target": {"type": "coordinate", "x": 5, "y": 6}}))
            .and_calls("browser.hold_key", json!({"text": "Left", "duration": 2}))
            .and_calls("browser.zoom", json!({"region": [0, 0, 100, 50]})),
    ])
}

/// The turns that `check_openai_responses.py` expects, in its order.
fn responses() -> Script {
    scripted([
        ScriptedTurn::says("I press.").and_calls("click", json!({"ref": "e7"})).thinking("Pay is e7."),
        paid(),
        both().thinking("Hm …").streamed(ragged()),
        both(),
        ScriptedTurn { refusal: Some("I will not.".to_owned()), ..ScriptedTurn::default() },
        ScriptedTurn { finish: Some(FinishReason::Length), ..ScriptedTurn::says("It is") },
        ScriptedTurn::says("after the limit").with_fault(Fault::once(FaultKind::retry(429, RetryHint::Seconds(7)))),
        ScriptedTurn::says("after the event").with_fault(Fault::once(FaultKind::ErrorEvent { code: 500, after: 1 })),
        pointing().thinking("There."),
        ScriptedTurn::says("clicked by the computer"),
        pointing(),
    ])
}

/// The turns that `check_gemini.py` expects, in its order.
fn gemini() -> Script {
    scripted([
        ScriptedTurn::says("I press.")
            .and_calls("click", json!({"ref": "e7"}))
            .and_calls("hover", json!({"ref": "e8"}))
            .thinking("Pay is e7."),
        paid(),
        // This client cannot parse comments in streams, and its provider sends none.
        both().thinking("Hm …").streamed(StreamShape { comments: 0, ..ragged() }),
        ScriptedTurn { refusal: Some("I will not.".to_owned()), ..ScriptedTurn::default() },
        ScriptedTurn::says("after the limit").with_fault(Fault::once(FaultKind::status(429))),
        ScriptedTurn::says("after the failure").with_fault(Fault::once(FaultKind::status(503))),
        ScriptedTurn::calls(
            "click_at",
            json!({"x": 1, "y": 2, "safety_decision": {"decision": "require_confirmation", "explanation": "Odd."}}),
        ),
        ScriptedTurn::says("clicked by the computer"),
    ])
}

/// The turns that `check_gigachat.py` expects, in its order.
fn gigachat() -> Script {
    scripted([
        ScriptedTurn::says("I press.").and_calls("click", json!({"ref": "e7"})),
        paid(),
        both().streamed(StreamShape { comments: 0, ..ragged() }),
        ScriptedTurn::says("after the limit").with_fault(Fault::once(FaultKind::retry(429, RetryHint::Seconds(7)))),
        ScriptedTurn::says("after the token").with_fault(Fault::once(FaultKind::status(401))),
    ])
}

fn scripted<const TURNS: usize>(turns: [ScriptedTurn; TURNS]) -> Script {
    Script { key: Some(KEY.to_owned()), models: vec!["fake".to_owned()], ..Script::from_turns(turns) }
}

fn paid() -> ScriptedTurn {
    ScriptedTurn {
        usage: ScriptedUsage { cached: 64, ..ScriptedUsage::default() },
        ..ScriptedTurn::says("It is paid: 40 €.")
    }
}

/// Text in two pieces and two calls.
fn both() -> ScriptedTurn {
    ScriptedTurn { text: vec!["Zuerst hier,".to_owned(), " dann da: šč😀".to_owned()], ..ScriptedTurn::default() }
        .and_calls("click", json!({"ref": "e1"}))
        .and_calls("hover", json!({"ref": "f2e\n\"7\""}))
}

/// A click by the computer tool, with a check.
fn pointing() -> ScriptedTurn {
    let check = json!([{"id": "sc_1", "code": "odd", "message": "Odd."}]);
    let click = json!({"type": "click", "button": "left", "x": 3, "y": 4});
    ScriptedTurn::calls("computer", json!({"actions": [click], "pending_safety_checks": check}))
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
