use webhand_model::{
    Action, ActionClass, Approver, EffectNo, Event, EventKind, Input, Intent, Millis, Outcome, PersonReply, Question,
    RunOutcome, Seq, Task, WebUrl,
};

use super::{Recovery, after_restart};

fn journal(kinds: impl IntoIterator<Item = EventKind>) -> Vec<Event> {
    let started = EventKind::Input { to: None, input: Input::Started(Task::new("order a lamp")) };
    std::iter::once(started)
        .chain(kinds)
        .zip(1..)
        .map(|(kind, seq)| Event { seq: Seq(seq), at: Millis(seq), wall: seq, kind, hash: None })
        .collect()
}

fn intent(no: u64, intent: Intent) -> EventKind {
    EventKind::Intent { no: EffectNo(no), intent }
}

fn input(to: u64, input: Input) -> EventKind {
    EventKind::Input { to: Some(EffectNo(to)), input }
}

fn act(class: ActionClass) -> Intent {
    let action = Action::Open { url: WebUrl::parse("http://shop.test/").unwrap(), new_tab: None, behind: None };
    Intent::Act { action, class, by: Approver::Person, renewed_token: None }
}

#[test]
fn a_run_that_waits_in_the_queue_or_was_thinking_goes_on() {
    assert_eq!(after_restart(&journal([])), Recovery::GoOn);
    assert_eq!(after_restart(&journal([intent(1, Intent::AskBrain)])), Recovery::GoOn);
    assert_eq!(after_restart(&journal([intent(1, act(ActionClass::Input))])), Recovery::GoOn);
}

#[test]
fn a_run_whose_order_may_have_gone_is_parked_until_the_person_decides() {
    let sent = journal([intent(1, act(ActionClass::Commit))]);
    assert!(matches!(after_restart(&sent), Recovery::Park(reason) if reason.contains("may or may not")));
    let known = journal([intent(1, act(ActionClass::Commit)), input(1, Input::Acted(Outcome::done("sent")))]);
    assert_eq!(after_restart(&known), Recovery::GoOn);
    let decided = journal([
        intent(1, act(ActionClass::Commit)),
        EventKind::Input { to: None, input: Input::Resumed },
        intent(2, Intent::AskBrain),
    ]);
    assert_eq!(after_restart(&decided), Recovery::GoOn);
}

#[test]
fn a_run_that_asks_is_paused_or_over_needs_nothing() {
    let asked = journal([intent(1, Intent::AskPerson(Question::default()))]);
    assert_eq!(after_restart(&asked), Recovery::Rests);
    let answered = journal([
        intent(1, Intent::AskPerson(Question::default())),
        input(1, Input::Replied(PersonReply::Text("blue".to_owned()))),
    ]);
    assert_eq!(after_restart(&answered), Recovery::GoOn);
    let paused = journal([EventKind::Input { to: None, input: Input::Pause }]);
    assert_eq!(after_restart(&paused), Recovery::Rests);
    let over = journal([intent(1, Intent::Finish(RunOutcome::Cancelled))]);
    assert_eq!(after_restart(&over), Recovery::Over);
    assert_eq!(after_restart(&[]), Recovery::NeverBegan);
}
