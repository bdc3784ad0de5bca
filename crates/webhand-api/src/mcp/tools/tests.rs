use serde_json::{Value, json};

use super::*;

const PROFILES: [Profile; 3] = [Profile::Core, Profile::Full, Profile::Vision];

#[test]
fn core_costs_at_most_two_thousand_tokens() {
    let words = tiktoken_rs::o200k_base().unwrap();
    let count = |text: &str| words.encode_ordinary(text).len();
    let listed = json!({"tools": Profile::Core.tools()});
    assert!(count(&listed.to_string()) <= 2_000, "{}", count(&listed.to_string()));
    // A model is given the list as clients in scripting languages write it: no hints, blanks after commas and colons.
    let mut given = listed;
    for tool in given["tools"].as_array_mut().unwrap() {
        tool.as_object_mut().unwrap().remove("annotations");
    }
    let given = given.to_string().replace("\":", "\": ").replace(",\"", ", \"");
    assert!(count(&given) <= 2_000, "{}", count(&given));
}

#[test]
fn full_has_every_action_and_vision_is_core_with_coordinates() {
    let full = names(Profile::Full);
    assert_eq!(full.len(), offered_actions().count() + 1);
    assert!(offered_actions().all(|spec| full.contains(&spec.name.to_owned())));
    assert!(!full.contains(&"open_tool".to_owned()), "no browser supports it");
    let core = names(Profile::Core);
    let vision = names(Profile::Vision);
    let added: Vec<_> = vision.iter().filter(|name| !core.contains(name)).collect();
    assert_eq!(added, ["click_at", "hover_at", "scroll_at", "drag_at", "mouse"]);
    assert_eq!(vision.len(), core.len() + added.len());
}

#[test]
fn only_actions_that_change_a_page_say_that_repeating_them_is_harmless() {
    let tools = Profile::Full.tools();
    let says = |tool: &&Tool| tool.annotations.as_ref().is_some_and(|hints| hints.idempotent_hint == Some(true));
    let idempotent: Vec<_> = tools.iter().filter(says).map(|tool| tool.name.as_ref()).collect();
    assert_eq!(idempotent, ["focus", "fill", "clear", "select", "check", "uncheck", "open"]);
}

#[test]
fn schemas_keep_the_rules_of_all_three_providers() {
    for tool in PROFILES.into_iter().flat_map(Profile::tools) {
        let name = tool.name.clone();
        // OpenAI and Anthropic: 64 characters of these; Gemini: begins with a letter or underscore.
        assert!(name.len() <= 64 && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'), "{name}");
        assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-'), "{name}");
        let description = tool.description.clone().unwrap_or_default();
        assert!(!description.is_empty() && description.len() <= 1_024, "{name}");
        let schema = Value::Object(tool.input_schema.as_ref().clone());
        assert_eq!(schema["type"], "object", "{name}");
        check(&name, &schema);
    }
}

/// One schema and all within it.
fn check(tool: &str, schema: &Value) {
    let keys: Vec<&str> = schema.as_object().unwrap().keys().map(String::as_str).collect();
    let known = ["type", "properties", "required", "description", "items", "enum"];
    assert!(!keys.is_empty() && keys.iter().all(|key| known.contains(key)), "{tool}: {keys:?}");
    let kind = schema["type"].as_str().unwrap_or_else(|| panic!("{tool}: a type must be one word"));
    match kind {
        "object" => {
            let properties = schema["properties"].as_object().unwrap_or_else(|| panic!("{tool}: no properties"));
            for named in schema["required"].as_array().into_iter().flatten() {
                assert!(properties.contains_key(named.as_str().unwrap()), "{tool}: {named}");
            }
            properties.values().for_each(|inner| check(tool, inner));
        }
        "array" => check(tool, &schema["items"]),
        "string" | "integer" | "number" | "boolean" => {}
        other => panic!("{tool}: {other}"),
    }
    if let Some(words) = schema.get("enum") {
        assert_eq!(kind, "string", "{tool}: Gemini takes words alone");
        assert!(words.as_array().is_some_and(|words| !words.is_empty() && words.iter().all(Value::is_string)));
    }
}

#[test]
fn hints_follow_the_class() {
    let hint = |name: &str| {
        let tool = Profile::Core.tools().into_iter().find(|tool| tool.name == name).unwrap();
        serde_json::to_value(tool.annotations).unwrap()
    };
    assert_eq!(hint("snapshot"), json!({"readOnlyHint": true, "openWorldHint": true}));
    assert_eq!(hint("open"), json!({"readOnlyHint": false, "destructiveHint": false, "openWorldHint": true}));
    assert_eq!(hint("click"), json!({"readOnlyHint": false, "destructiveHint": true, "openWorldHint": true}));
    assert_eq!(hint(RUN_TASK), hint("click"));
}

#[test]
fn what_the_parser_needs_is_required() {
    for spec in offered_actions() {
        let schema = schema(spec.parameters);
        let required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
        let needed: Vec<Value> = spec.parameters.iter().filter(|p| p.required).map(|p| p.name.into()).collect();
        assert_eq!(required, needed, "{}", spec.name);
    }
}

fn names(profile: Profile) -> Vec<String> {
    profile.tools().into_iter().map(|tool| tool.name.into_owned()).collect()
}
