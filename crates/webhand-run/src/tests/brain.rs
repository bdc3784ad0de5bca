//! Another brain takes a run up where the one before it was.

use super::{Input, Stage, acted, arrived, click, done, plain, saw, task};

fn changed() -> Input {
    Input::BrainChanged("openai/other".to_owned())
}

#[test]
fn a_brain_that_was_being_asked_is_not_waited_for() {
    let stage = Stage::new(task()).play([arrived(), saw(), click("e1"), plain(), acted("clicked"), saw()]);
    let (first, asked) = (stage.run.awaited(), stage.log.last().cloned());
    let mut stage = stage.play([changed()]);
    assert_eq!((stage.run.task().brain.as_str(), stage.log.last().cloned()), ("openai/other", asked), "asked the same");
    let told = stage.told();
    stage.feed(Some(first), done());
    assert_eq!(stage.told(), told, "the other brain's answer comes too late");
    assert!(stage.play([done()]).told().ends_with("finish: Done { answer: \"There is a lamp.\", evidence: [] }"));
}

#[test]
fn it_takes_effect_at_the_next_question_and_costs_no_step() {
    let mut task = task();
    task.limits.steps = 2;
    let stage =
        Stage::new(task).play([arrived(), saw(), changed(), click("e1"), changed(), plain(), acted("x"), saw()]);
    assert!(stage.told().ends_with("ask brain\n  Done: x"), "{}", stage.told());
}
