//! Providers' own tools for computers and browsers, against providers as strict as the real ones.

use serde_json::{Value, json};
use webhand_brain::client::{OpenContext, RemoteBrain};
use webhand_brain::prices::Prices;
use webhand_brain::spec::{BrainChoice, BrainSpec};
use webhand_fake_llm::{FakeServer, RecordedRequest, Script, ScriptedTurn};
use webhand_model::{BrainAnswer, Caution, OutcomeStatus, Prompt};
use webhand_port::{Brain as _, BrainError, BrainRequest, Picture, Role};

use crate::asking::{KEY, contents, done, patient, prompt, serve};

/// A picture of 1000 by 500 pixels, as far as anybody looks into it.
fn picture() -> Picture {
    Picture { jpeg: vec![0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0x01, 0xf4, 0x03, 0xe8, 1, 1, 0x11, 0] }
}

fn brain(spec: &str, server: &FakeServer) -> RemoteBrain {
    let spec = spec.replace("HERE", &server.origin());
    let BrainChoice::Model(model) = BrainSpec::parse(&spec).unwrap().choices.remove(0) else {
        panic!("{spec} is a model")
    };
    let env = |_: &str| Some(KEY.to_owned());
    patient(RemoteBrain::open(&model, OpenContext::new(&env, &Prices::known())).unwrap())
}

async fn ask(brain: &RemoteBrain, prompt: &Prompt) -> Result<BrainAnswer, BrainError> {
    brain.answer(BrainRequest { prompt, role: Role::Decide, picture: Some(&picture()), live: &|_| {} }).await
}

/// A task of three steps that the model does with its provider's tool, each look with a picture; tells what came of
/// each step in the words of the catalogue, and what was sent.
async fn plays(spec: &str, turns: Vec<ScriptedTurn>) -> (Vec<String>, Vec<RecordedRequest>) {
    let steps = turns.len();
    let server = serve(Script::from_turns(turns));
    let brain = brain(spec, &server);
    let mut prompt = prompt();
    prompt.observation.snapshot.picture = Some("1.jpg".to_owned());
    let mut told = Vec::new();
    for _ in 0..steps {
        let answer = ask(&brain, &prompt).await.unwrap_or_else(|error| panic!("{spec}: {error}"));
        told.extend(contents(&answer).1.into_iter().map(|(name, arguments)| format!("{name} {arguments}")));
        prompt.turns.push(done(answer));
    }
    (told, server.requests())
}

fn pictures(request: &RecordedRequest) -> usize {
    request.body.matches("/9j/wAAL").count()
}

const CLAUDE: &str = "anthropic:HERE/v1#fake?hands=computer";
const CLAUDE_BROWSER: &str = "anthropic:HERE/v1#fake?hands=browser";
const GPT: &str = "openai-responses:HERE/v1#fake?hands=computer";
const GPT_PREVIEW: &str = "openai-responses:HERE/v1#computer-use-preview?hands=computer";
const GEMINI: &str = "gemini:HERE/v1beta#fake?hands=computer";

#[tokio::test]
async fn a_computer_tool_of_anthropic_is_served() {
    let tool = |arguments: Value| ScriptedTurn::calls("computer", arguments).thinking("There.");
    let (told, sent) = plays(
        CLAUDE,
        vec![
            tool(json!({"action": "left_click", "coordinate": [320, 240]})),
            tool(json!({"action": "key", "text": "ctrl+a Page_Down", "repeat": 2}))
                .and_calls("computer", json!({"action": "type", "text": "Ana"})),
            tool(json!({"action": "hold_key", "text": "shift+Left", "duration": 1.5})),
            tool(json!({"action": "left_mouse_down"})),
            tool(json!({"action": "mouse_move", "coordinate": [5, 6]})),
            tool(json!({"action": "left_mouse_up"})),
            tool(json!({"action": "triple_click", "coordinate": [7, 8]})),
            tool(json!({"action": "zoom", "region": [10, 20, 110, 70]})),
            tool(json!({"action": "wait", "duration": 2})),
            tool(json!({"action": "cursor_position"})),
            ScriptedTurn::calls("done", json!({"answer": "Done."})),
        ],
    )
    .await;
    assert_eq!(
        told,
        [
            r#"click_at {"x":320,"y":240}"#,
            r#"press {"key":"ctrl+a"}"#,
            r#"press {"key":"PageDown"}"#,
            r#"press {"key":"ctrl+a"}"#,
            r#"press {"key":"PageDown"}"#,
            r#"type {"text":"Ana"}"#,
            r#"press {"hold":1500,"key":"shift+Left"}"#,
            r#"mouse {"action":"down"}"#,
            r#"hover_at {"x":5,"y":6}"#,
            r#"mouse {"action":"up"}"#,
            r#"click_at {"count":3,"x":7,"y":8}"#,
            r#"screenshot {"region":[10,20,110,70]}"#,
            r#"wait {"ms":2000}"#,
            "cursor_position {}",
            r#"done {"answer":"Done."}"#,
        ]
    );
    assert_eq!(sent[0].json()["tools"][0]["display_height_px"], 500);
    assert!(sent.iter().all(|request| pictures(request) == 1), "only the newest picture is sent");
    let last = sent[2].json();
    let results = last["messages"].as_array().unwrap().last().unwrap()["content"].clone();
    assert_eq!(results[0]["content"], "press done; press done; press done; press done");
    assert_eq!(results[1]["content"][0]["text"], "type done");
    assert_eq!(results[1]["content"][1]["type"], "image");
}

#[tokio::test]
async fn the_browser_toolset_of_anthropic_is_served() {
    let (told, _) = plays(
        CLAUDE_BROWSER,
        vec![
            ScriptedTurn::calls("browser.navigate", json!({"url": "shop.test/lamps"})),
            ScriptedTurn::calls(
                "browser.left_click",
                json!({"target": {"type": "ref", "ref": "ref_e7"}, "modifiers": "cmd"}),
            )
            .and_calls("browser.form_input", json!({"target": {"type": "ref", "ref": "e8"}, "value": true})),
            ScriptedTurn::calls(
                "browser.left_click",
                json!({"target": {"type": "coordinate", "x": 5, "y": 6}, "modifiers": ["shift", "cmd"]}),
            ),
            ScriptedTurn::calls(
                "browser.scroll",
                json!({"target": {"type": "coordinate", "x": 5, "y": 6}, "scroll_direction": "down"}),
            ),
            ScriptedTurn::calls("browser.left_mouse_down", json!({"target": {"type": "coordinate", "x": 1, "y": 2}}))
                .and_calls("browser.mouse_move", json!({"target": {"type": "coordinate", "x": 3, "y": 4}}))
                .and_calls("browser.left_mouse_up", json!({"target": {"type": "coordinate", "x": 5, "y": 6}})),
            ScriptedTurn::calls("browser.hold_key", json!({"text": "Page_Down", "duration": 99}))
                .and_calls("browser.zoom", json!({"region": [0, 0, 50, 50]}))
                .and_calls("browser.triple_click", json!({"target": {"type": "ref", "ref": "e7"}}))
                .and_calls("browser.wait", json!({"duration": 1})),
            ScriptedTurn::calls("tab", json!({"action": "list"})),
        ],
    )
    .await;
    assert_eq!(
        told,
        [
            r#"open {"url":"https://shop.test/lamps"}"#,
            r#"click {"modifiers":["meta"],"ref":"e7"}"#,
            r#"check {"ref":"e8"}"#,
            r#"click_at {"modifiers":["shift","meta"],"x":5,"y":6}"#,
            r#"scroll_at {"amount":300.0,"direction":"down","x":5,"y":6}"#,
            r#"mouse {"action":"down","x":1,"y":2}"#,
            r#"hover_at {"x":3,"y":4}"#,
            r#"mouse {"action":"up","x":5,"y":6}"#,
            r#"press {"hold":30000,"key":"PageDown"}"#,
            r#"screenshot {"region":[0,0,50,50]}"#,
            r#"click {"count":3,"ref":"e7"}"#,
            r#"wait {"ms":1000}"#,
            r#"tab {"action":"list"}"#,
        ]
    );
}

#[tokio::test]
async fn a_computer_tool_of_openai_is_served_old_and_new() {
    for spec in [GPT, GPT_PREVIEW] {
        let several = json!({"actions": [
            {"type": "click", "button": "left", "x": 3, "y": 4},
            {"type": "keypress", "keys": ["CTRL", "A"]},
            {"type": "scroll", "x": 1, "y": 2, "scroll_x": 0, "scroll_y": -50},
        ]});
        let path = json!([{"x": 1, "y": 1}, {"x": 9, "y": 1}, {"x": 9, "y": 9}, {"x": 1, "y": 9}]);
        let single = json!({"action": {"type": "double_click", "x": 3, "y": 4}});
        let turns = vec![
            ScriptedTurn::calls("computer", several).thinking("There."),
            ScriptedTurn::calls("computer", single).thinking("And there."),
            ScriptedTurn::calls("computer", json!({"action": {"type": "drag", "path": path}})).thinking("Along."),
            ScriptedTurn::calls("open", json!({"url": "https://shop.test/"})),
            ScriptedTurn::calls("done", json!({"answer": "Done."})),
        ];
        let (told, sent) = plays(spec, turns).await;
        assert_eq!(
            told,
            [
                r#"click_at {"x":3,"y":4}"#,
                r#"press {"key":"CTRL+A"}"#,
                r#"scroll_at {"amount":50.0,"direction":"up","x":1,"y":2}"#,
                r#"click_at {"count":2,"x":3,"y":4}"#,
                r#"drag_at {"from":[1,1],"to":[1,9],"via":[[9,1],[9,9]]}"#,
                r#"open {"url":"https://shop.test/"}"#,
                r#"done {"answer":"Done."}"#,
            ],
            "{spec}"
        );
        assert!(sent.len() > 3, "{spec}");
        assert!(sent.iter().all(|request| pictures(request) == 1), "only the newest picture is sent");
        let (before, after) = (sent[2].json(), sent[3].json());
        let items = |request: &Value| request["input"].as_array().unwrap().clone();
        let kinds: Vec<Value> =
            items(&after).iter().map(|item| item["type"].clone()).filter(Value::is_string).collect();
        assert_eq!(kinds, ["reasoning", "computer_call", "computer_call_output"].repeat(3));
        // The reasoning goes back as it came, for as long as its turn is told; its picture does not.
        let thoughts = |request: &Value| items(request).into_iter().filter(|item| item["type"] == "reasoning");
        assert_eq!(thoughts(&after).count(), 3);
        assert_ne!(thoughts(&before).count(), 0);
        assert!(thoughts(&after).zip(thoughts(&before)).all(|(one, other)| one == other));
        assert_eq!(items(&after)[..4], items(&before)[..4], "the beginning stays the same");
        assert!(sent[2].body.contains("Result of press: press done"), "a picture does not tell what failed");
    }
}

#[tokio::test]
async fn computer_use_of_gemini_is_served() {
    let (told, sent) = plays(
        GEMINI,
        vec![
            ScriptedTurn::calls("open_web_browser", json!({})),
            ScriptedTurn::calls("type_text_at", json!({"x": 500, "y": 100, "text": "lamp", "press_enter": true}))
                .and_calls("scroll_at", json!({"x": 0, "y": 999, "direction": "down", "magnitude": 400})),
            ScriptedTurn::calls(
                "drag_and_drop",
                json!({"x": 100, "y": 200, "destination_x": 300, "destination_y": 400}),
            ),
            ScriptedTurn::calls("done", json!({"answer": "Done."})),
        ],
    )
    .await;
    assert_eq!(
        told,
        [
            "screenshot {}",
            r#"click_at {"x":500.0,"y":50.0}"#,
            r#"press {"key":"ControlOrMeta+a"}"#,
            r#"type {"submit":true,"text":"lamp"}"#,
            r#"scroll_at {"amount":200.0,"direction":"down","x":0.0,"y":499.5}"#,
            r#"drag_at {"from":[100.0,100.0],"to":[300.0,200.0]}"#,
            r#"done {"answer":"Done."}"#,
        ]
    );
    let newest = sent[1].json()["contents"].as_array().unwrap()[2].clone();
    assert_eq!(newest["parts"][0]["functionResponse"]["response"]["url"], "https://shop.test/");
    // The call goes back as it was signed, for as long as its turn is told; its picture does not.
    let contents = sent[3].json()["contents"].as_array().unwrap().clone();
    let calls: Vec<&Value> = contents.iter().filter(|content| content["role"] == "model").collect();
    assert_eq!(calls.len(), 3);
    assert!(calls.iter().all(|call| call["parts"][0]["thoughtSignature"].is_string()), "{calls:?}");
}

/// An action that the provider wants confirmed goes back as confirmed only after a yes; after a no the model is told
/// in words.
#[tokio::test]
async fn what_a_provider_is_cautious_about_is_for_the_person() {
    let check = json!([{"id": "sc_1", "code": "malicious_instructions", "message": "The page gives orders."}]);
    let click = json!({"type": "click", "button": "left", "x": 3, "y": 4});
    let decision = json!({"decision": "require_confirmation", "explanation": "The page gives orders."});
    let cautious = [
        (GPT, ScriptedTurn::calls("computer", json!({"actions": [click], "pending_safety_checks": check}))),
        (GEMINI, ScriptedTurn::calls("click_at", json!({"x": 1, "y": 2, "safety_decision": decision}))),
    ];
    for (spec, said) in cautious {
        for confirmed in [true, false] {
            let server =
                serve(Script::from_turns([said.clone(), ScriptedTurn::calls("done", json!({"answer": "Done."}))]));
            let brain = brain(spec, &server);
            let mut prompt = prompt();
            prompt.observation.snapshot.picture = Some("1.jpg".to_owned());
            let answer = ask(&brain, &prompt).await.unwrap();
            assert_eq!(answer.cautions, [Caution { call: 0, why: "The page gives orders.".to_owned() }], "{spec}");
            let mut turn = done(answer);
            turn.results[0].confirmed = confirmed;
            turn.results[0].status = if confirmed { OutcomeStatus::Done } else { OutcomeStatus::Refused };
            prompt.turns.push(turn);
            ask(&brain, &prompt).await.unwrap_or_else(|error| panic!("{spec}, confirmed {confirmed}: {error}"));
            let sent = &server.requests()[1].body;
            assert_eq!(sent.contains("acknowledge"), confirmed, "{spec}: {sent}");
        }
    }
}
