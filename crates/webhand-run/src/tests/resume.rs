use insta::assert_snapshot;
use serde_json::json;
use webhand_model::{ContentField, ContentKind, HeldRequest};

use super::stop::states;
use super::{
    Input, NO, TestRun, YES, acted, acted_and_held, arrived, calls, click, held, order, page_of, plain, resolved, saw,
    task,
};

/// Plays, loses the browser, and goes on from the journal with a new one.
fn resumed(before: Vec<Input>, after: impl IntoIterator<Item = Input>) -> String {
    let mut test = TestRun::new(task()).play(before);
    test.run = crate::replay(&test.journal).expect("its own journal").run;
    test.log.push("-- resumed --".to_owned());
    test.play([Input::Resumed]).play(after).transcript()
}

fn after_resume(transcript: &str) -> &str {
    transcript.split_once("-- resumed --\n").map(|(_, after)| after).unwrap_or_default()
}

/// The page as the new browser shows it: a new document, so other refs.
fn saw_again() -> Input {
    let mut page = page_of(2);
    page.nodes.rotate_left(1);
    Input::Observed(Box::new(page))
}

#[test]
fn every_state_is_taken_up_again() {
    let transcript: Vec<String> = states()
        .into_iter()
        .map(|(state, before)| {
            let transcript = resumed(before, [arrived(), saw_again()]);
            format!("{state}:\n{}", after_resume(&transcript))
        })
        .collect();
    assert_snapshot!(transcript.join("\n"), @r#"
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
        acted_and_held([held(1, "40"), HeldRequest { url: "https://pay.test/".to_owned(), ..held(2, "40") }]),
        YES,
        resolved("sent"),
    ];
    let transcript = resumed(before, [arrived(), saw_again()]);
    assert!(
        transcript.contains("InDoubt: The browser ended after a part of it was sent. Look before repeating it."),
        "{transcript}"
    );
}

#[test]
fn a_resumed_run_that_cannot_return_to_its_page_stays_in_doubt() {
    let unreachable = webhand_model::Outcome::failed(webhand_model::FailCode::Unreachable, "no such site");
    let transcript = resumed(vec![arrived(), saw(), click("e1"), plain()], [Input::Acted(unreachable)]);
    assert!(transcript.ends_with("finish: InDoubt { reason: \"no such site\" }"), "{transcript}");
}

/// The effects after a resume when another process wrote the last reply while nothing drove the run.
fn transcript_after_unseen_reply(before: Vec<Input>) -> String {
    let mut test = TestRun::new(task()).play(before);
    test.record(webhand_model::EventKind::Input { to: None, input: YES });
    test.run = crate::replay(&test.journal).expect("a journal").run;
    test.play([Input::Resumed, arrived(), saw_again()]).transcript()
}

#[test]
fn an_approved_action_that_was_never_begun_is_not_in_doubt() {
    let open = calls([("open", json!({"url": "https://news.test/"}))]);
    let transcript = transcript_after_unseen_reply(vec![arrived(), saw(), open]);
    assert!(
        transcript.contains("Failed(Gone): The browser was started again before this was done; nothing happened."),
        "{transcript}"
    );
    let transcript =
        transcript_after_unseen_reply(vec![arrived(), saw(), click("e1"), plain(), acted_and_held([held(1, "40")])]);
    assert!(
        transcript.contains("Failed(Gone): The browser ended before the request could go; nothing was sent."),
        "{transcript}"
    );
}

#[test]
fn two_inputs_in_a_row_from_another_process_lose_nothing() {
    let mut test = TestRun::new(task()).play([arrived(), saw(), click("e1"), order("40")]);
    // Another process wrote them, so the journal lacks the effects they lead to.
    for input in [YES, YES] {
        test.record(webhand_model::EventKind::Input { to: None, input });
    }
    let mut replayed = crate::replay(&test.journal).expect("a journal");
    let next = replayed.run.poll_effect().map(|(_, effect)| super::describe_effect(&effect));
    assert_eq!(next.as_deref(), Some("inspect click {\"ref\":\"e1\"}"));
}

#[test]
fn a_pause_from_another_process_holds_effects_that_were_not_begun() {
    let mut test =
        TestRun::new(task()).play([arrived(), saw(), calls([("open", json!({"url": "https://news.test/"}))])]);
    for input in [YES, Input::Pause] {
        test.record(webhand_model::EventKind::Input { to: None, input });
    }
    assert!(crate::replay(&test.journal).expect("a journal").run.poll_effect().is_none());
}

#[test]
fn an_action_without_lasting_effect_is_simply_repeated() {
    let waiting = || vec![arrived(), saw(), calls([("wait", json!({"ms": 9000}))]), plain()];
    assert_snapshot!(after_resume(&resumed(waiting(), [arrived(), saw_again()])), @r#"
    act open {"url":"https://shop.test/lamps"} by policy
    observe with picture
    ask brain
      Failed(Gone): The browser ended during this wait. It changes nothing: repeat it if you need it.
      note: The browser was started again; the last page was loaded anew. Refs of before are void.
    "#);
    let taken = TestRun::new(task()).play(waiting()).play([Input::TakenOver]).transcript();
    assert!(!taken.contains("InDoubt"), "{taken}");
}

/// The facts of an order whose form carries an anti-forgery token; its value stands for its digest.
fn order_with_token(token: &str, sum: &str) -> Input {
    let Input::Inspected(mut facts) = order(sum) else { unreachable!() };
    let form = facts.target.as_mut().and_then(|target| target.form.as_mut()).unwrap();
    form.fields.insert(0, ["csrf".to_owned(), "…".to_owned()]);
    let (name, digest) = ("csrf".to_owned(), Some(token.to_owned()));
    form.content.as_mut().unwrap().fields.insert(0, ContentField { name, digest, kind: ContentKind::Token });
    Input::Inspected(facts)
}

#[test]
fn a_parked_yes_holds_for_the_form_loaded_anew_with_a_fresh_token() {
    let asked = || vec![arrived(), saw(), click("e1"), order_with_token("t1", "40")];
    let again = |sum: &str| vec![YES, arrived(), saw_again(), click("e2"), order_with_token("t2", sum)];
    let transcript = resumed(asked(), again("40"));
    assert!(transcript.ends_with(r#"act click {"ref":"e2"} by person"#), "{transcript}");
    let other = resumed(asked(), again("4000"));
    assert!(other.ends_with("It sends something that cannot be taken back."), "{other}");
    let here = TestRun::new(task()).play(asked()).play([YES, order_with_token("t2", "40")]).transcript();
    assert!(here.ends_with("It sends something that cannot be taken back."), "within one document: {here}");
}
