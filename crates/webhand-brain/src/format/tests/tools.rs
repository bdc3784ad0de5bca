use serde_json::{Value, json};
use webhand_model::{Call, catalogue};

use super::super::tools::meant;
use super::super::{in_tools, tools};

#[test]
fn every_action_and_all_of_its_parameters_are_offered() {
    let offered = tools(&super::prompt(Vec::new()));
    let list = offered.iter().find(|tool| tool.name == "act").unwrap().doc.clone();
    for spec in catalogue() {
        let own = offered.iter().find(|tool| tool.name == spec.name);
        let listed = list.split(' ').find(|entry| entry.starts_with(&format!("{}{{", spec.name)));
        for parameter in spec.parameters {
            let in_schema = own.is_some_and(|tool| tool.parameters["properties"].get(parameter.name).is_some());
            let in_list =
                listed.is_some_and(|entry| entry.split(['{', '}', ',', '?', ':']).any(|word| word == parameter.name));
            assert!(in_schema || in_list, "{} {}", spec.name, parameter.name);
        }
        assert!(own.is_some() || listed.is_some(), "{}", spec.name);
    }
}

#[test]
fn whatever_is_offered_means_the_same_call() {
    for spec in catalogue() {
        let arguments: Value = serde_json::from_str(spec.example).unwrap();
        let call = Call { id: "x".to_owned(), name: spec.name.to_owned(), arguments: arguments.clone() };
        let (name, Value::Object(written)) = in_tools(&call) else { panic!("{} has no arguments", spec.name) };
        let (meant, with) = meant(&name, written);
        assert_eq!((meant.as_str(), Value::Object(with)), (spec.name, arguments));
    }
}

#[test]
fn arguments_may_stand_in_a_text_or_beside_the_name() {
    let with = |arguments: Value| meant("act", arguments.as_object().unwrap().clone());
    let expected = ("read".to_owned(), json!({"ref": "e7"}).as_object().unwrap().clone());
    assert_eq!(with(json!({"action": "read", "with": "{\"ref\": \"e7\",}"})), expected);
    assert_eq!(with(json!({"action": "read", "ref": "e7"})), expected);
    assert_eq!(with(json!({"action": "back"})), ("back".to_owned(), serde_json::Map::new()));
    assert_eq!(with(json!({"ref": "e7"})).0, "act", "without a name nothing is guessed");
}
