//! A run that goes nowhere is noticed, told, and ended.

use insta::assert_snapshot;
use serde_json::json;
use webhand_model::{FailCode, Input, Outcome, Snapshot};

use super::{Stage, acted, arrived, calls, click, page, plain, saw, task};

/// The shop's page with something else written on it.
fn page_saying(text: &str) -> Input {
    let mut page: Snapshot = page();
    text.clone_into(&mut page.nodes[0].name);
    Input::Observed(Box::new(page))
}

/// Clicks, and what is seen after each.
fn steps(steps: impl IntoIterator<Item = (&'static str, Input)>) -> Stage {
    let step = |(target, seen)| [click(target), plain(), acted("clicked"), seen];
    Stage::new(task()).play([arrived(), saw()]).play(steps.into_iter().flat_map(step))
}

/// What webhand itself told the brain, and how the run ended.
fn remarks(stage: &Stage) -> String {
    let told = stage.log.iter().flat_map(|entry| entry.lines());
    let kept = told.filter(|line| line.contains("note: ") || line.starts_with("finish"));
    kept.map(str::trim).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_same_click_on_an_unchanged_page_is_told_and_then_ends_the_run() {
    let stage = steps(std::iter::repeat_with(|| ("e1", saw())).take(7));
    assert_snapshot!(remarks(&stage), @r#"
    note: You go round in circles: click {"ref":"e1"} was done 3 times in a row and the page stayed the same. Do something else, or give up and say why.
    note: You go round in circles: click {"ref":"e1"} was done 4 times in a row and the page stayed the same. Do something else, or give up and say why.
    finish: Failed { reason: "It went round in circles: click {\"ref\":\"e1\"} was done 5 times in a row and the page stayed the same." }
    "#);
}

#[test]
fn going_to_and_fro_is_a_circle_too() {
    let there_and_back = [("e1", page_saying("one")), ("e2", page_saying("two"))];
    let stage = steps(std::iter::repeat_n(there_and_back, 4).flatten());
    assert_snapshot!(remarks(&stage), @r#"
    note: You go round in circles: click {"ref":"e2"} and click {"ref":"e1"} were done in turn, and the page went to and fro with them. Do something else, or give up and say why.
    note: You go round in circles: click {"ref":"e1"} and click {"ref":"e2"} were done in turn, and the page went to and fro with them. Do something else, or give up and say why.
    finish: Failed { reason: "It went round in circles: click {\"ref\":\"e2\"} and click {\"ref\":\"e1\"} were done in turn, and the page went to and fro with them." }
    "#);
}

#[test]
fn paging_through_a_list_is_none() {
    let stage = steps((0..12).map(|number| ("e1", page_saying(&format!("page {number}")))));
    assert_snapshot!(remarks(&stage), @"");
}

#[test]
fn a_run_in_which_most_fails_is_looked_back_on_and_ended() {
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
    assert_snapshot!(remarks(&Stage::new(task()).play(inputs)), @r#"
    note: button "B1" has failed 2 times. Do not try it the same way again. Other ways: the keyboard: press Enter with ref e1.
    note: In the last 5 steps 1 calls succeeded and 4 failed; 4 of 5 were different; the page showed 1 different states. Read the messages of what failed and try another way: another element, the keyboard, the site's own search.
    note: button "B4" has failed 2 times. Do not try it the same way again. Other ways: the keyboard: press Enter with ref e4.
    finish: Failed { reason: "It made no headway. In the last 5 steps 2 calls succeeded and 3 failed; 4 of 5 were different; the page showed 1 different states." }
    "#);
}

#[test]
fn reading_much_without_moving_is_no_failure() {
    let read = |number: i32| [calls([("find", json!({"text": format!("lamp {number}")}))]), acted("found"), saw()];
    let stage = Stage::new(task()).play([arrived(), saw()]).play((0..11).flat_map(read));
    assert!(!stage.run.is_over(), "{}", stage.told());
}
