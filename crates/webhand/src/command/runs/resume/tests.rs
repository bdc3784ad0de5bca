use std::cell::Cell;

use webhand_model::{
    EffectNo, Event, EventKind, Input, Intent, Millis, Question, QuestionKind, RunId, RunOutcome, Seq, Visibility,
};

use super::wait_until_released;

/// A run that got the request to hand over, and whose journal continues with `and_then` after some polls.
async fn wait_with_journal(and_then: Option<Intent>) -> (anyhow::Result<()>, usize) {
    let readings = Cell::new(0);
    let journal = async || {
        readings.set(readings.get() + 1);
        let taken_over = EventKind::Input { to: None, input: Input::TakenOver };
        let next =
            and_then.clone().filter(|_| readings.get() > 3).map(|intent| EventKind::Intent { no: EffectNo(2), intent });
        Ok((1..).zip([taken_over].into_iter().chain(next)).map(|(at, what)| event(at, what)).collect())
    };
    let id = RunId::try_from("taken-run".to_owned()).unwrap();
    (wait_until_released(&id, journal).await, readings.get())
}

fn event(at: u64, kind: EventKind) -> Event {
    Event { seq: Seq(at), at: Millis(at), wall: at, kind, hash: None }
}

#[tokio::test(start_paused = true)]
async fn a_browser_is_the_persons_once_the_run_has_let_go_of_it() {
    let kind = QuestionKind::HandOver(Visibility::InWindow);
    let handed_over = Question {
        kind,
        text: "It is yours.".to_owned(),
        details: Vec::new(),
        options: Vec::new(),
        ..Question::default()
    };
    for ends in [Intent::AskPerson(handed_over), Intent::Finish(RunOutcome::Cancelled)] {
        let (answered, readings) = wait_with_journal(Some(ends)).await;
        assert!(answered.is_ok(), "{answered:?}");
        assert_eq!(readings, 4, "nobody is told before");
    }
}

#[tokio::test(start_paused = true)]
async fn a_run_that_does_not_let_go_is_not_waited_for_for_ever() {
    let late = wait_with_journal(None).await.0.unwrap_err().to_string();
    assert!(late.contains("has not let go of the browser yet"), "{late}");
}
