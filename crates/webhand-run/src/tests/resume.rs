use insta::assert_snapshot;
use serde_json::json;

use super::stop::states;
use super::{
    Input, NO, Stage, YES, acted, acted_and_held, arrived, calls, click, held, order, page_of, plain, ruled, saw, task,
};

/// Plays, loses the browser, and goes on from the journal with a new one.
fn resumed(before: Vec<Input>, after: impl IntoIterator<Item = Input>) -> String {
    let mut stage = Stage::new(task()).play(before);
    stage.run = crate::replay(&stage.journal).expect("its own journal").run;
    stage.log.push("-- resumed --".to_owned());
    stage.play([Input::Resumed]).play(after).told()
}

fn after_resume(told: &str) -> &str {
    told.split_once("-- resumed --\n").map(|(_, after)| after).unwrap_or_default()
}

/// The page as the new browser shows it: a new document, so other refs.
fn saw_again() -> Input {
    let mut page = page_of(2);
    page.nodes.rotate_left(1);
    Input::Observed(Box::new(page))
}

#[test]
fn every_state_is_taken_up_again() {
    let told: Vec<String> = states()
        .into_iter()
        .map(|(state, before)| {
            let told = resumed(before, [arrived(), saw_again()]);
            format!("{state}:\n{}", after_resume(&told))
        })
        .collect();
    assert_snapshot!(told.join("\n"), @r#"
    arriving:
    act open {"url":"https://shop.test/"} by policy
    observe with picture
    ask brain
      note: The browser was started again; the last page was loaded anew. Refs of before are void.
    observing:
    act open {"url":"https://shop.test/"} by policy
    observe with picture
    ask brain
      note: The browser was started again; the last page was loaded anew. Refs of before are void.
    deciding:
    act open {"url":"https://shop.test/lamps"} by policy
    observe with picture
    ask brain
      note: The browser was started again; the last page was loaded anew. Refs of before are void.
    inspecting:
    act open {"url":"https://shop.test/lamps"} by policy
    observe with picture
    ask brain
      Failed(Gone): The browser was started again before this was done; nothing happened.
      note: The browser was started again; the last page was loaded anew. Refs of before are void.
    asking about an action:
    ask person: https://shop.test: click button "Go on"? It sends something that cannot be taken back.
    rechecking:
    act open {"url":"https://shop.test/lamps"} by policy
    observe with picture
    ask brain
      Failed(Gone): The browser was started again before this was done. The person has allowed it: do it again now.
      note: The browser was started again; the last page was loaded anew. Refs of before are void.
    acting:
    act open {"url":"https://shop.test/lamps"} by policy
    observe with picture
    ask brain
      InDoubt: The browser ended during this click: it may or may not have happened. Look before repeating it.
      note: The browser was started again; the last page was loaded anew. Refs of before are void.
    asking about a request:
    ask person: https://shop.test: let the page send this? It cannot be taken back.
    ruling:
    act open {"url":"https://shop.test/lamps"} by policy
    observe with picture
    ask brain
      InDoubt: The browser ended while a request was being sent: it may or may not have arrived. Look before repeating it.
      note: The browser was started again; the last page was loaded anew. Refs of before are void.
    asking for the brain:
    ask person: Which?
    stepping aside:
    act open {"url":"https://shop.test/lamps"} by policy
    step aside
    handed over:
    act open {"url":"https://shop.test/lamps"} by policy
    step aside
    stepping in:
    act open {"url":"https://shop.test/lamps"} by policy
    observe with picture
    ask brain
      Done: The person did it and gave the browser back.
      note: The browser was started again; the last page was loaded anew. Refs of before are void.
    resting:
    act open {"url":"https://shop.test/lamps"} by policy
    observe with picture
    ask brain
      Failed(Covered): covered
      note: The browser was started again; the last page was loaded anew. Refs of before are void.
    "#);
}

#[test]
fn a_yes_after_a_resume_is_good_once_for_the_same_values() {
    let asked = || vec![arrived(), saw(), click("e1"), order("40")];
    let again = resumed(
        asked(),
        [
            YES,
            arrived(),
            saw_again(),
            click("e2"),
            order("40"),
            acted("ordered"),
            saw_again(),
            click("e2"),
            order("40"),
        ],
    );
    assert_snapshot!(after_resume(&again), @r#"
    ask person: https://shop.test: click button "Go on"? It sends something that cannot be taken back.
    act open {"url":"https://shop.test/lamps"} by policy
    observe with picture
    ask brain
      Failed(Gone): The browser was started again before this was done. The person has allowed it: do it again now.
      note: The browser was started again; the last page was loaded anew. Refs of before are void.
    inspect click {"ref":"e2"}
    act click {"ref":"e2"} by person
    observe with picture
    ask brain
      Done: ordered
    inspect click {"ref":"e2"}
    ask person: https://shop.test: click button "Go on"? It sends something that cannot be taken back.
    "#);
    let other = resumed(asked(), [YES, arrived(), saw_again(), click("e2"), order("4000")]);
    assert!(other.ends_with("It sends something that cannot be taken back."), "{other}");
}

#[test]
fn a_yes_to_a_request_after_a_resume_is_good_once_for_the_same_request() {
    let asked = || vec![arrived(), saw(), click("e1"), plain(), acted_and_held([held(1, "40")])];
    let tried_again =
        |amount: &str| vec![YES, arrived(), saw_again(), click("e2"), plain(), acted_and_held([held(7, amount)])];
    let same = resumed(asked(), tried_again("40"));
    assert!(same.ends_with("release h7"), "{same}");
    let other = resumed(asked(), tried_again("4000"));
    assert!(other.ends_with("let the page send this? It cannot be taken back."), "{other}");
    let refused = resumed(asked(), [NO, arrived(), saw_again()]);
    assert!(
        refused.contains("Refused: The person refused what the page wanted to send; it was not sent."),
        "{refused}"
    );
}

#[test]
fn a_no_after_a_resume_returns_to_the_page() {
    let asked = vec![arrived(), saw(), click("e1"), order("40")];
    assert_snapshot!(after_resume(&resumed(asked, [NO, arrived(), saw_again()])), @r#"
    ask person: https://shop.test: click button "Go on"? It sends something that cannot be taken back.
    act open {"url":"https://shop.test/lamps"} by policy
    observe with picture
    ask brain
      Refused: The person said no.
      note: The browser was started again; the last page was loaded anew. Refs of before are void.
    "#);
}

#[test]
fn an_answer_for_the_brain_after_a_resume_returns_to_the_page() {
    let ask = calls([("ask", json!({"question": "Which?"})), ("click", json!({"ref": "e1"}))]);
    assert_snapshot!(after_resume(&resumed(vec![arrived(), saw(), ask], [YES, arrived(), saw_again()])), @r#"
    ask person: Which?
    act open {"url":"https://shop.test/lamps"} by policy
    observe with picture
    ask brain
      Done: yes
      Failed(Skipped): not done: the browser was started again
      note: The browser was started again; the last page was loaded anew. Refs of before are void.
    "#);
}

#[test]
fn what_was_sent_before_the_browser_ended_is_not_called_unsent() {
    let before = vec![
        arrived(),
        saw(),
        click("e1"),
        plain(),
        acted_and_held([held(1, "40"), held(2, "40")]),
        YES,
        ruled("sent"),
    ];
    let told = resumed(before, [arrived(), saw_again()]);
    assert!(
        told.contains("InDoubt: The browser ended after a part of it was sent. Look before repeating it."),
        "{told}"
    );
}

#[test]
fn a_resumed_run_that_cannot_return_to_its_page_stays_in_doubt() {
    let unreachable = webhand_model::Outcome::failed(webhand_model::FailCode::Unreachable, "no such site");
    let told = resumed(vec![arrived(), saw(), click("e1"), plain()], [Input::Acted(unreachable)]);
    assert!(told.ends_with("finish: InDoubt { reason: \"no such site\" }"), "{told}");
}

/// What a brain is told after a resume when the last reply was written by others while nobody worked on the run.
fn told_after_reply_to_nobody(before: Vec<Input>) -> String {
    let mut stage = Stage::new(task()).play(before);
    stage.record(webhand_model::EventKind::Input { to: None, input: YES });
    stage.run = crate::replay(&stage.journal).expect("a journal").run;
    stage.play([Input::Resumed, arrived(), saw_again()]).told()
}

#[test]
fn what_was_allowed_but_never_begun_is_not_in_doubt() {
    let open = calls([("open", json!({"url": "https://news.test/"}))]);
    let told = told_after_reply_to_nobody(vec![arrived(), saw(), open]);
    assert!(
        told.contains("Failed(Gone): The browser was started again before this was done; nothing happened."),
        "{told}"
    );
    let told =
        told_after_reply_to_nobody(vec![arrived(), saw(), click("e1"), plain(), acted_and_held([held(1, "40")])]);
    assert!(told.contains("Failed(Gone): The browser ended before the request could go; nothing was sent."), "{told}");
}

#[test]
fn two_words_from_outside_in_a_row_lose_nothing() {
    let mut stage = Stage::new(task()).play([arrived(), saw(), click("e1"), order("40")]);
    // Written by others, so without the effects they lead to.
    for input in [YES, YES] {
        stage.record(webhand_model::EventKind::Input { to: None, input });
    }
    let mut replayed = crate::replay(&stage.journal).expect("a journal");
    let next = replayed.run.poll_effect().map(|(_, effect)| super::in_words(&effect));
    assert_eq!(next.as_deref(), Some("inspect click {\"ref\":\"e1\"}"));
}

#[test]
fn a_pause_from_outside_holds_what_was_not_begun() {
    let mut stage =
        Stage::new(task()).play([arrived(), saw(), calls([("open", json!({"url": "https://news.test/"}))])]);
    for input in [YES, Input::Pause] {
        stage.record(webhand_model::EventKind::Input { to: None, input });
    }
    assert!(crate::replay(&stage.journal).expect("a journal").run.poll_effect().is_none());
}

#[test]
fn what_leaves_no_mark_is_simply_repeated() {
    let waiting = || vec![arrived(), saw(), calls([("wait", json!({"ms": 9000}))]), plain()];
    assert_snapshot!(after_resume(&resumed(waiting(), [arrived(), saw_again()])), @r#"
    act open {"url":"https://shop.test/lamps"} by policy
    observe with picture
    ask brain
      Failed(Gone): The browser ended during this wait. It changes nothing: repeat it if you need it.
      note: The browser was started again; the last page was loaded anew. Refs of before are void.
    "#);
    let taken = Stage::new(task()).play(waiting()).play([Input::TakenOver]).told();
    assert!(!taken.contains("InDoubt"), "{taken}");
}
