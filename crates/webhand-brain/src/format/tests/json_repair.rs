use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::super::json_repair::{RepairError, parse_object};

#[test]
fn almost_json_is_read_as_what_it_was_meant_to_be() {
    let meant = json!({"ref": "e1", "value": "a\nb"});
    for written in [
        r#"{"ref":"e1","value":"a\nb"}"#,
        r#"{"ref":"e1","value":"a\nb",}"#,
        "```json\n{\"ref\":\"e1\",\"value\":\"a\\nb\"}\n```",
        "```{\"ref\":\"e1\",\"value\":\"a\\nb\"}```",
        "{\"ref\":\"e1\",\"value\":\"a\nb\"}",
        r#"{"ref":"e1","value":"a\nb""#,
        r#"{"ref":"e1","value":"a\nb","#,
        r#"{"ref":"e1","value":"a\nb"}}"#,
        r#"Here: {"ref":"e1","value":"a\nb"} as asked"#,
        r#""{\"ref\":\"e1\",\"value\":\"a\\nb\"}""#,
        r#""{\"ref\":\"e1\",\"value\":\"a\\nb\",""#,
    ] {
        assert_eq!(parse_object(written).map(Value::Object), Ok(meant.clone()), "{written}");
    }
    assert_eq!(
        parse_object(r#"{"files":["a","b",],"deep":{"x":[true"#).map(Value::Object),
        Ok(json!({"files": ["a", "b"], "deep": {"x": [true]}}))
    );
}

#[test]
fn nothing_means_no_arguments() {
    for written in ["", "  \n", "null", "{}", "``````"] {
        assert_eq!(parse_object(written), Ok(Map::new()), "{written}");
    }
}

#[test]
fn what_nobody_can_know_stays_broken() {
    for (written, why) in [
        (r#"{"value":"transfer 100"#, RepairError::CutOff),
        (r#"{"amount":10"#, RepairError::CutOff),
        (r#"{"value":"#, RepairError::NotJson),
        (r#"{"a":[1}"#, RepairError::NotJson),
        ("[1]", RepairError::NotAnObject),
        ("7", RepairError::NotAnObject),
        ("e7", RepairError::NotAnObject),
        (r#""e7""#, RepairError::NotAnObject),
    ] {
        assert_eq!(parse_object(written), Err(why), "{written}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused_without_a_panic(text in r#"([{}\[\]",:\\`\n ]|json|é|[a-z0-9])*"#) {
        let _ = parse_object(&text);
    }

    #[test]
    fn a_sound_object_is_never_changed(keys in prop::collection::btree_map(".*", ".*", 0..5)) {
        let sound: Map<String, Value> = keys.into_iter().map(|(key, value)| (key, value.into())).collect();
        let written = Value::Object(sound.clone()).to_string();
        prop_assert_eq!(parse_object(&written), Ok(sound));
    }
}
