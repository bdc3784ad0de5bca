//! Replies and requests as JSON.

use insta::assert_snapshot;
use webhand_engine::CallReply;
use webhand_model::{ApprovalId, Change, EffectNo, FailCode, Outcome, Question, QuestionKind, TabId};
use webhand_port::Picture;
use webhand_wire::agent::{AgentRequest, MessageId};

fn reply_json(reply: CallReply) -> String {
    serde_json::to_string(&crate::reply(Some(MessageId::Number(7)), &Ok(reply))).expect("plain data")
}

fn outcome(outcome: Outcome) -> CallReply {
    CallReply::Outcome { outcome: Box::new(outcome), picture: None }
}

#[test]
fn a_success_says_what_changed() {
    let mut clicked = Outcome::done("clicked link \"Inbox\"");
    clicked.changes.push(Change::Navigated { url: "https://mail.test/".to_owned() });
    assert_snapshot!(reply_json(outcome(clicked)), @r#"
    {"id":7,"success":true,"data":{"text":"clicked link \"Inbox\"","changes":[{"navigated":{"url":"https://mail.test/"}}]}}
    "#);
}

#[test]
fn a_picture_travels_as_text() {
    let screenshot = CallReply::Outcome {
        outcome: Box::new(Outcome::done("took a picture")),
        picture: Some(Picture { jpeg: vec![255, 216] }),
    };
    assert_snapshot!(reply_json(screenshot), @r#"
    {"id":7,"success":true,"data":{"text":"took a picture","picture":{"mime":"image/jpeg","base64":"/9g="}}}
    "#);
}

#[test]
fn a_failure_has_a_word_for_programs() {
    assert_snapshot!(reply_json(outcome(Outcome::failed(FailCode::Covered, "e3 is covered by dialog \"Cookies\""))), @r#"
    {"id":7,"success":false,"error":"e3 is covered by dialog \"Cookies\"","code":"covered"}
    "#);
    let mut crashed = Outcome::failed(FailCode::Gone, "clicked Pay; then the page crashed");
    crashed.changes.push(Change::TabClosed { tab: TabId(2) });
    assert_snapshot!(reply_json(outcome(crashed)), @r#"
    {"id":7,"success":false,"data":{"text":"clicked Pay; then the page crashed","changes":[{"tab_closed":{"tab":2}}]},"error":"clicked Pay; then the page crashed","code":"gone"}
    "#);
}

#[test]
fn a_question_of_the_agent_names_the_command_that_takes_an_answer() {
    let question = Question {
        kind: QuestionKind::Brain,
        text: "Which colour?".to_owned(),
        details: Vec::new(),
        options: vec!["red".to_owned(), "blue".to_owned()],
        ..Question::default()
    };
    let id = ApprovalId { run: "3f2a91c0".to_owned(), question: EffectNo(12) };
    assert_snapshot!(reply_json(CallReply::NeedsApproval { id, question }), @r#"
    {"id":7,"success":false,"error":"The person has to answer this first: Which colour? (red; blue) They can with `webhand runs answer 3f2a91c0 ANSWER`; then make the same call again.","code":"needs_approval","approval":{"id":"3f2a91c0-12","question":"Which colour?","command":"webhand runs answer 3f2a91c0 ANSWER"}}
    "#);
}

#[test]
fn a_question_names_the_command_that_answers_it() {
    let question = Question {
        kind: QuestionKind::Approval(webhand_model::ActionClass::Commit),
        text: "https://shop.test: order?".to_owned(),
        details: vec!["amount: 40".to_owned()],
        options: Vec::new(),
        ..Question::default()
    };
    let id = ApprovalId { run: "3f2a91c0".to_owned(), question: EffectNo(12) };
    assert_snapshot!(reply_json(CallReply::NeedsApproval { id, question }), @r#"
    {"id":7,"success":false,"error":"The person has to allow this first: https://shop.test: order? (amount: 40) They can with `webhand approve 3f2a91c0-12`; then make the same call again.","code":"needs_approval","approval":{"id":"3f2a91c0-12","question":"https://shop.test: order?","details":["amount: 40"],"command":"webhand approve 3f2a91c0-12"}}
    "#);
}

#[test]
fn whatever_comes_in_is_read_or_answered() {
    let deep = format!("{{\"type\":\"click\",\"params\":{}1{}}}", "[".repeat(100_000), "]".repeat(100_000));
    let large = format!("\"{}\"", "x".repeat(2_000_000));
    for (message, expected) in [
        (r#"{"id":1,"type":"click","params":{"ref":"e1"}}"#.as_bytes(), "click"),
        (br#"{"type":"snapshot"}"#, "snapshot"),
        (br#"{"id":"a","type":"tab","params":{}}"#, "tab"),
        (b"", "bad_message"),
        (b"{", "bad_message"),
        (b"[]", "bad_message"),
        (br#"[1,"ping",{}]"#, "bad_message"),
        (b"null", "bad_message"),
        (br#"{"id":1}"#, "bad_message"),
        (br#"{"id":1,"type":7}"#, "bad_message"),
        (br#"{"id":1,"type":"click","params":[]}"#, "bad_message"),
        (br#"{"id":1,"type":"click","extra":1}"#, "bad_message"),
        (br#"{"id":{},"type":"click"}"#, "bad_message"),
        (br#"{"id":1,"type":"hover","type":"click"}"#, "bad_message"),
        (br#"{"id":1,"type":"click","params":{"ref":"e1","ref":"e2"}}"#, "bad_message"),
        (b"{\"type\":\"\xff\"}", "bad_message"),
        (deep.as_bytes(), "bad_message"),
        (large.as_bytes(), "too_large"),
    ] {
        let got = match AgentRequest::read(message) {
            Ok(request) => request.kind,
            Err(reply) => reply.code.unwrap_or_default(),
        };
        assert_eq!(got, expected, "{}", String::from_utf8_lossy(&message[..message.len().min(60)]));
    }
}
