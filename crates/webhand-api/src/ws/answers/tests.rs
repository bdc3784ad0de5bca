use serde_json::json;
use webhand_wire::agent::AgentReply;

use super::*;

fn request(number: i64) -> AgentRequest {
    AgentRequest::read(json!({"id": number, "type": "click", "params": {"ref": "e1"}}).to_string().as_bytes()).unwrap()
}

fn answered(answers: &mut Answers, number: i64, text: &str) {
    let request = request(number);
    let reply = Written::from(AgentReply::failed(request.id.clone(), "x", text).to_text());
    answers.keep(request.id.as_ref(), fingerprint(&request), &reply);
}

#[test]
fn a_reply_is_forgotten_before_its_id_is() {
    let mut answers = Answers::default();
    for number in 0..10_000 {
        answered(&mut answers, number, "small");
    }
    let known = [9_999, 9_744, 9_743, 5_904, 5_903].map(|number| match answers.find(&request(number)) {
        Known::New => "new",
        Known::Answered(_) => "answered",
        Known::Forgotten => "forgotten",
        Known::Reused => "reused",
    });
    assert_eq!(known, ["answered", "answered", "forgotten", "forgotten", "new"]);
}

#[test]
fn large_replies_do_not_fill_the_memory() {
    let mut answers = Answers::default();
    let large = "x".repeat(1 << 20);
    for number in 0..100 {
        answered(&mut answers, number, &large);
    }
    assert!(answers.bytes <= MOST_REPLY_BYTES);
    assert_eq!(answers.find(&request(0)), Known::Forgotten);
    answered(&mut answers, 100, "small");
    assert!(matches!(answers.find(&request(100)), Known::Answered(_)));
}

#[test]
fn a_request_without_an_id_is_always_new() {
    let mut answers = Answers::default();
    let mut nameless = request(1);
    nameless.id = None;
    answers.keep(None, fingerprint(&nameless), &Written::from("y"));
    assert_eq!(answers.find(&nameless), Known::New);
}

#[test]
fn what_came_after_a_reply_is_told_in_order() {
    let mut answers = Answers::default();
    for number in 1..=4 {
        answered(&mut answers, number, &format!("reply {number}"));
    }
    let since = |number| -> Vec<bool> {
        answers.since(&MessageId::Number(number)).iter().map(|reply| reply.contains("reply 4")).collect()
    };
    assert_eq!([since(2), since(4), since(99)], [vec![false, true], vec![], vec![]]);
}
