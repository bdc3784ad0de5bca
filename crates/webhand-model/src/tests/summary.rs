use crate::{
    EffectNo, Event, EventKind, Input, Intent, Millis, PersonReply, Question, QuestionKind, RunId, RunOutcome,
    RunStatus, RunSummary, Seq, Task,
};

fn after(whats: impl IntoIterator<Item = EventKind>) -> RunStatus {
    let id = RunId::try_from("summary-1".to_owned()).expect("a valid id");
    let mut summary = RunSummary::new(id);
    for (what, seq) in whats.into_iter().zip(1..) {
        summary.apply_event(&Event { seq: Seq(seq), at: Millis(0), wall: 0, kind: what, hash: None });
    }
    summary.status
}

fn input(input: Input) -> EventKind {
    EventKind::Input { to: None, input }
}

fn question() -> Question {
    Question {
        kind: QuestionKind::Brain,
        text: "Which one?".to_owned(),
        details: Vec::new(),
        options: Vec::new(),
        ..Question::default()
    }
}

fn asked() -> EventKind {
    EventKind::Intent { no: EffectNo(1), intent: Intent::AskPerson(question()) }
}

#[test]
fn a_run_waits_from_the_question_to_the_reply() {
    let started = input(Input::Started(Task::new("x")));
    assert_eq!(after([started.clone(), asked(), input(Input::Continue)]), RunStatus::Waiting(question()));
    assert_eq!(after([started, asked(), input(Input::Replied(PersonReply::Yes))]), RunStatus::Open);
}

#[test]
fn a_late_reply_does_not_end_a_pause() {
    let paused = [input(Input::Pause), input(Input::Replied(PersonReply::Yes))];
    assert_eq!(after(paused), RunStatus::Paused);
    assert_eq!(after([input(Input::Pause), input(Input::Continue)]), RunStatus::Open);
}

#[test]
fn an_end_is_final() {
    let over = EventKind::Intent { no: EffectNo(1), intent: Intent::Finish(RunOutcome::Cancelled) };
    assert_eq!(
        after([over, input(Input::Replied(PersonReply::Yes)), input(Input::Pause)]),
        RunStatus::Over(RunOutcome::Cancelled)
    );
}
