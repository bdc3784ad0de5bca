use serde_json::json;
use webhand_model::{Outcome, ToolCall};
use webhand_port::Picture;

use super::AgentRedaction;
use crate::session::CallReply;

#[test]
fn an_agent_reads_placeholders_and_its_calls_get_the_values_back() {
    let redaction = AgentRedaction::default();
    let outcome = Outcome::done("filled ana@shop.test").with_data(json!({"to": "ana@shop.test"}));
    let picture = Some(Picture { jpeg: vec![0xff] });
    let CallReply::Outcome { outcome, picture } =
        redaction.reply(CallReply::Outcome { outcome: Box::new(outcome), picture })
    else {
        panic!("it stays an outcome");
    };
    assert!(outcome.text.starts_with("filled [[email-1]]") && outcome.text.contains("withheld"), "{}", outcome.text);
    assert_eq!((outcome.data, picture), (Some(json!({"to": "[[email-1]]"})), None));
    let call = ToolCall {
        id: "1".to_owned(),
        name: "fill".to_owned(),
        arguments: json!({"ref": "e4", "value": "to [[email-1]], not [[email-7]]"}),
    };
    assert_eq!(redaction.restore(call).arguments["value"], "to ana@shop.test, not [[email-7]]");
}
