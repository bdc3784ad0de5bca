use proptest::prelude::*;
use serde_json::{Value, json};
use webhand_model::Task;

use crate::JsonRun;

fn feed(run: &mut JsonRun, command: &Value) -> Value {
    serde_json::from_slice(&run.feed(command.to_string().as_bytes())).expect("an answer is JSON")
}

fn start() -> Value {
    json!({"start": Task::new("look around")})
}

#[test]
fn a_run_starts_takes_inputs_and_ends() {
    let mut run = JsonRun::default();
    let observe =
        json!({"effects": [{"no": 1, "intent": {"observe": {"picture": true}}}], "timeout": null, "over": false});
    assert_eq!(feed(&mut run, &start()), observe);
    let lost = json!({"input": {"to": 1, "input": {"not_observed": {"why": "hung", "browser_gone": false}}, "at": 5}});
    assert_eq!(feed(&mut run, &lost), json!({"effects": [], "timeout": 1_005, "over": false}));
    let cancel = json!({"input": {"to": null, "input": "cancel", "at": 7}});
    let end = json!([{"no": 2, "intent": {"finish": {"ending": "cancelled"}}}]);
    assert_eq!(feed(&mut run, &cancel), json!({"effects": end, "timeout": null, "over": true}));
}

#[test]
fn garbage_is_answered_and_changes_nothing() {
    let mut run = JsonRun::default();
    let early = json!({"input": {"to": null, "input": "cancel", "at": 1}});
    assert_eq!(feed(&mut run, &early), json!({"error": "there is no run yet; start or replay one first"}));
    feed(&mut run, &start());
    let before = format!("{run:?}");
    let deep = "[".repeat(100_000);
    for garbage in
        [&b""[..], b"null", b"{}", b"\xff\xfe", b"{\"start\":1}", b"{\"replay\":[]}", b"{\"stop\":{}}", deep.as_bytes()]
    {
        let answer: Value = serde_json::from_slice(&run.feed(garbage)).expect("an answer is JSON");
        assert!(answer["error"].as_str().is_some_and(|error| !error.is_empty()), "{answer}");
    }
    assert_eq!(format!("{run:?}"), before);
}

proptest! {
    #[test]
    fn nothing_fed_in_is_left_without_an_answer(
        before in any::<bool>(),
        bytes in prop_oneof![
            prop::collection::vec(any::<u8>(), 0..200),
            "\\{\"(start|replay|input)\":[\\[\\]{}\",:a-z0-9]{0,40}\\}".prop_map(String::into_bytes),
        ],
    ) {
        let mut run = JsonRun::default();
        if before {
            feed(&mut run, &start());
        }
        let answer: Value = serde_json::from_slice(&run.feed(&bytes)).expect("an answer is JSON");
        prop_assert!(answer.get("error").is_some() || answer.get("effects").is_some());
    }
}
