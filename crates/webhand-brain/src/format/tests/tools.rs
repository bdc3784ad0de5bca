use serde_json::{Value, json};
use webhand_model::{ToolCall, catalogue};

use super::super::tools::resolve_call;
use super::super::{Tool, Vision, as_tool_call, tools};

/// The list of the tool for any action, each in a line: `check|uncheck {ref}`.
fn listed(offered: &[Tool]) -> String {
    offered.iter().find(|tool| tool.name == "act").unwrap().doc.clone()
}

fn is_about(entry: &str, name: &str) -> bool {
    entry.split_once(" {").is_some_and(|(names, _)| names.split('|').any(|one| one == name))
}

#[test]
fn every_action_and_all_of_its_parameters_are_offered() {
    let offered = tools(&super::prompt(Vec::new()), Vision::Enabled);
    let list = listed(&offered);
    for spec in webhand_model::offered_actions() {
        let own = offered.iter().find(|tool| tool.name == spec.name);
        let listed = list.lines().find(|entry| is_about(entry, spec.name));
        for parameter in spec.parameters {
            let in_schema = own.is_some_and(|tool| tool.parameters["properties"].get(parameter.name).is_some());
            let in_list = listed
                .is_some_and(|entry| entry.split(['{', '}', ',', '?', ':', ' ']).any(|word| word == parameter.name));
            assert!(in_schema || in_list, "{} {}", spec.name, parameter.name);
        }
        assert!(own.is_some() || listed.is_some(), "{}", spec.name);
    }
}

#[test]
fn actions_are_listed_with_the_types_of_what_they_take() {
    let list = listed(&tools(&super::prompt(Vec::new()), Vision::Disabled));
    for line in [
        "scroll {ref?, direction: up|down|left|right|top|bottom, amount?: pixels}",
        "dblclick|hover|focus|clear|check|uncheck {ref}",
    ] {
        assert!(list.lines().any(|listed| listed == line), "{list}");
    }
}

#[test]
fn a_tool_is_described_by_the_first_part_of_what_the_catalogue_says() {
    let offered = tools(&super::prompt(Vec::new()), Vision::Disabled);
    let doc = |name: &str| offered.iter().find(|tool| tool.name == name).unwrap().doc.clone();
    assert_eq!(["click", "open"].map(doc), ["Click an element.", "Go to an address."]);
}

#[test]
fn who_sees_no_pictures_is_offered_all_but_what_is_done_on_them() {
    let offered = tools(&super::prompt(Vec::new()), Vision::Disabled);
    let list = listed(&offered);
    let is_missing = |spec: &&webhand_model::ActionSpec| {
        !offered.iter().any(|tool| tool.name == spec.name) && !list.lines().any(|entry| is_about(entry, spec.name))
    };
    let missing: Vec<&str> = webhand_model::offered_actions().filter(is_missing).map(|spec| spec.name).collect();
    assert_eq!(missing, ["screenshot", "click_at", "hover_at", "scroll_at", "drag_at", "mouse"]);
}

#[test]
fn whatever_is_offered_means_the_same_call() {
    for spec in catalogue() {
        let arguments: Value = serde_json::from_str(spec.example).unwrap();
        let call = ToolCall { id: "x".to_owned(), name: spec.name.to_owned(), arguments: arguments.clone() };
        let (name, Value::Object(written)) = as_tool_call(&call) else { panic!("{} has no arguments", spec.name) };
        let (meant, with) = resolve_call(&name, written);
        assert_eq!((meant.as_str(), Value::Object(with)), (spec.name, arguments));
    }
}

#[test]
fn arguments_may_stand_in_a_text_or_beside_the_name() {
    let with = |arguments: Value| resolve_call("act", arguments.as_object().unwrap().clone());
    let expected = ("read".to_owned(), json!({"ref": "e7"}).as_object().unwrap().clone());
    assert_eq!(with(json!({"action": "read", "with": "{\"ref\": \"e7\",}"})), expected);
    assert_eq!(with(json!({"action": "read", "ref": "e7"})), expected);
    assert_eq!(with(json!({"action": "back"})), ("back".to_owned(), serde_json::Map::new()));
    assert_eq!(with(json!({"ref": "e7"})).0, "act", "without a name nothing is guessed");
}

#[test]
fn numbers_have_their_units_where_calls_are_text_too() {
    let text = crate::format::instructions(&super::prompt(Vec::new()));
    for named in ["\"amount\"?: pixels", "\"ms\"?: ms"] {
        assert!(text.contains(named), "{text}");
    }
}
