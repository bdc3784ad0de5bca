//! Calls of brains, from correct to nonsense.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::reading::hostile;
use super::{node, page, refs};
use crate::{
    BrainMessage, Decision, Derivation, DerivedFigure, EvidenceClaim, Node, Snapshot, ToolCallError, catalogue,
};

fn three_elements() -> Snapshot {
    page(refs(3).into_iter().map(|target| Node { target: Some(target), ..node(0, "button", "Press") }).collect())
}

/// The call as the catalogue would have it: `open {"new_tab":true,"url":"…"}`.
fn parse_and_write(name: &str, arguments: &Value) -> Result<String, String> {
    let (name, arguments) = match Decision::parse(name, arguments, &three_elements()) {
        Ok(Decision::Act(action)) => (action.name(), action.arguments()),
        Ok(Decision::Say(talk)) => (talk.name(), talk.arguments()),
        Err(error) => return Err(error.to_string()),
    };
    Ok(format!("{name} {}", Value::Object(arguments)))
}

#[test]
fn aliases_of_actions_and_parameters_are_accepted() {
    let table = [
        ("click_element", json!({"ref": "e1"}), r#"click {"ref":"e1"}"#),
        (
            "type_text",
            json!({"ref": "e1", "text": "x", "press_enter": true}),
            r#"type {"ref":"e1","submit":true,"text":"x"}"#,
        ),
        ("press_key", json!({"key": "Enter"}), r#"press {"key":"Enter"}"#),
        ("scroll_page", json!({"direction": "down"}), r#"scroll {"direction":"down"}"#),
        ("select_option", json!({"ref": "e1", "option": "Two"}), r#"select {"ref":"e1","value":"Two"}"#),
        ("hover_element", json!({"ref": "e1"}), r#"hover {"ref":"e1"}"#),
        ("navigate", json!({"url": "a.test"}), r#"open {"url":"https://a.test/"}"#),
        ("go_back", json!({}), "back {}"),
        ("open_new_tab", json!({"url": "a.test"}), r#"open {"new_tab":true,"url":"https://a.test/"}"#),
        ("switch_tab", json!({"tab_id": "t2"}), r#"tab {"action":"switch","tab":"t2"}"#),
        ("list_tabs", Value::Null, r#"tab {"action":"list"}"#),
        ("wait_and_observe", json!({"ms": "500"}), r#"wait {"ms":500}"#),
        ("task_complete", json!({"summary": "Done."}), r#"done {"answer":"Done."}"#),
        ("task_failed", json!({"reason": "No."}), r#"fail {"reason":"No."}"#),
        ("get_browser_state", json!({}), "snapshot {}"),
        ("update_tree", json!({}), "snapshot {}"),
        ("input_text", json!({"ref": "e1", "text": "x"}), r#"fill {"ref":"e1","value":"x"}"#),
        ("input", json!({"ref": "e1", "value": 5}), r#"fill {"ref":"e1","value":"5"}"#),
        ("scroll_horizontally", json!({"direction": "left"}), r#"scroll {"direction":"left"}"#),
        ("execute_javascript", json!({"script": "1"}), r#"eval {"script":"1"}"#),
        ("ask_user", json!({"question": "Which?"}), r#"ask {"question":"Which?"}"#),
        ("open_tab", json!({"url": "a.test", "new_tab": false}), r#"open {"new_tab":true,"url":"https://a.test/"}"#),
    ];
    for (name, arguments, meant) in table {
        assert_eq!(parse_and_write(name, &arguments).as_deref(), Ok(meant), "{name}");
    }
}

#[test]
fn the_error_of_a_wrong_call_says_what_to_do() {
    let long = "x".repeat(100_001);
    let table = [
        ("clik", json!({}), "there is no action \"clik\"; nearest: click, click_at"),
        ("tab_open", json!({}), "there is no action \"tab_open\"; nearest: open, tab"),
        ("click", json!({}), "click needs \"ref\": a ref such as e7"),
        ("click", json!({"ref": null}), "click needs \"ref\": a ref such as e7"),
        ("click", json!({"ref": 7}), "\"ref\" of click must be a ref such as e7, not 7"),
        ("click", json!({"ref": "e9"}), "there is no element e9 on the page now; nearest: button \"Press\" [ref=e3], "),
        (
            "click",
            json!({"ref": "e1", "force": true}),
            "click has no parameter \"force\"; it takes ref, button?, count?, modifiers?",
        ),
        ("click", json!({"ref": "e1", "count": 9}), "\"count\" of click must be a whole number from 1 to 3, not 9"),
        (
            "click",
            json!({"ref": "e1", "button": "LEFT"}),
            "\"button\" of click must be one of left, right, middle, not \"LEFT\"",
        ),
        (
            "click",
            json!({"ref": "e1", "modifiers": "alt"}),
            "\"modifiers\" of click must be a list of alt, control, meta, shift",
        ),
        ("back", json!({"n": 1}), "back has no parameter \"n\"; it takes none"),
        ("click", json!("e1"), "arguments must be a JSON object, not \"e1\""),
        ("open", json!({"url": "file:///x"}), "webhand opens only http and https addresses, not \"file:\""),
        (
            "fill",
            json!({"ref": "e1", "value": long}),
            "\"value\" of fill must be a text of at most 100000 characters, not \"xxx",
        ),
        ("drag_at", json!({"from": [1], "to": [2, 3]}), "\"from\" of drag_at must be two numbers [x, y], not [1]"),
        ("click_at", json!({"x": 1e300, "y": 0}), "\"x\" of click_at must be a number, not 1e+300"),
        ("extract", json!({"schema": "not json"}), "\"schema\" of extract must be a JSON object, not \"not json\""),
    ];
    for (name, arguments, expected) in table {
        let error = parse_and_write(name, &arguments).expect_err(name);
        assert!(error.starts_with(expected), "{name} {arguments}: {error}");
        assert!(error.chars().count() < 400, "{error}");
    }
}

#[test]
fn a_misspelled_action_gets_the_nearest_names() {
    let nearest = |name: &str| {
        let error = parse_and_write(name, &json!({})).expect_err(name);
        error.split_once("nearest: ").map(|(_, names)| names.to_owned()).unwrap_or_default()
    };
    let table = [
        ("clik", "click, click_at"),
        ("Click", "click, click_at"),
        ("scrol_down", "scroll, scroll_at"),
        ("browser-fill", "fill"),
        ("double_clik", "dblclick, click, click_at"),
        ("navigate_to", "open"),
        ("go_to", "open"),
        ("teleport", "click, fill, open, snapshot, done"),
        ("", "click, fill, open, snapshot, done"),
    ];
    for (name, expected) in table {
        assert_eq!(nearest(name), expected, "{name}");
    }
    for name in ["open_tab_type_text_page_tool", "a_b_c_d_e_f", &"click_".repeat(1_000)] {
        assert!(nearest(name).split(", ").count() <= 5, "{name}");
    }
}

#[test]
fn a_schema_may_come_as_json_text() {
    let text = json!({"schema": "{\"type\":\"object\"}"});
    assert_eq!(parse_and_write("extract", &text).as_deref(), Ok(r#"extract {"schema":{"type":"object"}}"#));
}

#[test]
fn a_message_of_the_brain_is_no_action() {
    let done = Decision::parse("done", &json!({"answer": "5", "evidence": ["the total"]}), &three_elements());
    let evidence = Some(vec![EvidenceClaim::Seen("the total".to_owned())]);
    let talk = BrainMessage::Done { answer: "5".to_owned(), evidence, partly: None };
    assert_eq!(done, Ok(Decision::Say(talk)));
}

#[test]
fn a_derived_figure_may_come_as_an_object_or_as_json_text() {
    let object = json!({"value": "31.50", "how": "sum", "from": ["12.00", 19.5]});
    let derived = EvidenceClaim::Derived(DerivedFigure {
        value: "31.50".to_owned(),
        how: Derivation::Sum,
        from: vec!["12.00".to_owned(), "19.5".to_owned()],
    });
    for written in [object.clone(), object.to_string().into()] {
        let done = Decision::parse("done", &json!({"answer": "31.50", "evidence": [written]}), &three_elements());
        let evidence = Some(vec![derived.clone()]);
        assert_eq!(done, Ok(Decision::Say(BrainMessage::Done { answer: "31.50".to_owned(), evidence, partly: None })));
    }
}

fn garbage() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        hostile().prop_map(Value::from),
        prop::sample::select(vec!["e1", "e2", "e-9223372036854775808", "https://a.test", "down", "left", "true"])
            .prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 20, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map(hostile(), inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

/// Arguments whose names are right more often than not.
fn arguments() -> impl Strategy<Value = Value> {
    let names: Vec<&str> = catalogue().flat_map(|spec| spec.parameters).map(|parameter| parameter.name).collect();
    let key = prop_oneof![9 => prop::sample::select(names).prop_map(str::to_owned), 1 => hostile()];
    let map = prop::collection::btree_map(key, garbage(), 0..5);
    prop_oneof![9 => map.prop_map(|map| Value::Object(map.into_iter().collect::<Map<_, _>>())), 1 => garbage()]
}

pub(super) fn action_name() -> impl Strategy<Value = String> {
    let names: Vec<&str> = catalogue()
        .flat_map(|spec| std::iter::once(spec.name).chain(spec.aliases.iter().map(|alias| alias.name)))
        .collect();
    prop_oneof![20 => prop::sample::select(names).prop_map(str::to_owned), 1 => hostile()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn nonsense_is_answered_in_one_short_line(name in action_name(), arguments in arguments()) {
        match Decision::parse(&name, &arguments, &three_elements()) {
            Err(error) => {
                let message = error.to_string();
                prop_assert!(!message.contains(|c: char| c.is_control() || c == '\u{202e}'), "{:?}", message);
                prop_assert!(message.chars().count() < 600, "{}", message);
                let helpless = matches!(&error, ToolCallError::UnknownAction { nearest, .. } if nearest.is_empty());
                prop_assert!(!helpless);
            }
            Ok(decision) => {
                // A parsed call parses the same when it is written out.
                let (name, written) = match &decision {
                    Decision::Act(action) => (action.name(), action.arguments()),
                    Decision::Say(talk) => (talk.name(), talk.arguments()),
                };
                prop_assert_eq!(Decision::parse(name, &Value::Object(written), &three_elements()), Ok(decision));
            }
        }
    }

    #[test]
    fn a_decision_survives_a_journal(name in action_name(), arguments in arguments()) {
        if let Ok(decision) = Decision::parse(&name, &arguments, &three_elements()) {
            let json = serde_json::to_string(&decision).expect("plain data");
            prop_assert_eq!(serde_json::from_str::<Decision>(&json).expect("reads back"), decision);
        }
    }
}
