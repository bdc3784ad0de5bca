//! A run is the fold of its journal, whatever comes in and wherever the journal ends.

use proptest::prelude::*;
use serde_json::json;
use webhand_model::{Approver, EffectNo, Event, EventKind, FailCode, Intent, Outcome, PersonReply, Visibility};

use super::{
    Input, TestRun, acted, acted_and_held, calls, click, done, failed, held, intents, moved_on, order, page_of, plain,
    resolved, saw, task,
};
use crate::{ReplayError, replay};

/// Which effect an input answers.
#[derive(Debug, Clone, Copy)]
enum AnswersTo {
    Awaited,
    Nobody,
    Late(u64),
}

fn input() -> impl Strategy<Value = Input> {
    let open = || calls([("open", json!({"url": "https://news.test/"}))]);
    let several = || {
        calls([
            ("fill", json!({"ref": "e1", "value": "some longer text"})),
            ("click", json!({"ref": "e2"})),
            ("nonsense", json!({})),
        ])
    };
    let ask = || calls([("ask", json!({"question": "Which?"}))]);
    let hand_over = || calls([("hand_over", json!({"what": "Log in."}))]);
    prop_oneof![
        4 => Just(saw()),
        1 => Just(Input::Observed(Box::new(page_of(2)))),
        1 => any::<bool>().prop_map(|browser_gone| Input::NotObserved { why: "hung".to_owned(), browser_gone }),
        4 => prop::sample::select(vec![click("e1"), click("e9"), open(), several(), ask(), hand_over(), calls([])]),
        1 => Just(done()),
        1 => any::<bool>().prop_map(|retry| Input::NotAnswered { why: "busy".to_owned(), retry }),
        4 => prop::sample::select(vec![plain(), order("40"), order("4000")]),
        1 => Just(Input::NotInspected(Outcome::failed(FailCode::StaleRef, "gone"))),
        5 => prop::sample::select(vec![acted("done"), moved_on("moved"), failed("covered"), Input::Acted(Outcome::in_doubt("lost"))]),
        2 => prop::sample::select(vec![acted_and_held([held(1, "40")]), acted_and_held([held(2, "40"), held(3, "7")])]),
        2 => prop::sample::select(vec![resolved("sent"), Input::RequestResolved(Outcome::in_doubt("lost"))]),
        4 => prop::sample::select(vec![PersonReply::Yes, PersonReply::Yes, PersonReply::No, PersonReply::Text("hm".to_owned())]).prop_map(Input::Replied),
        2 => prop::sample::select(vec![Input::Pause, Input::Continue, Input::Continue]),
        2 => prop::sample::select(vec![Input::TakenOver, Input::HandedOver(Visibility::InWindow), Input::TakenBack]),
        1 => Just(Input::BrainChanged("openai/other".to_owned())),
        1 => Just(Input::Resumed),
        2 => Just(Input::TimerFired),
        1 => Just(Input::Started(task())),
    ]
}

fn to() -> impl Strategy<Value = AnswersTo> {
    prop_oneof![8 => Just(AnswersTo::Awaited), 2 => Just(AnswersTo::Nobody), 1 => (0_u64..30).prop_map(AnswersTo::Late)]
}

/// Most inputs fit nowhere; this many leave enough that do.
fn inputs() -> impl Strategy<Value = Vec<(AnswersTo, Input)>> {
    prop::collection::vec((to(), input()), 0..150)
}

fn played(inputs: Vec<(AnswersTo, Input)>) -> TestRun {
    let mut test = TestRun::new(task()).play([acted("opened"), saw()]);
    for (to, input) in inputs {
        let to = match to {
            AnswersTo::Awaited => Some(test.run.awaited()),
            AnswersTo::Nobody => None,
            AnswersTo::Late(number) => Some(EffectNo(number)),
        };
        test.now.0 += 7;
        test.feed(to, input);
    }
    test
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn replaying_a_journal_rebuilds_the_run_and_its_effects(inputs in inputs()) {
        let mut test = played(inputs);
        let written = serde_json::to_string(&test.journal).expect("plain data");
        let journal: Vec<Event> = serde_json::from_str(&written).expect("its own journal");
        let mut replayed = replay(&journal).expect("its own journal");
        prop_assert_eq!(format!("{:?}", replayed.run), format!("{:?}", test.run));
        prop_assert_eq!(replayed.recorded, intents(&test.journal));
        prop_assert_eq!(replayed.run.poll_effect(), test.run.poll_effect());
    }

    #[test]
    fn a_journal_cut_anywhere_is_taken_up_without_acting_twice(inputs in inputs(), at in any::<prop::sample::Index>()) {
        let whole = played(inputs).journal;
        let cut = &whole[..=at.index(whole.len())];
        let mut one = replay(cut).expect("the beginning of a journal");
        let mut other = replay(cut).expect("the beginning of a journal");
        let at = cut.last().expect("not empty").at;
        one.run.handle(None, Input::Resumed, at);
        other.run.handle(None, Input::Resumed, at);
        prop_assert_eq!(format!("{:?}", one.run), format!("{:?}", other.run));
        let next = one.run.poll_effect();
        let begun: Vec<EffectNo> = one.recorded.iter().map(|(no, _)| *no).collect();
        if let Some((no, effect)) = next {
            prop_assert!(!begun.contains(&no), "{:?} was begun before", effect);
            // An action of the lost browser is never simply repeated: a page is only opened or looked at.
            if let Intent::Act { action, .. } = effect.intent() {
                prop_assert_eq!(action.name(), "open");
            }
        }
    }

    #[test]
    fn nothing_is_done_without_a_policy_or_a_person(inputs in inputs()) {
        let test = played(inputs);
        let mut yes = 0_i32;
        for event in &test.journal {
            match &event.kind {
                EventKind::Input { input: Input::Replied(PersonReply::Yes), .. } => yes += 1,
                EventKind::Intent { intent: Intent::Act { by: Approver::Person, .. }, .. } => {
                    yes -= 1;
                    prop_assert!(yes >= 0, "more was done than allowed");
                }
                EventKind::Input { .. } | EventKind::Intent { .. } => {}
            }
        }
    }
}

#[test]
fn a_journal_of_another_version_is_found_out() {
    let mut journal = played(vec![(AnswersTo::Awaited, click("e1"))]).journal;
    let last = journal.len() - 1;
    let seq = journal[last].seq;
    journal[last].kind = EventKind::Intent { no: EffectNo(4), intent: Intent::AskBrain };
    assert_eq!(replay(&journal).err(), Some(ReplayError::Diverged(seq)));
    assert_eq!(replay(&journal[1..]).err(), Some(ReplayError::NoTask));
    assert_eq!(replay(&[]).err(), Some(ReplayError::NoTask));
}
