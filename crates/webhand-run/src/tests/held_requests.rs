use insta::assert_snapshot;
use serde_json::json;
use webhand_model::{
    Change, FailCode, HeldRequest, Origin, Outcome, OutcomeStatus, PersonReply, RequestQuestions, Task,
};

use super::{
    Input, NO, TestRun, YES, acted_and_held, arrived, calls, click, held, order, plain, play, resolved, saw, task,
};
use crate::replay;

#[test]
fn a_request_nobody_allowed_waits_for_the_person() {
    let log =
        play([arrived(), saw(), click("e1"), plain(), acted_and_held([held(1, "40")]), YES, resolved("sent"), saw()]);
    assert_snapshot!(log, @r#"
    act open {"url":"https://shop.test/"} by policy
    observe with picture
    ask brain
    inspect click {"ref":"e1"}
    act click {"ref":"e1"} by policy
    ask person: https://shop.test: let the page send this? It cannot be taken back.
    release h1
    observe with picture
    ask brain
      Done: clicked; sent
    "#);
}

#[test]
fn a_refused_request_is_stopped_and_the_rest_is_skipped() {
    let answer = calls([("click", json!({"ref": "e1"})), ("click", json!({"ref": "e2"}))]);
    let log =
        play([arrived(), saw(), answer, plain(), acted_and_held([held(1, "40")]), NO, resolved("stopped"), saw()]);
    assert_snapshot!(log, @r#"
    act open {"url":"https://shop.test/"} by policy
    observe with picture
    ask brain
    inspect click {"ref":"e1"}
    act click {"ref":"e1"} by policy
    ask person: https://shop.test: let the page send this? It cannot be taken back.
    stop h1
    observe with picture
    ask brain
      Refused: clicked; but the person refused what the page then wanted to send, so it was not sent
      Failed(Skipped): not done: an earlier call did not succeed
    "#);
}

#[test]
fn the_request_of_an_approved_form_goes_without_a_second_question() {
    let approved = [arrived(), saw(), click("e1"), order("40"), YES, order("40")];
    let log = play(approved.into_iter().chain([acted_and_held([held(1, "40")]), resolved("sent"), saw()]));
    assert_snapshot!(log, @r#"
    act open {"url":"https://shop.test/"} by policy
    observe with picture
    ask brain
    inspect click {"ref":"e1"}
    ask person: https://shop.test: click button "Go on"? It sends something that cannot be taken back.
    inspect click {"ref":"e1"}
    act click {"ref":"e1"} by person
    release h1
    observe with picture
    ask brain
      Done: clicked; sent
    "#);
}

#[test]
fn another_request_than_the_approved_one_asks() {
    let approved = || [arrived(), saw(), click("e1"), order("40"), YES, order("40")];
    let other = play(approved().into_iter().chain([acted_and_held([held(1, "4000")])]));
    assert!(
        other.ends_with("ask person: https://shop.test: let the page send this? It cannot be taken back."),
        "{other}"
    );
    let second = play(approved().into_iter().chain([acted_and_held([held(1, "40"), held(2, "40")]), resolved("sent")]));
    assert!(
        second.ends_with("release h1\nask person: https://shop.test: let the page send this? It cannot be taken back."),
        "{second}"
    );
}

#[test]
fn a_permission_does_not_outlive_its_call() {
    let approved = [arrived(), saw(), click("e1"), order("40"), YES, order("40"), super::acted("clicked")];
    let later = [saw(), click("e2"), plain(), acted_and_held([held(1, "40")])];
    let log = play(approved.into_iter().chain(later));
    assert!(log.ends_with("let the page send this? It cannot be taken back."), "{log}");
}

#[test]
fn the_outcome_of_a_request_is_joined_to_its_call() {
    let mut lost = Outcome::in_doubt("no answer came");
    lost.held = vec![held(2, "1")];
    let log = play([
        arrived(),
        saw(),
        click("e1"),
        plain(),
        acted_and_held([held(1, "40")]),
        YES,
        Input::RequestResolved(lost),
        NO,
        resolved("stopped"),
        saw(),
    ]);
    assert!(log.contains("release h1\nask person"), "{log}");
    assert!(
        log.contains(&format!("{:?}: clicked; no answer came; but the person refused", OutcomeStatus::Refused)),
        "{log}"
    );
}

#[test]
fn the_third_refused_request_ends_the_run() {
    let refused = || [saw(), click("e1"), plain(), acted_and_held([held(1, "40")]), NO, resolved("stopped")];
    let log = play([arrived()].into_iter().chain(refused()).chain(refused()).chain(refused()));
    assert!(
        log.ends_with("stop h1\nfinish: Refused { reason: \"The person refused what the page wanted to send.\" }"),
        "{log}"
    );
}

/// Pages send requests when they are left, and the browser cancels most of these by itself.
#[test]
fn a_request_cancelled_with_its_page_does_not_fail_the_action() {
    let mut left = Outcome::done("clicked");
    left.changes.push(Change::Navigated { url: "https://shop.test/next".to_owned() });
    left.held.push(held(1, "40"));
    let went = Input::RequestResolved(Outcome::failed(FailCode::Gone, "PUT /draft is not held any more"));
    let log = play([arrived(), saw(), click("e1"), plain(), Input::Acted(left), YES, went, saw()]);
    assert!(log.trim_end().ends_with("Done: clicked; PUT /draft is not held any more"), "{log}");
}

#[test]
fn a_yes_to_this_kind_lets_the_next_one_go_without_a_question() {
    let first = [arrived(), saw(), click("e1"), plain(), acted_and_held([held(1, "40")]), KIND, resolved("sent")];
    let second = [saw(), click("e1"), plain(), acted_and_held([held(2, "41")])];
    let log = play(first.into_iter().chain(second));
    assert!(log.ends_with("release h2"), "{log}");
    let once = [arrived(), saw(), click("e1"), plain(), acted_and_held([held(1, "40")]), YES, resolved("sent")];
    let asked = play(once.into_iter().chain([saw(), click("e1"), plain(), acted_and_held([held(2, "41")])]));
    assert!(asked.ends_with("It cannot be taken back."), "{asked}");
}

const KIND: Input = Input::Replied(PersonReply::YesToKind);

#[test]
fn a_form_with_invalid_fields_is_not_asked_about_and_its_outcome_names_them() {
    let Input::Inspected(mut facts) = order("40") else { unreachable!() };
    let form = facts.target.as_mut().and_then(|target| target.form.as_mut()).unwrap();
    form.invalid = vec!["E-mail".to_owned(), "Name".to_owned()];
    let clicked = || [arrived(), saw(), click("e1"), Input::Inspected(facts.clone())];
    let log = play(clicked().into_iter().chain([super::acted("clicked"), saw()]));
    assert!(!log.contains("ask person"), "{log}");
    let why = r#"the browser did not send the form, because these fields are not valid: "E-mail", "Name""#;
    assert!(log.contains(&format!("Done: clicked; {why}")), "{log}");
    let sent = play(clicked().into_iter().chain([acted_and_held([held(1, "40")])]));
    assert!(
        sent.ends_with("let the page send this? It cannot be taken back."),
        "a script sent it all the same: {sent}"
    );
}

/// As [`held`], for another address.
fn held_at(number: u64, url: &str) -> HeldRequest {
    HeldRequest { url: url.to_owned(), ..held(number, "40") }
}

const ASKS_TWO: &str = "ask person: https://shop.test: let the page send these 2 requests? They cannot be taken back.";

#[test]
fn one_question_covers_what_an_action_sends_to_one_site() {
    let clicked = || {
        let requests = [
            held(1, "40"),
            held_at(2, "https://pay.test/charge"),
            held_at(3, "https://api.shop.test/log"),
            held(4, "7"),
        ];
        [arrived(), saw(), click("e1"), plain(), acted_and_held(requests)]
    };
    let log = play(clicked().into_iter().chain([YES, resolved("sent"), resolved("sent"), resolved("sent"), NO]));
    let asked: Vec<&str> = log.lines().skip(5).collect();
    assert_eq!(
        asked,
        [
            "ask person: https://shop.test: let the page send these 3 requests? They cannot be taken back.",
            "release h1",
            "release h3",
            "release h4",
            "ask person: https://pay.test: let the page send this? It cannot be taken back.",
            "stop h2",
        ]
    );
    let refused =
        play(clicked().into_iter().chain([NO, resolved("stopped"), resolved("stopped"), resolved("stopped")]));
    assert!(refused.contains("stop h1\nstop h3\nstop h4\nask person: https://pay.test"), "{refused}");
}

#[test]
fn what_comes_after_the_answer_is_asked_about_anew() {
    let mut answered = Outcome::done("sent");
    answered.held = vec![held(3, "40")];
    let requests = [held(1, "40"), held(2, "7")];
    let inputs = [arrived(), saw(), click("e1"), plain(), acted_and_held(requests), YES];
    let log = play(inputs.into_iter().chain([resolved("sent"), Input::RequestResolved(answered)]));
    let end = "release h1\nrelease h2\nask person: https://shop.test: let the page send this? It cannot be taken back.";
    assert!(log.contains(ASKS_TWO) && log.ends_with(end), "{log}");
}

#[test]
fn what_is_allowed_goes_before_anybody_is_asked() {
    let approved = [arrived(), saw(), click("e1"), order("40"), YES, order("40")];
    let requests = [held(1, "1"), held(2, "40"), held(3, "2")];
    let log = play(approved.into_iter().chain([acted_and_held(requests), resolved("sent")]));
    assert!(log.ends_with(&format!("release h2\n{ASKS_TWO}")), "{log}");
}

#[test]
fn a_request_of_another_kind_of_answer_is_asked_about_by_itself() {
    let navigation = HeldRequest {
        method: "GET".to_owned(),
        content: None,
        from: Origin::from_url("https://shop.test"),
        ..held_at(2, "https://other.test/")
    };
    let log = play([
        arrived(),
        saw(),
        click("e1"),
        plain(),
        acted_and_held([held(1, "40"), navigation]),
        YES,
        resolved("sent"),
    ]);
    assert!(log.ends_with("release h1\nask person: https://other.test: go there and read?"), "{log}");
}

#[test]
fn journals_that_asked_about_each_request_replay() {
    let task = Task { request_questions: RequestQuestions::Each, ..task() };
    let requests = [held(1, "40"), held(2, "7")];
    let inputs = [arrived(), saw(), click("e1"), plain(), acted_and_held(requests), YES, resolved("sent"), YES];
    let run = TestRun::new(task).play(inputs);
    let once = "ask person: https://shop.test: let the page send this? It cannot be taken back.";
    assert!(run.transcript().ends_with(&format!("{once}\nrelease h1\n{once}\nrelease h2")), "{}", run.transcript());
    let started = serde_json::to_string(&run.journal[0]).unwrap();
    assert!(!started.contains("request_questions"), "an earlier version wrote no such field: {started}");
    assert!(replay(&run.journal).is_ok());
}

#[test]
fn a_yes_to_several_requests_after_a_resume_is_good_once_for_each() {
    let asked = [arrived(), saw(), click("e1"), plain(), acted_and_held([held(1, "40"), held(2, "7")])];
    let again = [arrived(), saw(), click("e1"), plain(), acted_and_held([held(7, "7"), held(8, "40"), held(9, "40")])];
    let resumed = asked.into_iter().chain([Input::Resumed, YES]).chain(again);
    let log = play(resumed.chain([resolved("sent"), resolved("sent")]));
    let end = "release h7\nrelease h8\nask person: https://shop.test: let the page send this? It cannot be taken back.";
    assert!(log.ends_with(end), "{log}");
}
