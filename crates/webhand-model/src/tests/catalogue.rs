//! The catalogue is a contract: its names and parameters are repeated here by hand.

use serde_json::Value;

use crate::{ActionClass, ActionGroup, Decision, ToolCallError, catalogue, find_spec};

/// Name and parameters (`?` for optional ones), by group.
const CONTRACT: &[(ActionGroup, &str)] = &[
    (ActionGroup::Look, "snapshot scope? budget? delta? boxes?"),
    (ActionGroup::Look, "screenshot ref? full? marks? region?"),
    (ActionGroup::Look, "pdf name?"),
    (ActionGroup::Look, "read ref? tabs? offset?"),
    (ActionGroup::Look, "find text? role?"),
    (ActionGroup::Look, "get what ref? name?"),
    (ActionGroup::Look, "is what ref"),
    (ActionGroup::Look, "console"),
    (ActionGroup::Look, "network"),
    (ActionGroup::Look, "wait text? gone? url? ref? idle? ms?"),
    (ActionGroup::Touch, "click ref button? count? modifiers?"),
    (ActionGroup::Touch, "dblclick ref"),
    (ActionGroup::Touch, "hover ref"),
    (ActionGroup::Touch, "focus ref"),
    (ActionGroup::Touch, "fill ref value"),
    (ActionGroup::Touch, "type ref? text delay? submit?"),
    (ActionGroup::Touch, "clear ref"),
    (ActionGroup::Touch, "press key ref? hold?"),
    (ActionGroup::Touch, "select ref value? values?"),
    (ActionGroup::Touch, "check ref"),
    (ActionGroup::Touch, "uncheck ref"),
    (ActionGroup::Touch, "upload ref files"),
    (ActionGroup::Touch, "drag from to"),
    (ActionGroup::Touch, "scroll ref? direction amount?"),
    (ActionGroup::Touch, "click_at x y button? count? modifiers?"),
    (ActionGroup::Touch, "hover_at x y"),
    (ActionGroup::Touch, "scroll_at x y direction amount?"),
    (ActionGroup::Touch, "drag_at from to via?"),
    (ActionGroup::Touch, "mouse action x? y?"),
    (ActionGroup::Travel, "open url new_tab? behind?"),
    (ActionGroup::Travel, "back"),
    (ActionGroup::Travel, "forward"),
    (ActionGroup::Travel, "reload"),
    (ActionGroup::Travel, "tab action url? tab?"),
    (ActionGroup::Travel, "open_tool name"),
    (ActionGroup::Travel, "dialog accept text?"),
    (ActionGroup::Travel, "downloads"),
    (ActionGroup::Data, "extract schema instruction?"),
    (ActionGroup::Data, "collect ref limit?"),
    (ActionGroup::Data, "eval script ref?"),
    (ActionGroup::Data, "page_tool name args?"),
    (ActionGroup::Talk, "ask question options? secret?"),
    (ActionGroup::Talk, "hand_over what"),
    (ActionGroup::Talk, "note text"),
    (ActionGroup::Talk, "done answer evidence? partly?"),
    (ActionGroup::Talk, "fail reason tried?"),
];

#[test]
fn holds_exactly_the_actions_of_the_contract() {
    let written: Vec<(ActionGroup, String)> = catalogue()
        .map(|spec| {
            let optional = |required: bool| if required { "" } else { "?" };
            let one = |p: &crate::ParameterSpec| format!(" {}{}", p.name, optional(p.required));
            (spec.group, format!("{}{}", spec.name, spec.parameters.iter().map(one).collect::<String>()))
        })
        .collect();
    let contract: Vec<(ActionGroup, String)> =
        CONTRACT.iter().map(|(group, line)| (*group, (*line).to_owned())).collect();
    let missing: Vec<_> = written.iter().filter(|line| !contract.contains(line)).collect();
    assert!(missing.is_empty(), "the contract above lacks {missing:?}; a changed line breaks callers");
    assert_eq!(written, contract);
}

#[test]
fn words_to_choose_from_are_those_of_the_contract() {
    let words = |action: &str, parameter: &str| {
        let spec = find_spec(action).expect(action);
        let parameter = spec.parameters.iter().find(|own| own.name == parameter).expect(parameter);
        let schema = parameter.kind.schema();
        let list = if schema["type"] == "array" { &schema["items"]["enum"] } else { &schema["enum"] };
        let list = list.as_array().expect("a list of words").iter().map(|word| word.as_str().unwrap_or_default());
        list.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(words("get", "what"), "text value html attribute title url count box");
    assert_eq!(words("is", "what"), "visible enabled checked focused editable");
    assert_eq!(words("scroll", "direction"), "up down left right top bottom");
    assert_eq!(words("tab", "action"), "new list switch close");
    assert_eq!(words("click", "button"), "left right middle");
    assert_eq!(words("click", "modifiers"), "alt control meta shift");
}

#[test]
fn schemas_keep_to_what_every_provider_accepts() {
    for spec in catalogue() {
        let schema = spec.schema();
        assert_eq!(schema["type"], "object", "{}", spec.name);
        assert_eq!(schema["additionalProperties"], false, "{}", spec.name);
        assert!(is_name(spec.name) && !spec.doc.is_empty());
        let properties = schema["properties"].as_object().expect("properties");
        let mut required: Vec<_> =
            schema["required"].as_array().expect("required").iter().filter_map(Value::as_str).collect();
        required.sort_unstable();
        assert_eq!(properties.keys().collect::<Vec<_>>(), required, "{}", spec.name);
        for (name, property) in properties {
            assert!(is_name(name), "{name}");
            let parameter = spec.parameters.iter().find(|own| own.name == name).expect("described");
            assert_eq!(may_be_null(property), !parameter.required, "{} {name}", spec.name);
            check(property, 1);
        }
    }
}

fn is_name(name: &str) -> bool {
    (1..=64).contains(&name.len()) && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
}

fn may_be_null(property: &Value) -> bool {
    property["type"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "null"))
}

/// Only keywords of the common subset, at most five levels deep, and `null` in an enum exactly where it is allowed.
fn check(schema: &Value, depth: usize) {
    assert!(depth <= 5, "{schema}");
    for keyword in schema.as_object().expect("an object").keys() {
        assert!(["type", "enum", "items", "description"].contains(&keyword.as_str()), "{keyword} in {schema}");
    }
    if let Some(words) = schema["enum"].as_array() {
        assert_eq!(words.iter().any(Value::is_null), may_be_null(schema), "{schema}");
    }
    assert_eq!(schema.get("items").is_some(), schema.to_string().contains("\"array\""), "{schema}");
    if let Some(items) = schema.get("items") {
        check(items, depth + 1);
    }
}

#[test]
fn no_name_or_alias_means_two_things() {
    let mut names: Vec<&str> = catalogue()
        .flat_map(|spec| std::iter::once(spec.name).chain(spec.aliases.iter().map(|alias| alias.name)))
        .collect();
    names.sort_unstable();
    let before = names.len();
    names.dedup();
    assert_eq!(names.len(), before);
    for spec in catalogue() {
        let mut own: Vec<&str> =
            spec.parameters.iter().flat_map(|p| std::iter::once(&p.name).chain(p.aliases)).copied().collect();
        own.sort_unstable();
        let before = own.len();
        own.dedup();
        assert_eq!(own.len(), before, "{}", spec.name);
    }
}

#[test]
fn actions_with_lasting_effects_are_never_classed_as_reading() {
    let class = |name: &str| find_spec(name).expect(name).class;
    assert_eq!(class("eval"), ActionClass::Code);
    assert_eq!(class("upload"), ActionClass::File);
    assert_eq!(class("page_tool"), ActionClass::Commit);
    for spec in catalogue().filter(|spec| spec.group == ActionGroup::Touch && !spec.name.starts_with("scroll")) {
        assert!(spec.class >= ActionClass::Input, "{}", spec.name);
    }
}

#[test]
fn every_example_is_a_good_call_as_far_as_the_page_allows() {
    let page = super::page(Vec::new());
    for spec in catalogue() {
        let arguments: Value = serde_json::from_str(spec.example).expect(spec.name);
        match Decision::parse(spec.name, &arguments, &page) {
            // The page of this test is empty.
            Ok(_) | Err(ToolCallError::UnknownRef(_)) => {}
            Err(error) => panic!("{}: {error}", spec.name),
        }
    }
}
