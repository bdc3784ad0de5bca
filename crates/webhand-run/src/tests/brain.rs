//! A changed brain goes on where the one before it was.

use super::{Input, TestRun, acted, arrived, click, done, plain, saw, task};

fn changed() -> Input {
    Input::BrainChanged("openai/other".to_owned())
}

#[test]
fn a_brain_that_was_being_asked_is_not_waited_for() {
    let test = TestRun::new(task()).play([arrived(), saw(), click("e1"), plain(), acted("clicked"), saw()]);
    let (first, asked) = (test.run.awaited(), test.log.last().cloned());
    let mut test = test.play([changed()]);
    assert_eq!((test.run.task().brain.as_str(), test.log.last().cloned()), ("openai/other", asked), "asked the same");
    let transcript = test.transcript();
    test.feed(Some(first), done());
    assert_eq!(test.transcript(), transcript, "the other brain's answer comes too late");
    assert!(test.play([done()]).transcript().ends_with("finish: Done { answer: \"There is a lamp.\", evidence: [] }"));
}

#[test]
fn a_changed_brain_takes_effect_at_the_next_prompt_and_costs_no_step() {
    let mut task = task();
    task.limits.steps = 2;
    let test =
        TestRun::new(task).play([arrived(), saw(), changed(), click("e1"), changed(), plain(), acted("x"), saw()]);
    assert!(test.transcript().ends_with("ask brain\n  Done: x"), "{}", test.transcript());
}
