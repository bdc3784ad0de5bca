//! The browser goes to the person and comes back.

use insta::assert_snapshot;
use serde_json::json;
use webhand_model::{EventKind, Intent, PersonReply, Visibility};

use super::stop::states;
use super::{Input, NO, TestRun, YES, acted, arrived, calls, click, page, plain, play, saw, task};

const ASIDE: Input = Input::HandedOver(Visibility::InWindow);

fn hand_over() -> Input {
    calls([("hand_over", json!({"what": "Log in, please."})), ("click", json!({"ref": "e1"}))])
}

/// The page as it is after the person was at it.
fn saw_inside() -> Input {
    let mut page = page();
    page.url = "https://shop.test/account".to_owned();
    page.nodes[1].name = "Log out".to_owned();
    Input::Observed(Box::new(page))
}

#[test]
fn after_a_handover_the_run_looks_again() {
    assert_snapshot!(play([arrived(), saw(), hand_over(), ASIDE, YES, Input::TakenBack, saw_inside()]), @r#"
    act open {"url":"https://shop.test/"} by policy
    observe with picture
    ask brain
    step aside
    ask person: The browser is yours: Log in, please.
    step in
    observe with picture
    ask brain
      Done: The person did it and gave the browser back.
      Failed(Skipped): not done: the person had the browser
      note: The person had the browser in between. It showed "https://shop.test/lamps" then; the address has changed. New: button "Log out". Gone: button "B2".
    "#);
}

#[test]
fn the_brain_gets_the_persons_words_and_a_no_is_a_refusal() {
    let said = |reply| play([arrived(), saw(), hand_over(), ASIDE, reply, Input::TakenBack, saw()]);
    let words = Input::Replied(PersonReply::Text("the shop is closed".to_owned()));
    assert!(said(words).contains("Done: The person gave the browser back and said \"the shop is closed\"."));
    assert!(said(NO).contains("Refused: The person gave the browser back and did not do it."));
}

#[test]
fn without_a_window_the_person_is_told_how_to_see_it() {
    let test = TestRun::new(task()).play([arrived(), saw(), hand_over(), Input::HandedOver(Visibility::Nowhere)]);
    let asked = test.journal.iter().rev().find_map(|event| match &event.kind {
        EventKind::Intent { intent: Intent::AskPerson(question), .. } => Some(question.clone()),
        EventKind::Intent { .. } | EventKind::Input { .. } => None,
    });
    assert!(asked.expect("a question").details[0].contains("--browser visible"));
}

#[test]
fn the_person_takes_the_browser_whatever_is_under_way() {
    let transcript: Vec<String> = states()
        .into_iter()
        .map(|(state, before)| {
            let test = TestRun::new(task()).play(before).play([Input::TakenOver, ASIDE, YES, Input::TakenBack, saw()]);
            let log = test.transcript();
            let [.., aside, person, back, look, asked] = test.log.as_slice() else { unreachable!("{log}") };
            assert!(aside == "step aside" && person.starts_with("ask person") && back == "step in", "{state}: {log}");
            assert_eq!(look, "observe with picture", "{state}: {log}");
            let results = asked.lines().skip(1).filter(|line| !line.contains("note:")).map(str::trim);
            format!("{state}: {}", results.collect::<Vec<_>>().join("; "))
        })
        .collect();
    assert_snapshot!(transcript.join("\n"), @"
    arriving: 
    observing: 
    deciding: 
    inspecting: Failed(TakenOver): The person took the browser before this was done; nothing happened.
    asking about an action: Failed(TakenOver): The person took the browser before this was done; nothing happened.
    rechecking: Failed(TakenOver): The person took the browser before this was done; nothing happened.
    acting: InDoubt: The person took the browser during this click: it may or may not have happened. Look before repeating it.
    asking about a request: Refused: The person took the browser instead; what the page wanted to send was not sent.
    ruling: InDoubt: The person took the browser while a request was being sent: it may or may not have arrived. Look before repeating it.
    asking for the brain: Failed(TakenOver): The person took the browser before this was done; nothing happened.
    stepping aside: Done: The person did it and gave the browser back.
    handed over: Done: The person did it and gave the browser back.
    stepping in: Done: The person did it and gave the browser back.
    resting: Failed(Covered): covered
    ");
}

#[test]
fn nothing_is_done_while_the_person_has_it() {
    let test = TestRun::new(task()).play([arrived(), saw(), click("e1"), plain(), Input::TakenOver, ASIDE]);
    let transcript = test.transcript();
    let test = test.play([acted("late"), saw(), click("e1"), plain(), Input::TimerFired, Input::TakenOver]);
    assert_eq!(test.transcript(), transcript);
}

#[test]
fn a_paused_run_can_be_taken_too() {
    let log = play([arrived(), saw(), Input::Pause, Input::TakenOver, ASIDE]);
    assert!(log.ends_with("ask person: You have the browser. Nothing is done until you give it back."), "{log}");
}

#[test]
fn a_captcha_is_pointed_out_once_on_each_page() {
    let mut page = page();
    page.nodes[1].states.push("captcha=Turnstile".to_owned());
    page.nodes[1].in_view = true;
    let challenge = || Input::Observed(Box::new(page.clone()));
    let log = play([arrived(), challenge(), click("e1"), plain(), acted("clicked"), challenge()]);
    assert_eq!(log.matches("note: The page shows a captcha (Turnstile).").count(), 1, "{log}");
}
