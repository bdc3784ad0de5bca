use insta::assert_snapshot;
use serde_json::json;
use webhand_model::{EffectNo, Visibility};

use super::{
    Input, TestRun, YES, acted, acted_and_held, arrived, calls, click, done, failed, held, order, plain, play, saw,
    task,
};

/// One story for each state a run can be in.
pub(super) fn states() -> Vec<(&'static str, Vec<Input>)> {
    let hand_over = || calls([("hand_over", json!({"what": "Log in, please."}))]);
    let ask = || calls([("ask", json!({"question": "Which?"}))]);
    vec![
        ("arriving", vec![]),
        ("observing", vec![arrived()]),
        ("deciding", vec![arrived(), saw()]),
        ("inspecting", vec![arrived(), saw(), click("e1")]),
        ("asking about an action", vec![arrived(), saw(), click("e1"), order("40")]),
        ("rechecking", vec![arrived(), saw(), click("e1"), order("40"), YES]),
        ("acting", vec![arrived(), saw(), click("e1"), plain()]),
        ("asking about a request", vec![arrived(), saw(), click("e1"), plain(), acted_and_held([held(1, "40")])]),
        ("ruling", vec![arrived(), saw(), click("e1"), plain(), acted_and_held([held(1, "40")]), YES]),
        ("asking for the brain", vec![arrived(), saw(), ask()]),
        ("stepping aside", vec![arrived(), saw(), hand_over()]),
        ("handed over", vec![arrived(), saw(), hand_over(), Input::HandedOver(Visibility::InWindow)]),
        ("stepping in", vec![arrived(), saw(), hand_over(), Input::HandedOver(Visibility::InWindow), YES]),
        ("resting", vec![arrived(), saw(), click("e1"), plain(), failed("covered")]),
    ]
}

#[test]
fn a_cancel_ends_a_run_in_every_state() {
    for (state, before) in states() {
        let mut test = TestRun::new(task()).play(before).play([Input::Cancel]);
        assert!(
            test.run.is_over() && test.transcript().ends_with("finish: Cancelled"),
            "{state}: {}",
            test.transcript()
        );
        let transcript = test.transcript();
        test = test.play([arrived(), saw(), done(), YES, Input::Resumed, Input::Continue, Input::TimerFired]);
        assert_eq!(test.transcript(), transcript, "{state}: nothing follows an end");
    }
}

#[test]
fn a_late_answer_changes_nothing_in_any_state() {
    for (state, before) in states() {
        let mut test = TestRun::new(task()).play(before);
        let (transcript, inside) = (test.transcript(), format!("{:?}", test.run));
        let late = EffectNo(test.run.awaited().0.saturating_sub(1));
        for input in [saw(), done(), plain(), acted("late"), super::resolved("late"), YES] {
            test.run.handle(Some(late), input.clone(), test.now);
            test.run.handle(Some(EffectNo(99)), input, test.now);
        }
        assert!(test.run.poll_effect().is_none());
        assert_eq!((test.transcript(), format!("{:?}", test.run)), (transcript, inside), "{state}");
    }
}

#[test]
fn a_paused_run_wants_nothing_until_it_goes_on() {
    let log = play([arrived(), saw(), click("e1"), Input::Pause, plain(), Input::Continue]);
    assert_snapshot!(log, @r#"
    act open {"url":"https://shop.test/"} by policy
    observe with picture
    ask brain
    inspect click {"ref":"e1"}
    act click {"ref":"e1"} by policy
    "#);
    let still = TestRun::new(task()).play([arrived(), saw(), click("e1"), Input::Pause, plain()]).transcript();
    assert!(still.ends_with("inspect click {\"ref\":\"e1\"}"), "{still}");
}

#[test]
fn a_pause_holds_in_every_state_and_a_cancel_ends_it() {
    for (state, before) in states() {
        let paused = TestRun::new(task()).play(before).play([Input::Pause]);
        let transcript = paused.transcript();
        let mut after = paused.play([saw(), plain(), acted("x"), Input::TimerFired]);
        assert!(after.run.poll_effect().is_none(), "{state}: {}", after.transcript());
        assert_eq!(
            after.transcript().lines().filter(|line| !line.starts_with("rest")).count(),
            transcript.lines().filter(|line| !line.starts_with("rest")).count(),
            "{state}"
        );
        assert!(after.play([Input::Cancel]).transcript().ends_with("finish: Cancelled"), "{state}");
    }
}
