use insta::assert_snapshot;
use serde_json::json;
use webhand_model::{FailCode, Millis, Outcome, RunRules};

use super::{Input, TestRun, acted, arrived, calls, click, failed, page, plain, play, saw, task};

fn failing() -> [Input; 4] {
    [saw(), click("e1"), plain(), failed("e1 is covered")]
}

/// Plays a run of a journal from before turns without effect or news were counted.
fn play_by_first_rules(inputs: impl IntoIterator<Item = Input>) -> String {
    let mut first = task();
    first.rules = RunRules::First;
    first.limits.errors = 3;
    TestRun::new(first).play(inputs).transcript()
}

#[test]
fn eight_turns_without_effect_or_news_end_a_run() {
    let one = |kind: usize| {
        let target = ["e1", "e2", "e3", "e4"][kind % 4];
        [saw(), click(target), plain(), failed("it is covered"), Input::TimerFired]
    };
    let log = play([arrived()].into_iter().chain((0..8).flat_map(one)).chain([saw()]));
    assert!(log.ends_with("finish: TooManyErrors { last: \"it is covered\" }"), "{log}");
    assert_eq!(log.matches("ask brain").count(), 8);
}

#[test]
fn a_failed_call_on_a_page_that_shows_something_new_does_not_count() {
    let one = |kind: u64| {
        let mut page = page();
        page.title.clear();
        page.nodes[0].name = format!("Row {kind}");
        let target = ["e1", "e2", "e3", "e4"][usize::try_from(kind).unwrap() % 4];
        [Input::Observed(Box::new(page)), click(target), plain(), failed("it is covered"), Input::TimerFired]
    };
    let log = play([arrived()].into_iter().chain((0..12).flat_map(one)));
    assert!(log.ends_with("observe with picture"), "{log}");
}

#[test]
fn an_unavailable_brain_is_asked_again_when_its_provider_says_and_then_the_run_is_parked() {
    let busy = |wait| Input::BrainUnavailable { why: "it is overloaded".to_owned(), wait, after_person: false };
    let told = play([arrived(), saw(), busy(Some(Millis(90_000)))]);
    assert!(told.ends_with("rest for 90000 ms"), "{told}");
    let again = [busy(None), Input::TimerFired, saw()];
    let untold = play([arrived(), saw()].into_iter().chain((0..9).flat_map(|_| again.clone())));
    assert!(untold.contains("park: it is overloaded"), "{untold}");
}

#[test]
fn a_brain_that_needs_the_person_parks_the_run_at_once_and_is_not_asked_before_it_is_resumed() {
    let needs = Input::BrainUnavailable { why: "sign in there".to_owned(), wait: None, after_person: true };
    let log = play([arrived(), saw(), needs, Input::TimerFired]);
    assert!(log.ends_with("park: sign in there"), "{log}");
}

#[test]
fn a_parked_run_goes_on_with_a_whole_look_when_it_is_resumed() {
    let wait = Some(Millis(3_600_000));
    let busy = Input::BrainUnavailable { why: "it is overloaded".to_owned(), wait, after_person: false };
    let test = TestRun::new(task()).play([arrived(), saw(), busy, Input::Resumed, arrived(), saw()]);
    let log = test.transcript();
    assert!(log.contains("park: it is overloaded\nact open"), "{log}");
    assert!(test.prompt().is_some_and(|prompt| prompt.observation.since.is_none()));
}

#[test]
fn rests_longer_after_each_error_and_ends_at_the_third_by_the_first_rules() {
    let inputs = [arrived()]
        .into_iter()
        .chain(failing())
        .chain([Input::TimerFired])
        .chain(failing())
        .chain([Input::TimerFired])
        .chain(failing());
    assert_snapshot!(play_by_first_rules(inputs), @r#"
    act open {"url":"https://shop.test/"} by policy
    observe with picture
    ask brain
    inspect click {"ref":"e1"}
    act click {"ref":"e1"} by policy
    rest for 1000 ms
    observe with picture
    ask brain
      Failed(Covered): e1 is covered
    inspect click {"ref":"e1"}
    act click {"ref":"e1"} by policy
    rest for 2000 ms
    observe with picture
    ask brain
      Failed(Covered): e1 is covered
      note: button "B1" has failed 2 times. Do not try it the same way again. Other ways: the keyboard: press Enter with ref e1.
    inspect click {"ref":"e1"}
    act click {"ref":"e1"} by policy
    finish: TooManyErrors { last: "e1 is covered" }
    "#);
}

#[test]
fn a_success_forgets_the_errors_before_it() {
    let success = [Input::TimerFired, saw(), click("e1"), plain(), acted("clicked")];
    let twice = || [arrived()].into_iter().chain(failing()).chain([Input::TimerFired]).chain(failing());
    let log = play(twice().chain(success).chain(failing()));
    assert!(log.ends_with("rest for 1000 ms"), "{log}");
}

#[test]
fn a_brain_that_cannot_be_reached_is_asked_again_but_a_refused_key_ends_the_run() {
    let not_answered = |retry| Input::NotAnswered { why: "the provider is overloaded".to_owned(), retry };
    let again = play([arrived(), saw(), not_answered(true), Input::TimerFired, saw()]);
    assert!(again.ends_with("rest for 1000 ms\nobserve with picture\nask brain"), "{again}");
    let over = play([arrived(), saw(), not_answered(false)]);
    assert!(over.ends_with("finish: Failed { reason: \"the provider is overloaded\", tried: [] }"), "{over}");
}

#[test]
fn a_page_that_cannot_be_seen_is_looked_at_again_but_a_lost_browser_ends_the_run() {
    let not_seen = |browser_gone| Input::NotObserved { why: "the page crashed".to_owned(), browser_gone };
    let again = play([arrived(), not_seen(false), Input::TimerFired, saw()]);
    assert!(again.ends_with("rest for 1000 ms\nobserve with picture\nask brain\n  note: the page crashed"), "{again}");
    let over = play([arrived(), not_seen(true)]);
    assert!(over.ends_with("finish: Failed { reason: \"the page crashed\", tried: [] }"), "{over}");
}

#[test]
fn an_element_that_is_gone_is_reported_and_nothing_is_touched() {
    let stale = Input::NotInspected(Outcome::failed(FailCode::StaleRef, "e1 is gone; look at the page again"));
    let log = play([arrived(), saw(), click("e1"), stale, Input::TimerFired, saw()]);
    assert!(!log.contains("act click"), "{log}");
    assert!(log.ends_with("Failed(StaleRef): e1 is gone; look at the page again"), "{log}");
}

#[test]
fn a_first_page_that_cannot_be_opened_ends_the_run() {
    let log = play([Input::Acted(Outcome::failed(FailCode::Unreachable, "no such site"))]);
    assert!(log.ends_with("finish: Failed { reason: \"no such site\", tried: [] }"), "{log}");
}

#[test]
fn giving_up_in_doubt_says_so_even_when_other_calls_were_skipped() {
    let answer = calls([("click", json!({"ref": "e1"})), ("click", json!({"ref": "e2"}))]);
    let lost = Input::Acted(Outcome::in_doubt("no answer came"));
    let give_up = calls([("fail", json!({"reason": "I cannot tell."}))]);
    let log = play([arrived(), saw(), answer, plain(), lost, saw(), give_up]);
    assert!(log.ends_with("finish: InDoubt { reason: \"I cannot tell.\" }"), "{log}");
}
