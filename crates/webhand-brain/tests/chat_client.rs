//! The Chat Completions client against the scripted provider, over real HTTP.
#![expect(clippy::unwrap_used, reason = "the helpers of a test may panic as the test itself may")]

mod asking;

use std::net::TcpListener;
use std::sync::Mutex;
use std::time::Duration;

use asking::{KEY, ask, ask_live, contents, done, patient, prompt, serve};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use webhand_brain::chat_completions::ChatCompletionsOptions;
use webhand_brain::client::{Deadlines, RemoteBrain};
use webhand_brain::format::ApiKey;
use webhand_fake_llm::{
    CallOrder, FakeServer, Fault, FaultKind, LineEnding, MissingField, RecordedRequest, RetryHint, Script,
    ScriptedTurn, Split, StreamShape,
};
use webhand_model::Usage;
use webhand_port::{Brain as _, BrainError, BrainRequest, Picture, Role};

#[tokio::test]
async fn a_conversation_of_several_turns_is_accepted_by_a_strict_provider() {
    let server = serve(Script::from_turns([
        ScriptedTurn::says("I fill it in.")
            .and_calls("fill", json!({"ref": "e1", "value": "Ana"}))
            .and_calls("back", json!("")),
        ScriptedTurn::calls("no such tool!", json!({})),
        ScriptedTurn::says("I wonder."),
        ScriptedTurn::default(),
        ScriptedTurn::calls("done", json!({"answer": "Paid."})),
    ]));
    let brain = brain(&server);
    let mut prompt = prompt();
    let mut names = Vec::new();
    for _ in 0..5 {
        let answer = ask(&brain, &prompt).await.unwrap();
        names.extend(answer.calls.iter().map(|call| call.name.clone()));
        prompt.turns.push(done(answer));
    }
    assert_eq!(names, ["fill", "back", "no such tool!", "done"]);
    assert_eq!(server.requests().len(), 5);
    assert!(server.requests().iter().all(|request| request.status == Some(200)));

    let said = |request: &RecordedRequest| request.json()["messages"][1]["content"].as_str().unwrap().to_owned();
    let said: Vec<String> = server.requests().iter().map(said).collect();
    assert_eq!(said.len(), 5);
    let grows = |(before, after): (&String, &String)| after.starts_with(before);
    assert!(said.iter().zip(&said[1..]).all(grows), "the provider's cache sees the same beginning: {said:?}");
    assert_eq!(said.last().unwrap().lines().count(), 4, "the task, and a line for each turn but the newest: {said:?}");
}

#[tokio::test]
async fn a_stream_cut_anywhere_gives_what_the_whole_answer_gives() {
    let said = || {
        ScriptedTurn::says("Ich drücke „Zahlen“ 😀")
            .and_calls("fill", json!({"ref": "e1", "value": "naïve \"š\"\n😀"}))
            .and_calls("press", json!({"key": "Enter"}))
    };
    let shape = StreamShape {
        split: Some(Split { seed: 3, max: 5 }),
        fragments: Some(Split { seed: 5, max: 3 }),
        calls: CallOrder::Interleaved,
        comments: 2,
        line_end: LineEnding::Crlf,
        ..StreamShape::default()
    };
    let sloppy = StreamShape { missing: vec![MissingField::Id, MissingField::Index], ..StreamShape::default() };
    let server = serve(Script::from_turns([said(), said().streamed(shape), said().streamed(sloppy)]));
    let whole = ask(
        &brain_with(&server, ChatCompletionsOptions { streams: false, ..ChatCompletionsOptions::openai() }),
        &prompt(),
    )
    .await
    .unwrap();
    assert_eq!(whole.usage, Usage { input: 100, cached: 0, output: 10, ..Usage::default() });

    let live = Mutex::new(String::new());
    let streamed = ask_live(&brain(&server), &prompt(), &live).await.unwrap();
    assert_eq!(contents(&streamed), contents(&whole));
    assert_eq!(streamed.usage, whole.usage);
    assert_eq!(live.into_inner().unwrap(), whole.text, "the person reads along");

    let sloppy = ask(&brain(&server), &prompt()).await.unwrap();
    assert_eq!(contents(&sloppy), contents(&whole));
    assert_eq!(sloppy.calls[1].id, "call_0_1", "ids that were left out are made up");
}

#[tokio::test]
async fn the_picture_travels_in_the_last_message() {
    let server = serve(Script::from_turns([ScriptedTurn::calls("click_at", json!({"x": 1, "y": 2}))]));
    let (prompt, picture) = (prompt(), Picture { jpeg: vec![0xff, 0xd8, 0xff, 0xe0] });
    let asking = BrainRequest { prompt: &prompt, role: Role::Decide, picture: Some(&picture), live: &|_| {} };
    brain(&server).answer(asking).await.unwrap();
    let body = server.requests()[0].json();
    let last = body["messages"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["role"], &last["content"][1]["type"]), (&json!("user"), &json!("image_url")));
}

#[tokio::test]
async fn a_busy_provider_is_asked_again_when_it_says() {
    for retry in
        [RetryHint::Milliseconds(1), RetryHint::Seconds(0), RetryHint::DateInSeconds(0), RetryHint::Should(true)]
    {
        let fault = Fault::once(FaultKind::retry(429, retry.clone()));
        let server = serve(Script::from_turns([ScriptedTurn::says("Hi").with_fault(fault)]));
        assert_eq!(ask(&brain(&server), &prompt()).await.unwrap().text, "Hi", "{retry:?}");
        assert_eq!(statuses(&server), [Some(429), Some(200)], "{retry:?}");
    }
}

#[tokio::test]
async fn a_provider_that_says_no_or_much_later_is_not_waited_for() {
    for retry in [RetryHint::Should(false), RetryHint::Seconds(90), RetryHint::DateInSeconds(300)] {
        let fault = Fault::times(9, FaultKind::retry(429, retry.clone()));
        let server = serve(Script::from_turns([ScriptedTurn::says("Hi").with_fault(fault)]));
        let error = ask(&brain(&server), &prompt()).await.unwrap_err();
        assert!(error.is_passing(), "{error}");
        assert_eq!(server.requests().len(), 1, "{retry:?}");
    }
}

#[tokio::test]
async fn a_long_wait_is_told_once_and_left_to_the_person() {
    let fault = Fault::once(FaultKind::retry(429, RetryHint::Seconds(90)));
    let server = serve(Script::from_turns([ScriptedTurn::says("Hi").with_fault(fault)]));
    let error = ask(&brain(&server), &prompt()).await.unwrap_err();
    let told = "the provider asks to come back in 90 s: [429 rate_limit_error] this error stands in the script; try again \
                then, or name another model to stand in";
    assert_eq!(error.to_string(), told);
}

#[tokio::test]
async fn two_retries_are_enough() {
    let fault = Fault::times(9, FaultKind::retry(503, RetryHint::Milliseconds(1)));
    let server = serve(Script::from_turns([ScriptedTurn::says("Hi").with_fault(fault)]));
    assert!(matches!(ask(&brain(&server), &prompt()).await, Err(BrainError::Busy(_, 0))));
    assert_eq!(server.requests().len(), 3);
}

#[tokio::test]
async fn an_answer_that_broke_off_is_asked_for_again_as_a_whole() {
    let faults = [
        FaultKind::Reset { after: 2 },
        FaultKind::TruncatedJson,
        FaultKind::ErrorInside { code: 502 },
        FaultKind::ErrorEvent { code: 502, after: 2 },
    ];
    for fault in faults {
        let said =
            ScriptedTurn::says("Press").and_calls("click", json!({"ref": "e7"})).with_fault(Fault::once(fault.clone()));
        let server = serve(Script::from_turns([said]));
        let live = Mutex::new(String::new());
        let answer = ask_live(&brain(&server), &prompt(), &live).await.unwrap();
        assert_eq!(contents(&answer), ("Press".to_owned(), vec![("click".to_owned(), json!({"ref": "e7"}))]));
        assert_eq!(server.requests().len(), 2, "{fault:?}");
        assert_eq!(live.into_inner().unwrap(), "Press", "{fault:?}: nobody is told the beginning twice");
    }
}

#[tokio::test]
async fn silence_ends_at_its_deadline() {
    let deadlines = Deadlines {
        connect: Duration::from_secs(5),
        first_byte: Duration::from_millis(60),
        idle: Duration::from_millis(60),
        total: Duration::from_secs(20),
    };
    for fault in [FaultKind::Hang { after: None }, FaultKind::Hang { after: Some(2) }] {
        let server = serve(Script::from_turns([ScriptedTurn::says("Hello").with_fault(Fault::times(9, fault))]));
        let brain = brain(&server).with_deadlines(deadlines).unwrap().with_retries(0);
        let error = ask(&brain, &prompt()).await.unwrap_err();
        assert_eq!(error, BrainError::TimedOut(brain.endpoint().host(), 1));
    }
}

#[tokio::test]
async fn the_total_deadline_covers_all_attempts() {
    let fault = Fault::times(u32::MAX, FaultKind::retry(503, RetryHint::Milliseconds(1)));
    let server = serve(Script::from_turns([ScriptedTurn::says("Hello").with_fault(fault)]));
    let total = Duration::from_millis(200);
    let brain = brain(&server).with_deadlines(Deadlines { total, ..Deadlines::hosted() }).unwrap();
    let error = ask(&brain.with_retries(u32::MAX), &prompt()).await.unwrap_err();
    assert!(matches!(error, BrainError::TimedOut(_, 1) | BrainError::Overloaded(_)), "{error}");
}

#[tokio::test]
async fn a_key_does_not_follow_a_redirect() {
    let elsewhere = serve(Script::from_turns([ScriptedTurn::says("Hi")]));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}/v1", listener.local_addr().unwrap());
    let location = format!("{}/chat/completions", elsewhere.base_url());
    tokio::spawn(async move {
        let (mut tcp, _) = listener.accept().await.unwrap();
        let answer = format!("HTTP/1.1 307 Moved\r\nlocation: {location}\r\ncontent-length: 0\r\n\r\n");
        // An answer before the question would be taken for a broken connection.
        tcp.read_u8().await.unwrap();
        tcp.write_all(answer.as_bytes()).await.unwrap();
        // The connection stays open until the other side has read the answer and hangs up.
        tokio::io::copy(&mut tcp, &mut tokio::io::sink()).await.ok();
    });
    let brain =
        RemoteBrain::chat_completions(&base, "m", Some(ApiKey::new(KEY).unwrap()), ChatCompletionsOptions::openai())
            .unwrap();
    let error = ask(&brain.with_retries(0), &prompt()).await.unwrap_err();
    assert!(matches!(error, BrainError::Rejected(_)), "{error}");
    assert!(elsewhere.requests().is_empty());
}

#[tokio::test]
async fn a_refused_key_is_not_shown() {
    let script = Script { key: Some("sk-another".to_owned()), ..Script::from_turns([ScriptedTurn::says("Hi")]) };
    let server = serve(script);
    let error = ask(&brain(&server), &prompt()).await.unwrap_err();
    assert!(matches!(error, BrainError::KeyRefused(_)));
    assert!(!format!("{error} {error:?}").contains("sk-test-4f"), "{error}");
    assert_eq!(server.requests().len(), 1, "a refused key stays refused");
}

#[tokio::test]
async fn faults_of_the_model_are_named() {
    let server = serve(Script::from_turns([
        ScriptedTurn::calls("click", json!("{\"ref\": \"e7\",}")),
        ScriptedTurn::says("long").with_fault(Fault::once(FaultKind::LengthStop)),
        ScriptedTurn { refusal: Some("No.".to_owned()), ..ScriptedTurn::default() },
        ScriptedTurn::calls("click", json!("the button")),
        ScriptedTurn::calls("click", json!("the other button")),
        ScriptedTurn::calls("click", json!("the third button")),
        ScriptedTurn::calls("click", json!("the last button")),
    ]));
    let brain = brain(&server);
    let mended = ask(&brain, &prompt()).await.unwrap();
    assert_eq!(mended.calls[0].arguments, json!({"ref": "e7"}));
    assert!(matches!(ask(&brain, &prompt()).await, Err(BrainError::Malformed(_))));
    // The fault was met once; the turn behind it follows.
    assert_eq!(ask(&brain, &prompt()).await.unwrap().text, "long");
    assert_eq!(ask(&brain, &prompt()).await, Err(BrainError::Declined("No.".to_owned())));
    assert!(matches!(ask(&brain, &prompt()).await, Err(BrainError::Malformed(_))));
    assert_eq!(server.requests().len(), 8, "it was told three times, and then given up");
}

#[tokio::test]
async fn a_model_that_is_told_its_mistake_can_set_it_right() {
    let server = serve(Script::from_turns([
        ScriptedTurn::calls("click", json!("the button")),
        ScriptedTurn::calls("click", json!({"ref": "e7"})),
    ]));
    let answer = ask(&brain(&server), &prompt()).await.unwrap();
    assert_eq!(answer.calls[0].arguments, json!({"ref": "e7"}));
    let told = server.requests()[1].json();
    let last = told["messages"].as_array().unwrap().last().unwrap()["content"].as_str().unwrap().to_owned();
    assert!(last.contains("the arguments of click are no JSON object"), "{last}");
}

#[tokio::test]
async fn nobody_at_the_address_is_unreachable() {
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let brain =
        RemoteBrain::chat_completions(&format!("http://{free}/v1"), "m", None, ChatCompletionsOptions::compatible())
            .unwrap();
    let error = ask(&brain.with_retries(0), &prompt()).await.unwrap_err();
    assert!(matches!(&error, BrainError::Unreachable(place) if place.starts_with(&free.to_string())), "{error}");
}

fn brain(server: &FakeServer) -> RemoteBrain {
    brain_with(server, ChatCompletionsOptions::openai())
}

fn brain_with(server: &FakeServer, options: ChatCompletionsOptions) -> RemoteBrain {
    let key = ApiKey::new(KEY).unwrap();
    let brain = RemoteBrain::chat_completions(&server.base_url(), "fake", Some(key), options).unwrap();
    patient(brain)
}

fn statuses(server: &FakeServer) -> Vec<Option<u16>> {
    server.requests().iter().map(|request| request.status).collect()
}
