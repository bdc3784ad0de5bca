//! A claim to be done is checked against the facts of the network and the browser.

use insta::assert_snapshot;
use serde_json::json;
use webhand_model::{Change, Input, Outcome, PersonReply, RequestCause};

use super::{TestRun, acted, acted_and_held, arrived, calls, click, done, held, moved_on, order, plain, saw, task};

/// The outcome of the released request.
fn answered(status: impl Into<Option<u16>>) -> Input {
    let mut outcome = Outcome::done("sent");
    let request = "POST https://shop.test/order".to_owned();
    outcome.changes.push(Change::Sent { request, status: status.into(), cause: RequestCause::Unknown });
    Input::RequestResolved(outcome)
}

/// Orders by a click whose request the person allows.
fn ordered(status: impl Into<Option<u16>>) -> Vec<Input> {
    let sent = [
        click("e1"),
        plain(),
        acted_and_held([held(1, "40")]),
        Input::Replied(PersonReply::Yes),
        answered(status),
        saw(),
    ];
    [arrived(), saw()].into_iter().chain(sent).collect()
}

/// The result of the brain's claim, and how the run ended.
fn end(inputs: impl IntoIterator<Item = Input>) -> String {
    let test = TestRun::new(task()).play(inputs);
    let kept = |line: &&str| line.contains("Unproven") || line.starts_with("finish");
    test.transcript().lines().filter(kept).map(str::trim).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_answer_to_a_request_is_evidence() {
    assert_snapshot!(end(ordered(200).into_iter().chain([done()])), @r#"
    finish: Done { answer: "There is a lamp.", evidence: [Seen("POST https://shop.test/order answered 200")] }
    "#);
}

#[test]
fn a_claim_against_a_bad_answer_is_sent_back_once_and_then_called_unproven() {
    assert_snapshot!(end(ordered(500).into_iter().chain([done(), saw(), done()])), @r#"
    Failed(Unproven): Not finished yet: the last thing that should have had an effect may have had none, because POST https://shop.test/order answered 500. Look whether it happened. If it did not, do it, fail, or say done with partly; if it did happen, say done again.
    finish: Unproven { answer: "There is a lamp.", evidence: [Contrary { against: "POST https://shop.test/order answered 500" }], why: "POST https://shop.test/order answered 500" }
    "#);
}

#[test]
fn a_claim_after_a_request_without_an_answer_is_sent_back_too() {
    assert_snapshot!(end(ordered(None).into_iter().chain([done(), saw(), done()])), @r#"
    Failed(Unproven): Not finished yet: the last thing that should have had an effect may have had none, because POST https://shop.test/order got no answer. Look whether it happened. If it did not, do it, fail, or say done with partly; if it did happen, say done again.
    finish: Unproven { answer: "There is a lamp.", evidence: [Contrary { against: "POST https://shop.test/order got no answer" }], why: "POST https://shop.test/order got no answer" }
    "#);
}

#[test]
fn a_later_success_clears_the_doubt() {
    let again =
        [click("e1"), plain(), acted_and_held([held(2, "40")]), Input::Replied(PersonReply::Yes), answered(201), saw()];
    assert_snapshot!(end(ordered(500).into_iter().chain(again).chain([done()])), @r#"
    finish: Done { answer: "There is a lamp.", evidence: [Contrary { against: "POST https://shop.test/order answered 500" }, Seen("POST https://shop.test/order answered 201")] }
    "#);
}

#[test]
fn what_the_person_refused_was_not_done() {
    let refused = [arrived(), saw(), click("e2"), order("40"), Input::Replied(PersonReply::No), saw()];
    assert_snapshot!(end(refused.into_iter().chain([done(), saw(), done()])), @r#"
    Failed(Unproven): Not finished yet: the last thing that should have had an effect may have had none, because it was refused: The person said no. Look whether it happened. If it did not, do it, fail, or say done with partly; if it did happen, say done again.
    finish: Unproven { answer: "There is a lamp.", evidence: [Contrary { against: "it was refused: The person said no" }], why: "it was refused: The person said no" }
    "#);
}

#[test]
fn giving_up_after_a_claim_was_sent_back_is_an_ordinary_failure() {
    let fail = calls([("fail", json!({"reason": "The shop answers with an error."}))]);
    assert_snapshot!(end(ordered(500).into_iter().chain([done(), saw(), fail])), @r#"
    Failed(Unproven): Not finished yet: the last thing that should have had an effect may have had none, because POST https://shop.test/order answered 500. Look whether it happened. If it did not, do it, fail, or say done with partly; if it did happen, say done again.
    finish: Failed { reason: "The shop answers with an error.", tried: ["click"] }
    "#);
}

#[test]
fn reading_needs_no_evidence() {
    assert_snapshot!(end([arrived(), saw(), click("e1"), plain(), moved_on("clicked"), saw(), calls([("read", json!({}))]), acted("text"), saw(), done()]), @r#"
    finish: Done { answer: "There is a lamp.", evidence: [] }
    "#);
}
