use rmcp::model::{ElicitRequestParams, ElicitResult, ElicitationAction};
use serde_json::{Value, json};
use webhand_model::{ActionClass, PersonReply, Question, QuestionKind};

use super::{form, reply};

fn question(this_kind: Option<&str>) -> Question {
    Question {
        kind: QuestionKind::Approval(ActionClass::Commit),
        text: "https://shop.test: let the page send this?".to_owned(),
        this_kind: this_kind.map(str::to_owned),
        ..Question::default()
    }
}

fn accepted(question: &Question, content: Value) -> Option<PersonReply> {
    reply(question, &ElicitResult::new(ElicitationAction::Accept).with_content(content))
}

#[test]
fn a_client_that_knows_only_allow_allows_once() {
    for kind in [None, Some("POST https://shop.test/cart with item")] {
        let question = question(kind);
        assert_eq!(accepted(&question, json!({"allow": true})), Some(PersonReply::Yes));
        for content in [json!({}), json!({"allow": false}), json!({"allow": "true"}), json!({"this_kind": true})] {
            assert_eq!(accepted(&question, content.clone()), Some(PersonReply::No), "{content}");
        }
    }
}

#[test]
fn this_kind_is_a_second_field_that_nobody_has_to_fill_in() {
    let both = json!({"allow": true, "this_kind": true});
    let offered = question(Some("POST https://shop.test/cart with item"));
    assert_eq!(accepted(&offered, both.clone()), Some(PersonReply::YesToKind));
    assert_eq!(accepted(&question(None), both), Some(PersonReply::Yes), "it was not offered");
    let ElicitRequestParams::FormElicitationParams { requested_schema, .. } = form(&offered) else { panic!("a form") };
    let schema = serde_json::to_value(requested_schema).unwrap();
    assert_eq!(schema["required"], json!(["allow"]));
    assert_eq!(schema["properties"]["this_kind"]["type"], "boolean");
}
