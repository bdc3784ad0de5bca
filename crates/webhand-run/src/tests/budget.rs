//! A run does not spend more than its limits allow.

use insta::assert_snapshot;
use webhand_model::{Input, Limits, Millis, Money, OnBudgetSpent, Task, Usage};

use super::{NO, TestRun, YES, acted, arrived, click, plain, saw, task};

fn limited(limits: Limits) -> TestRun {
    TestRun::new(Task { limits, ..task() }).play([arrived(), saw()])
}

/// A click that the brain thought about for so many tokens.
fn thought(tokens: u64) -> Input {
    let Input::Answered(mut answer) = click("e1") else { unreachable!("an answer") };
    answer.usage = Usage { input: tokens, output: 10, ..Usage::default() };
    Input::Answered(answer)
}

#[test]
fn a_run_ends_when_its_tokens_are_used() {
    let limits = Limits { tokens: Some(1_000), ..Limits::default() };
    let test = limited(limits).play([
        thought(400),
        plain(),
        acted("clicked"),
        saw(),
        thought(400),
        plain(),
        acted("clicked"),
        saw(),
    ]);
    assert_snapshot!(test.log.last().expect("an end"), @r#"
    finish: BudgetSpent { budget: "820 tokens are used, and the next step would pass the 1000 allowed" }
    "#);
}

#[test]
fn a_run_ends_when_its_time_is_over() {
    let mut test = limited(Limits { time: Some(Millis(60_000)), ..Limits::default() });
    test.now = Millis(61_000);
    let test = test.play([click("e1"), plain(), acted("clicked"), saw()]);
    assert_snapshot!(test.log.last().expect("an end"), @r#"
    finish: BudgetSpent { budget: "the 60 s it was given are over" }
    "#);
}

#[test]
fn a_brain_that_thinks_too_long_is_not_waited_for() {
    let test = limited(Limits { time: Some(Millis(60_000)), ..Limits::default() }).play([Input::TimerFired]);
    assert_snapshot!(test.log.last().expect("an end"), @r#"
    finish: BudgetSpent { budget: "the 60 s it was given are over" }
    "#);
    assert_eq!(test.now, Millis(60_000));
}

#[test]
fn a_brain_that_thinks_too_long_is_asked_again_if_the_person_wants_that() {
    let limits = Limits { time: Some(Millis(60_000)), when_spent: OnBudgetSpent::Ask, ..Limits::default() };
    let test = limited(limits).play([Input::TimerFired, YES, click("e1"), plain()]);
    assert_snapshot!(test.log[test.log.len() - 4..].join("\n"), @r#"
    ask person: the 60 s it was given are over. May it go on with as much again?
    ask brain
    inspect click {"ref":"e1"}
    act click {"ref":"e1"} by policy
    "#);
}

/// Two steps of a run that may make one, until the person is asked.
fn asks(limits: Limits) -> TestRun {
    let limits = Limits { when_spent: OnBudgetSpent::Ask, ..limits };
    limited(limits).play([thought(600), plain(), acted("clicked"), saw()])
}

#[test]
fn a_person_who_is_there_is_asked_whether_it_may_go_on() {
    let test = asks(Limits { steps: 1, ..Limits::default() });
    assert_snapshot!(test.log.last().expect("a question"), @"
    ask person: 1 steps are used, 1 were allowed. May it go on with as much again?
    ");
    let test = test.play([YES, thought(600), plain(), acted("clicked"), saw()]);
    assert_snapshot!(test.log[test.log.len() - 5..].join("\n"), @r#"
    ask brain
      Done: clicked
    inspect click {"ref":"e1"}
    act click {"ref":"e1"} by policy
    observe with picture
    ask person: 2 steps are used, 2 were allowed. May it go on with as much again?
    "#);
}

#[test]
fn a_no_ends_it_as_if_nobody_had_been_there() {
    let test = asks(Limits { tokens: Some(500), ..Limits::default() }).play([NO]);
    assert_snapshot!(test.log.last().expect("an end"), @r#"
    finish: BudgetSpent { budget: "610 tokens are used, and the next step would pass the 500 allowed" }
    "#);
}

#[test]
fn time_is_given_anew_from_the_answer_on() {
    let mut test = limited(Limits { time: Some(Millis(60_000)), when_spent: OnBudgetSpent::Ask, ..Limits::default() });
    test.now = Millis(90_000);
    let mut test = test.play([click("e1"), plain(), acted("clicked"), saw(), YES]);
    assert!(test.transcript().ends_with("ask brain\n  Done: clicked"), "{}", test.transcript());
    test.now = Millis(149_000);
    let test = test.play([click("e2"), plain(), acted("clicked"), saw()]);
    assert!(test.transcript().ends_with("ask brain\n  Done: clicked"), "{}", test.transcript());
}

#[test]
fn a_question_about_more_outlives_the_browser() {
    let mut test = asks(Limits { steps: 1, ..Limits::default() });
    test.run = crate::replay(&test.journal).expect("its own journal").run;
    let test = test.play([Input::Resumed, YES, arrived(), saw()]);
    assert_snapshot!(test.log[test.log.len() - 4..].join("\n"), @"
    ask person: 1 steps are used, 1 were allowed. May it go on with as much again?
    act open {\"url\":\"https://shop.test/lamps\"} by policy
    observe with picture
    ask brain
      Done: clicked
      note: The browser was started again; the last page was loaded anew. Refs of before are void.
    ");
}

/// A click that cost so much, in millionths of a dollar.
fn paid(cost: u64) -> Input {
    let Input::Answered(mut answer) = thought(1_000) else { unreachable!("an answer") };
    answer.usage = answer.usage.with_cost(Money(cost));
    Input::Answered(answer)
}

#[test]
fn a_run_ends_before_it_costs_more_than_allowed() {
    let limits = Limits { cost: Some(Money(500_000)), ..Limits::default() };
    let test = limited(limits).play([paid(200_000), plain(), acted("clicked"), saw()]);
    let test = test.play([paid(200_000), plain(), acted("clicked"), saw()]);
    assert_snapshot!(test.log.last().expect("an end"), @r#"
    finish: BudgetSpent { budget: "$0.40 is spent, and the next step would pass the $0.50 allowed" }
    "#);
}

#[test]
fn a_price_nobody_knows_is_not_taken_for_nothing() {
    let limits = Limits { cost: Some(Money(500_000)), ..Limits::default() };
    let test = limited(limits).play([thought(1_000), plain(), acted("clicked"), saw()]);
    assert_snapshot!(test.log.last().expect("an end"), @r#"
    finish: BudgetSpent { budget: "nobody knows what 1010 of the tokens used cost, and only $0.50 may be spent" }
    "#);
}

#[test]
fn money_is_given_again_by_the_person() {
    let limits = Limits { cost: Some(Money(500_000)), when_spent: OnBudgetSpent::Ask, ..Limits::default() };
    let step = |cost| [paid(cost), plain(), acted("clicked"), saw()];
    let test = limited(limits).play(step(300_000)).play([YES]).play(step(200_000)).play(step(200_000)).play([NO]);
    let asked = test.log.iter().filter(|line| line.starts_with("ask person") || line.starts_with("finish"));
    assert_snapshot!(asked.map(String::as_str).collect::<Vec<_>>().join("\n"), @r#"
    ask person: $0.30 is spent, and the next step would pass the $0.50 allowed. May it go on with as much again?
    ask person: $0.70 is spent, and the next step would pass the $0.80 allowed. May it go on with as much again?
    finish: BudgetSpent { budget: "$0.70 is spent, and the next step would pass the $0.80 allowed" }
    "#);
}
