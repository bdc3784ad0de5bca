//! What the person was ready to spend is not overspent.

use insta::assert_snapshot;
use webhand_model::{Input, Limits, Millis, Task, Usage};

use super::{Stage, acted, arrived, click, plain, saw, task};

fn limited(limits: Limits) -> Stage {
    Stage::new(Task { limits, ..task() }).play([arrived(), saw()])
}

/// A click that the brain thought about for so many tokens.
fn thought(tokens: u64) -> Input {
    let Input::Answered(mut answer) = click("e1") else { unreachable!("an answer") };
    answer.usage = Usage { input: tokens, cached: 0, output: 10 };
    Input::Answered(answer)
}

#[test]
fn a_run_ends_when_its_tokens_are_used() {
    let limits = Limits { tokens: Some(1_000), ..Limits::default() };
    let stage = limited(limits).play([
        thought(600),
        plain(),
        acted("clicked"),
        saw(),
        thought(600),
        plain(),
        acted("clicked"),
        saw(),
    ]);
    assert_snapshot!(stage.log.last().expect("an end"), @r#"
    finish: BudgetSpent { budget: "1220 tokens are used, 1000 were allowed" }
    "#);
}

#[test]
fn a_run_ends_when_its_time_is_over() {
    let mut stage = limited(Limits { time: Some(Millis(60_000)), ..Limits::default() });
    stage.now = Millis(61_000);
    let stage = stage.play([click("e1"), plain(), acted("clicked"), saw()]);
    assert_snapshot!(stage.log.last().expect("an end"), @r#"
    finish: BudgetSpent { budget: "the 60 s it was given are over" }
    "#);
}
