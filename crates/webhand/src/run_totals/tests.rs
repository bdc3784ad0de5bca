use webhand_model::{BrainAnswer, PersonReply, Seq, Task};

use super::*;

#[test]
fn time_goes_to_whoever_took_it() {
    let event = |at, kind| Event { seq: Seq(1), at: Millis(at), wall: 0, kind, hash: None };
    let input = |at, to, input| event(at, EventKind::Input { to, input });
    let intent = |at, no, intent| event(at, EventKind::Intent { no: EffectNo(no), intent });
    let question = webhand_model::Question {
        kind: webhand_model::QuestionKind::Brain,
        text: String::new(),
        details: Vec::new(),
        options: Vec::new(),
        ..webhand_model::Question::default()
    };
    let usage = Usage { input: 100, cached: 0, output: 10, ..Usage::default() };
    let journal = [
        input(0, None, Input::Started(Task::new("go"))),
        intent(0, 1, Intent::Observe { picture: false }),
        input(40, Some(EffectNo(1)), Input::NotObserved { why: String::new(), browser_gone: false }),
        intent(50, 2, Intent::AskBrain),
        input(350, Some(EffectNo(2)), Input::Answered(BrainAnswer { usage, ..BrainAnswer::default() })),
        intent(350, 3, Intent::AskPerson(question)),
        input(2350, None, Input::Replied(PersonReply::Yes)),
    ];
    let totals = RunTotals::from_events(&journal);
    assert_eq!(totals, RunTotals { steps: 1, millis: 2350, browser_millis: 40, person_millis: 2000, usage });
    assert_eq!(totals.tokens(), 110);
}
