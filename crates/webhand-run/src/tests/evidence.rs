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

/// Follows a link to a page that the server answers with this status.
fn went_to_page_with(status: Option<u16>) -> Vec<Input> {
    let Input::Acted(outcome) = moved_on("clicked") else { unreachable!() };
    let went = Input::Acted(Outcome { error_status: status, ..outcome });
    vec![arrived(), saw(), click("e1"), plain(), went, saw()]
}

#[test]
fn an_error_page_at_the_end_speaks_against_a_claim_until_it_is_left_or_named() {
    let named = calls([("done", json!({"answer": "It answers 500."}))]);
    let ends = [
        end(went_to_page_with(Some(500)).into_iter().chain([done(), saw(), done()])),
        end(went_to_page_with(Some(500)).into_iter().chain([named])),
        end(went_to_page_with(Some(500))
            .into_iter()
            .chain(went_to_page_with(None).into_iter().skip(2))
            .chain([done()])),
    ];
    assert_snapshot!(ends.join("\n\n"), @r#"
    Failed(Unproven): Not finished yet: the last thing that should have had an effect may have had none, because the server answered 500 for the page https://shop.test/lamps. Look whether it happened. If it did not, do it, fail, or say done with partly; if it did happen, say done again. If the error is what you were asked for, give its number in the answer; if it is the right page all the same, give its title as evidence.
    finish: Unproven { answer: "There is a lamp.", evidence: [Contrary { against: "the server answered 500 for the page https://shop.test/lamps" }], why: "the server answered 500 for the page https://shop.test/lamps" }

    finish: Done { answer: "It answers 500.", evidence: [] }

    finish: Done { answer: "There is a lamp.", evidence: [] }
    "#);
}

#[test]
fn a_page_that_is_not_found_is_right_if_its_title_is_given() {
    let cited = calls([("done", json!({"answer": "There is a lamp.", "evidence": ["Lamps"]}))]);
    assert_snapshot!(end(went_to_page_with(Some(404)).into_iter().chain([done(), saw(), cited])), @r#"
    Failed(Unproven): Not finished yet: the last thing that should have had an effect may have had none, because the server answered 404 for the page https://shop.test/lamps. Look whether it happened. If it did not, do it, fail, or say done with partly; if it did happen, say done again. If the error is what you were asked for, give its number in the answer; if it is the right page all the same, give its title as evidence.
    finish: Done { answer: "There is a lamp.", evidence: [Seen("Lamps")] }
    "#);
}

#[test]
fn an_error_page_where_the_run_starts_counts_too() {
    let opened = Input::Acted(Outcome { error_status: Some(503), ..Outcome::done("opened") });
    assert_snapshot!(end([opened, saw(), done(), saw(), done()]), @r#"
    Failed(Unproven): Not finished yet: the last thing that should have had an effect may have had none, because the server answered 503 for the page https://shop.test/lamps. Look whether it happened. If it did not, do it, fail, or say done with partly; if it did happen, say done again. If the error is what you were asked for, give its number in the answer; if it is the right page all the same, give its title as evidence.
    finish: Unproven { answer: "There is a lamp.", evidence: [Contrary { against: "the server answered 503 for the page https://shop.test/lamps" }], why: "the server answered 503 for the page https://shop.test/lamps" }
    "#);
}
