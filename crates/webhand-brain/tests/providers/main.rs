//! Every provider's client against the scripted provider, over real HTTP: what holds for one holds for all.
#![expect(clippy::unwrap_used, reason = "the helpers of a test may panic as the test itself may")]

#[path = "../asking/mod.rs"]
mod asking;
mod blanks;
mod certificates;
mod computer;
mod lists;
mod odd;
mod words;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use asking::{KEY, ask, ask_live, contents, done, patient, prompt, serve};
use futures_util::{StreamExt as _, stream};
use serde_json::json;
use webhand_brain::chat_completions::ChatCompletionsOptions;
use webhand_brain::client::{BrainPerRole, Deadlines, OpenContext, RemoteBrain, open};
use webhand_brain::format::ApiKey;
use webhand_brain::prices::Prices;
use webhand_brain::spec::{BrainChoice, BrainSpec};
use webhand_fake_llm::{FakeServer, Fault, FaultKind, LineEnding, RetryHint, Script, ScriptedTurn, Split, StreamShape};
use webhand_model::{BrainAnswer, Money, ToolCall, Usage};
use webhand_port::{Brain as _, BrainError, BrainRequest, Picture, Role};

/// How each provider is named, with the path its fake answers below.
const PROVIDERS: [(&str, &str); 5] = [
    ("openai", "/v1"),
    ("anthropic", "/v1"),
    ("openai-responses", "/v1"),
    ("gemini", "/v1beta"),
    ("gigachat", "/api/v1"),
];

/// The provider's brain, named as a person would name it.
fn brain(name: &str, path: &str, server: &FakeServer) -> RemoteBrain {
    let spec = format!("{name}:{}{path}#fake", server.origin());
    let BrainChoice::Model(model) = BrainSpec::parse(&spec).unwrap().choices.remove(0) else {
        panic!("{spec} is a model")
    };
    let env =
        |variable: &str| (variable.ends_with("_KEY") || variable.ends_with("CREDENTIALS")).then(|| KEY.to_owned());
    patient(RemoteBrain::open(&model, OpenContext::new(&env, &Prices::known())).unwrap())
}

/// How many of these calls one answer of the provider can hold.
fn at_once<T>(name: &str, mut calls: Vec<T>) -> Vec<T> {
    calls.truncate(if name == "gigachat" { 1 } else { calls.len() });
    calls
}

/// How often a question was asked; fetching a token is no question.
fn asked(server: &FakeServer) -> usize {
    server.requests().iter().filter(|request| !request.path.ends_with("/oauth")).count()
}

/// The same for whoever falls silent on purpose: one attempt, and little patience.
fn hasty(brain: RemoteBrain) -> RemoteBrain {
    let moment = Duration::from_millis(60);
    let deadlines = Deadlines { first_byte: moment, idle: moment, ..Deadlines::hosted() };
    brain.with_deadlines(deadlines).unwrap().with_retries(0)
}

#[tokio::test]
async fn a_conversation_of_several_turns_is_accepted_by_a_strict_provider() {
    for (name, path) in PROVIDERS {
        let server = serve(Script::from_turns([
            ScriptedTurn::says("I fill it in.")
                .thinking("The field is e1.")
                .and_calls("fill", json!({"ref": "e1", "value": "Ana"}))
                .and_calls("back", json!({})),
            ScriptedTurn::calls("no such tool!", json!({})),
            ScriptedTurn::says("I wonder."),
            ScriptedTurn::default(),
            ScriptedTurn::calls("click", json!({"ref": "e7"})).thinking("Now pay."),
            ScriptedTurn::calls("done", json!({"answer": "Paid."})),
        ]));
        let brain = brain(name, path, &server);
        let mut prompt = prompt();
        let mut names = Vec::new();
        for _ in 0..6 {
            let answer = ask(&brain, &prompt).await.unwrap_or_else(|error| panic!("{name}: {error}"));
            names.extend(answer.calls.iter().map(|call| call.name.clone()));
            prompt.turns.push(done(answer));
        }
        let mut expected = at_once(name, vec!["fill", "back"]);
        expected.extend(["no such tool!", "click", "done"]);
        assert_eq!(names, expected, "{name}");
    }
}

#[tokio::test]
async fn a_long_history_is_folded_in_a_way_that_a_strict_provider_accepts() {
    for (name, path) in PROVIDERS {
        let said = |_| ScriptedTurn::says("On.").thinking("Hm.").and_calls("find", json!({"text": "Pay"}));
        let server = serve(Script::from_turns((0..4).map(said)));
        let brain = brain(name, path, &server);
        let mut prompt = prompt();
        let call = |nth: usize| ToolCall { id: format!("x{nth}"), name: "back".to_owned(), arguments: json!({}) };
        let others =
            (0..38).map(|nth| done(BrainAnswer { calls: vec![call(nth), call(nth)], ..BrainAnswer::default() }));
        prompt.turns.extend(others);
        for _ in 0..4 {
            let answer = ask(&brain, &prompt).await.unwrap_or_else(|error| panic!("{name}: {error}"));
            prompt.turns.push(done(answer));
        }
        let told: Vec<bool> =
            server.requests().iter().map(|request| request.body.contains("1 to 20 in brief")).collect();
        let asked = told.len() - 4;
        assert_eq!(told[asked..], [false, false, true, true], "{name}");
    }
}

#[tokio::test]
async fn another_model_can_go_on_in_the_middle() {
    let said = |name: &str| {
        ScriptedTurn::says("So.").thinking("Hm.").and_calls("find", json!({"text": name})).and_calls("back", json!({}))
    };
    let mut prompt = prompt();
    // Twice around, so that each of them follows each of the others.
    for (name, path) in PROVIDERS.iter().chain(&PROVIDERS) {
        let server = serve(Script::from_turns([said(name)]));
        let answer = ask(&brain(name, path, &server), &prompt).await.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(answer.calls[0].arguments, json!({"text": name}));
        prompt.turns.push(done(answer));
    }
}

#[tokio::test]
async fn a_stream_cut_anywhere_gives_text_calls_and_usage() {
    let usage = webhand_fake_llm::ScriptedUsage { input: 120, cached: 100, output: 10, reasoning: 0 };
    let said = ScriptedTurn { usage, ..ScriptedTurn::says("Ich drücke „Zahlen“ 😀") }
        .thinking("Wo?")
        .and_calls("fill", json!({"ref": "e1", "value": "naïve \"š\"\n😀"}))
        .and_calls("press", json!({"key": "Enter"}));
    let shape = StreamShape {
        split: Some(Split { seed: 3, max: 5 }),
        fragments: Some(Split { seed: 5, max: 3 }),
        comments: 2,
        line_end: LineEnding::Crlf,
        ..StreamShape::default()
    };
    for (name, path) in PROVIDERS {
        let server = serve(Script::from_turns([said.clone().streamed(shape.clone())]));
        let live = Mutex::new(String::new());
        let answer = ask_live(&brain(name, path, &server), &prompt(), &live).await.unwrap();
        let calls = vec![
            ("fill".to_owned(), json!({"ref": "e1", "value": "naïve \"š\"\n😀"})),
            ("press".to_owned(), json!({"key": "Enter"})),
        ];
        assert_eq!(contents(&answer), ("Ich drücke „Zahlen“ 😀".to_owned(), at_once(name, calls)), "{name}");
        let used = Usage { input: 120, cached: 100, output: 10, ..Usage::default() };
        assert_eq!(answer.usage, used.with_cost(Money(0)), "{name}: what runs here costs nothing");
        assert_eq!(live.into_inner().unwrap(), answer.text, "{name}: the person reads along");
    }
}

#[tokio::test]
async fn a_picture_is_accepted() {
    for (name, path) in PROVIDERS {
        let server = serve(Script::from_turns([ScriptedTurn::calls("click_at", json!({"x": 1, "y": 2}))]));
        let brain = brain(name, path, &server);
        let (prompt, picture) = (prompt(), Picture { jpeg: vec![0xff, 0xd8, 0xff, 0xe0] });
        brain
            .answer(BrainRequest { prompt: &prompt, role: Role::Decide, picture: Some(&picture), live: &|_| {} })
            .await
            .unwrap();
        assert_eq!(server.requests()[0].body.contains("/9j/4A=="), brain.sees_pictures(), "{name}");
    }
}

/// The picture that a call answered with stands beside its words, where the provider has a place for it.
#[tokio::test]
async fn the_picture_of_a_call_stands_in_its_result() {
    let places = [
        ("openai", "/messages/5/content/1/image_url/url"),
        ("anthropic", "/messages/2/content/1/content/1/source/data"),
        ("openai-responses", "/input/4/output/1/image_url"),
        ("gemini", "/contents/2/parts/1/functionResponse/parts/0/inlineData/data"),
    ];
    for ((name, place), (_, path)) in places.into_iter().zip(PROVIDERS) {
        let look = ScriptedTurn::calls("back", json!({})).and_calls("screenshot", json!({"full": true}));
        let server = serve(Script::from_turns([look, ScriptedTurn::calls("done", json!({"answer": "Seen."}))]));
        let brain = brain(name, path, &server);
        let mut prompt = prompt();
        let mut turn = done(ask(&brain, &prompt).await.unwrap());
        turn.results[1].picture = Some("7.jpg".to_owned());
        prompt.turns.push(turn);
        let picture = Picture { jpeg: vec![0xff, 0xd8, 0xff, 0xe0] };
        brain
            .answer(BrainRequest { prompt: &prompt, role: Role::Decide, picture: Some(&picture), live: &|_| {} })
            .await
            .unwrap();
        let sent = server.requests()[1].json();
        let shown = sent.pointer(place).and_then(|shown| shown.as_str()).unwrap_or_else(|| panic!("{name}: {sent}"));
        assert!(shown.ends_with("/9j/4A=="), "{name}: {shown}");
        assert_eq!(server.requests()[1].body.matches("/9j/4A==").count(), 1, "{name}");
    }
}

/// The end of one question behind a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ends {
    /// With the answer, after that many requests.
    Well(usize),
    /// For longer than it is waited.
    Busy,
    Malformed(usize),
    TimedOut,
    Rejected,
    TooLong,
    Declined,
}

/// The kinds of fault, each with what a good client makes of it.
fn faults() -> Vec<(&'static str, ScriptedTurn, Ends)> {
    let said = || ScriptedTurn::says("Press").and_calls("click", json!({"ref": "e7"}));
    let once = |what| said().with_fault(Fault::once(what));
    let always = |what| said().with_fault(Fault::times(9, what));
    vec![
        ("rate limit", once(FaultKind::retry(429, RetryHint::Milliseconds(1))), Ends::Well(2)),
        ("rate limit for long", always(FaultKind::retry(429, RetryHint::Seconds(90))), Ends::Busy),
        ("overload", always(FaultKind::retry(529, RetryHint::Milliseconds(1))), Ends::Busy),
        ("gateway", once(FaultKind::retry(503, RetryHint::Milliseconds(1))), Ends::Well(2)),
        ("bad request", always(FaultKind::status(400)), Ends::Rejected),
        ("too large", always(FaultKind::status(413)), Ends::TooLong),
        ("silence", always(FaultKind::Hang { after: None }), Ends::TimedOut),
        ("stall", always(FaultKind::Hang { after: Some(2) }), Ends::TimedOut),
        ("reset", once(FaultKind::Reset { after: 2 }), Ends::Well(2)),
        ("error in a good status", once(FaultKind::ErrorInside { code: 502 }), Ends::Well(2)),
        ("error in a stream", once(FaultKind::ErrorEvent { code: 529, after: 2 }), Ends::Well(2)),
        ("half an answer", once(FaultKind::TruncatedJson), Ends::Well(2)),
        ("cut for length", once(FaultKind::LengthStop), Ends::Malformed(1)),
        ("broken arguments", ScriptedTurn::calls("click", json!("the button")), Ends::Malformed(4)),
        ("refusal", ScriptedTurn { refusal: Some("No.".to_owned()), ..ScriptedTurn::default() }, Ends::Declined),
    ]
}

#[tokio::test]
async fn every_kind_of_fault_ends_as_it_should() {
    let cases = PROVIDERS.iter().flat_map(|provider| faults().into_iter().map(move |fault| (provider, fault)));
    // Some at once, because most of it is waiting.
    stream::iter(cases)
        .for_each_concurrent(8, |((name, path), (kind, said, expected))| async move {
            let again = ScriptedTurn::calls("click", json!("the other button"));
            let server = serve(Script::from_turns([said, again.clone(), again.clone(), again]));
            let brain = brain(name, path, &server);
            let brain = if matches!(expected, Ends::TimedOut) { hasty(brain) } else { brain };
            let result = ask(&brain, &prompt()).await;
            let ended = Ends::of(&result, asked(&server));
            assert_eq!(ended, Some(expected), "{name}, {kind}: {result:?}");
            if let Ok(answer) = result {
                assert_eq!(answer.calls.len(), 1, "{name}, {kind}: an answer counts once");
            }
        })
        .await;
}

impl Ends {
    fn of(result: &Result<BrainAnswer, BrainError>, requests: usize) -> Option<Self> {
        Some(match result {
            Ok(_) => Self::Well(requests),
            Err(BrainError::Busy(..)) => Self::Busy,
            Err(BrainError::Malformed(_)) => Self::Malformed(requests),
            Err(BrainError::TimedOut(..)) => Self::TimedOut,
            Err(BrainError::Rejected(_)) => Self::Rejected,
            Err(BrainError::TooLong(_)) => Self::TooLong,
            Err(BrainError::Declined(_)) => Self::Declined,
            Err(_) => return None,
        })
    }
}

#[tokio::test]
async fn an_empty_answer_and_doubled_ids_are_answers() {
    for (name, path) in PROVIDERS {
        let twice = ScriptedTurn::calls("back", json!({})).and_calls("reload", json!({}));
        let empty = ScriptedTurn::says("x").with_fault(Fault::once(FaultKind::Empty));
        let server = serve(Script::from_turns([twice.with_fault(Fault::once(FaultKind::DuplicateIds)), empty]));
        let brain = brain(name, path, &server);
        let answer = ask(&brain, &prompt()).await.unwrap();
        let ids = at_once(name, vec![0, 1]);
        assert_eq!(answer.calls.len(), ids.len(), "{name}");
        assert!(answer.calls.windows(2).all(|calls| calls[0].id != calls[1].id), "{name}");
        let mut prompt = prompt();
        prompt.turns.push(done(answer));
        // The turn behind the fault is played again, which shows that the strict provider took the result.
        assert_eq!(ask(&brain, &prompt).await.unwrap().calls.len(), ids.len(), "{name}");
        assert_eq!(ask(&brain, &prompt).await.unwrap().calls, [], "{name}");
    }
}

#[tokio::test]
async fn a_refused_key_is_not_shown() {
    for (name, path) in PROVIDERS {
        let script = Script { key: Some("sk-another".to_owned()), ..Script::from_turns([ScriptedTurn::says("Hi")]) };
        let server = serve(script);
        let error = ask(&brain(name, path, &server), &prompt()).await.unwrap_err();
        assert!(matches!(error, BrainError::KeyRefused(_)), "{name}: {error}");
        assert!(!format!("{error} {error:?}").contains(&KEY[..10]), "{name}: {error}");
        assert_eq!(server.requests().len(), 1, "{name}: a refused key stays refused");
    }
}

#[tokio::test]
async fn a_model_without_tools_is_asked_once_more_for_what_it_can_write() {
    let server = serve(Script::from_turns([
        ScriptedTurn::says("I think I should press it."),
        ScriptedTurn::says("```json\n{\"tool_call\": {\"name\": \"click\", \"arguments\": {\"ref\": \"e7\",}}}\n```"),
        ScriptedTurn::says("Done!"),
        ScriptedTurn::says("As I said: done!"),
        ScriptedTurn::says("Done, really."),
        ScriptedTurn::says("I have nothing else to say."),
    ]));
    for tools in ["no", "json"] {
        let spec = format!("ollama:{}/v1#fake?tools={tools}", server.origin());
        let BrainChoice::Model(model) = BrainSpec::parse(&spec).unwrap().choices.remove(0) else {
            panic!("{spec} is a model")
        };
        // The scripted provider wants a key, which this one is not asked for.
        let brain = RemoteBrain::chat_completions(
            model.address.as_deref().unwrap(),
            "fake",
            Some(ApiKey::new(KEY).unwrap()),
            ChatCompletionsOptions::ollama().with(&model.settings),
        );
        match ask(&patient(brain.unwrap()), &prompt()).await {
            Ok(answer) => assert_eq!(contents(&answer).1, [("click".to_owned(), json!({"ref": "e7"}))]),
            Err(error) => assert!(matches!(error, BrainError::Malformed(_)), "{error}"),
        }
    }
    let requests = server.requests();
    assert_eq!(requests.iter().map(|request| request.status).collect::<Vec<_>>(), [Some(200); 6]);
    assert!(requests[1].body.contains("it is not one of the JSON objects"), "it was told");
}

#[tokio::test]
async fn the_next_brain_answers_when_the_first_cannot() {
    let broken =
        serve(Script::from_turns([ScriptedTurn::says("x").with_fault(Fault::times(9, FaultKind::status(400)))]));
    let works = serve(Script::from_turns([ScriptedTurn::says("One"), ScriptedTurn::says("Two")]));
    let declines =
        serve(Script::from_turns([ScriptedTurn { refusal: Some("No.".to_owned()), ..ScriptedTurn::default() }]));
    let spec = |server: &FakeServer, name: &str| format!("{name}:{}/v1#fake", server.origin());
    let env = |variable: &str| variable.ends_with("_KEY").then(|| KEY.to_owned());
    let prompt = prompt();
    let asking = BrainRequest { prompt: &prompt, role: Role::Decide, picture: None, live: &|_| {} };

    let brain = open(
        &format!("{},{}", spec(&broken, "openai"), spec(&works, "anthropic")),
        OpenContext::new(&env, &Prices::known()),
    )
    .unwrap();
    assert_eq!(brain.answer(asking).await.unwrap().text, "One");
    assert_eq!(brain.answer(asking).await.unwrap().text, "Two");
    assert_eq!(broken.requests().len(), 1, "who failed is left alone for a while");

    let brain = open(
        &format!("{},{}", spec(&declines, "openai"), spec(&works, "anthropic")),
        OpenContext::new(&env, &Prices::known()),
    )
    .unwrap();
    let error = brain.answer(asking).await.unwrap_err();
    assert_eq!(error, BrainError::Declined("No.".to_owned()), "what one declines is not carried to another");
}

#[tokio::test]
async fn a_token_is_kept_until_it_is_refused() {
    let refused = ScriptedTurn::says("Two").with_fault(Fault::once(FaultKind::status(401)));
    let server = serve(Script::from_turns([ScriptedTurn::says("One"), refused, ScriptedTurn::says("Three")]));
    let brain = brain("gigachat", "/api/v1", &server);
    for said in ["One", "Two", "Three"] {
        assert_eq!(ask(&brain, &prompt()).await.unwrap().text, said);
    }
    let paths: Vec<_> = server.requests().iter().map(|request| request.path.ends_with("/oauth")).collect();
    assert_eq!(paths, [true, false, false, true, false, false], "fetched once, and once more when it was refused");
}

#[tokio::test]
async fn a_key_that_never_works_is_tried_twice_at_most() {
    let server =
        serve(Script::from_turns([ScriptedTurn::says("Hi").with_fault(Fault::times(9, FaultKind::status(401)))]));
    let error = ask(&brain("gigachat", "/api/v1", &server), &prompt()).await.unwrap_err();
    assert!(matches!(error, BrainError::KeyRefused(_)), "{error}");
    assert_eq!(asked(&server), 2);
}

#[tokio::test]
async fn each_role_is_asked_of_its_own_brain() {
    let [first, second, third] =
        ["I go on.", "It is done.", "I read."].map(|text| serve(Script::from_turns([ScriptedTurn::says(text)])));
    let roles = BrainPerRole {
        decides: Arc::new(brain("openai", "/v1", &first)),
        verifies: Arc::new(brain("anthropic", "/v1", &second)),
        extracts: Arc::new(brain("openai", "/v1", &third)),
    };
    let prompt = prompt();
    for (role, text) in [(Role::Verify, "It is done."), (Role::Extract, "I read."), (Role::Decide, "I go on.")] {
        let answer = roles.answer(BrainRequest { prompt: &prompt, role, picture: None, live: &|_| {} }).await.unwrap();
        assert_eq!(answer.text, text);
    }
}
