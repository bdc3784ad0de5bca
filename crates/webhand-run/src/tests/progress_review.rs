//! A run without progress is noticed, warned, and ended.

use insta::assert_snapshot;
use serde_json::json;
use webhand_model::{FailCode, Input, Outcome, Snapshot};

use super::{TestRun, acted, arrived, calls, click, page, plain, saw, task};

/// The shop's page with something else written on it.
fn page_saying(text: &str) -> Input {
    let mut page: Snapshot = page();
    text.clone_into(&mut page.nodes[0].name);
    Input::Observed(Box::new(page))
}

/// Clicks, each with the page after it.
fn steps(steps: impl IntoIterator<Item = (&'static str, Input)>) -> TestRun {
    let step = |(target, seen)| [click(target), plain(), acted("clicked"), seen];
    TestRun::new(task()).play([arrived(), saw()]).play(steps.into_iter().flat_map(step))
}

/// The notes for the brain, and how the run ended.
fn remarks(test: &TestRun) -> String {
    let transcript = test.log.iter().flat_map(|entry| entry.lines());
    let kept = transcript.filter(|line| line.contains("note: ") || line.starts_with("finish"));
    kept.map(str::trim).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_same_click_on_an_unchanged_page_is_warned_about_and_then_ends_the_run() {
    let test = steps(std::iter::repeat_with(|| ("e1", saw())).take(7));
    assert_snapshot!(remarks(&test), @r#"
    note: You go round in circles: click {"ref":"e1"} was done 3 times in a row and the page stayed the same. Do something else, or give up and say why.
    note: You go round in circles: click {"ref":"e1"} was done 4 times in a row and the page stayed the same. Do something else, or give up and say why.
    finish: Failed { reason: "It went round in circles: click {\"ref\":\"e1\"} was done 5 times in a row and the page stayed the same.", tried: [] }
    "#);
}

#[test]
fn alternating_between_two_steps_is_a_loop_too() {
    let there_and_back = [("e1", page_saying("one")), ("e2", page_saying("two"))];
    let test = steps(std::iter::repeat_n(there_and_back, 4).flatten());
    assert_snapshot!(remarks(&test), @r#"
    note: You go round in circles: click {"ref":"e2"} and click {"ref":"e1"} were done in turn, and the page went to and fro with them. Do something else, or give up and say why.
    note: You go round in circles: click {"ref":"e1"} and click {"ref":"e2"} were done in turn, and the page went to and fro with them. Do something else, or give up and say why.
    finish: Failed { reason: "It went round in circles: click {\"ref\":\"e2\"} and click {\"ref\":\"e1\"} were done in turn, and the page went to and fro with them.", tried: [] }
    "#);
}

#[test]
fn paging_through_a_list_is_no_loop() {
    let test = steps((0..12).map(|number| ("e1", page_saying(&format!("page {number}")))));
    assert_snapshot!(remarks(&test), @"");
}

#[test]
fn a_run_in_which_most_calls_fail_is_reviewed_and_ended() {
    let gone = || Input::Acted(Outcome::failed(FailCode::Covered, "covered"));
    let mut inputs = vec![arrived(), saw()];
    for number in 0..12 {
        // Two failures, then a success: never three errors in a row.
        let target = ["e1", "e2", "e3", "e4"][number % 4];
        inputs.extend([
            click(target),
            plain(),
            if number % 3 == 2 { acted("clicked") } else { gone() },
            Input::TimerFired,
            saw(),
        ]);
    }
    assert_snapshot!(remarks(&TestRun::new(task()).play(inputs)), @r#"
    note: button "B1" has failed 2 times. Do not try it the same way again. Other ways: the keyboard: press Enter with ref e1.
    note: In the last 5 steps 1 calls succeeded and 4 failed; 4 of 5 were different; the page showed 1 different states. Read the messages of what failed and try another way: another element, the keyboard, the site's own search.
    note: button "B4" has failed 2 times. Do not try it the same way again. Other ways: the keyboard: press Enter with ref e4.
    finish: Failed { reason: "It made no headway. In the last 5 steps 2 calls succeeded and 3 failed; 4 of 5 were different; the page showed 1 different states.", tried: [] }
    "#);
}

#[test]
fn reading_much_without_moving_is_no_failure() {
    let read = |number: i32| [calls([("find", json!({"text": format!("lamp {number}")}))]), acted("found"), saw()];
    let test = TestRun::new(task()).play([arrived(), saw()]).play((0..11).flat_map(read));
    assert!(!test.run.is_over(), "{}", test.transcript());
}
