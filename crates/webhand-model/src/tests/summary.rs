use crate::{
    EffectNo, Ending, Event, Input, Intent, Millis, Question, QuestionKind, Reply, RunId, RunSummary, Seq, Status,
    Task, What,
};

fn after(whats: impl IntoIterator<Item = What>) -> Status {
    let id = RunId::try_from("summary-1".to_owned()).expect("a valid id");
    let mut summary = RunSummary::new(id);
    for (what, seq) in whats.into_iter().zip(1..) {
        summary.take_in(&Event { seq: Seq(seq), at: Millis(0), wall: 0, what });
    }
    summary.status
}

fn input(input: Input) -> What {
    What::Input { to: None, input }
}

fn question() -> Question {
    Question { kind: QuestionKind::Brain, text: "Which one?".to_owned(), details: Vec::new(), options: Vec::new() }
}

fn asked() -> What {
    What::Intent { no: EffectNo(1), intent: Intent::AskPerson(question()) }
}

#[test]
fn a_run_waits_from_the_question_to_the_reply() {
    let started = input(Input::Started(Task::new("x")));
    assert_eq!(after([started.clone(), asked(), input(Input::Continue)]), Status::Waiting(question()));
    assert_eq!(after([started, asked(), input(Input::Replied(Reply::Yes))]), Status::Open);
}

#[test]
fn a_late_reply_does_not_end_a_pause() {
    let paused = [input(Input::Pause), input(Input::Replied(Reply::Yes))];
    assert_eq!(after(paused), Status::Paused);
    assert_eq!(after([input(Input::Pause), input(Input::Continue)]), Status::Open);
}

#[test]
fn an_end_is_final() {
    let over = What::Intent { no: EffectNo(1), intent: Intent::Finish(Ending::Cancelled) };
    assert_eq!(after([over, input(Input::Replied(Reply::Yes)), input(Input::Pause)]), Status::Over(Ending::Cancelled));
}
