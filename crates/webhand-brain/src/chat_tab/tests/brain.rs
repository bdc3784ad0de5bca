//! Decisions over a chat page.

use std::sync::Arc;

use futures_util::FutureExt as _;
use webhand_model::BrainAnswer;
use webhand_port::{Brain as _, BrainError};
use webhand_wire::chat::ChatPageState;

use super::super::{Adapters, ChatTabBrain};
use super::page::FakePage;
use super::{click, nonce_in, prompt, request, turn};
use crate::spec::{BrainChoice, BrainSpec};

pub(super) fn brain(page: &Arc<FakePage>, spec: &str) -> ChatTabBrain {
    let mut spec = BrainSpec::parse(spec).unwrap();
    let Some(BrainChoice::ChatTab(spec)) = spec.choices.pop() else { panic!("it is a chat") };
    ChatTabBrain::new(Arc::clone(page) as _, spec, Adapters::default())
}

pub(super) fn decide(brain: &ChatTabBrain, turns: &[webhand_model::Turn]) -> Result<BrainAnswer, BrainError> {
    let prompt = prompt(turns.to_vec());
    brain.answer(request(&prompt)).now_or_never().expect("the simulated page never waits")
}

#[test]
fn a_chat_is_told_everything_once_and_then_only_what_is_new() {
    let page = Arc::new(FakePage::new(click));
    let brain = brain(&page, "chat-tab:claude");
    let first = decide(&brain, &[]).unwrap();
    assert_eq!(first.calls[0].name, "click");
    decide(&brain, &[turn(first)]).unwrap();
    let messages = page.messages();
    assert_eq!(messages.len(), 2);
    assert!(messages[0].contains("press the button") && messages[0].contains("[ref=e0]"), "{}", messages[0]);
    assert!(!messages[1].contains("press the button"), "{}", messages[1]);
    assert!(messages[1].contains("Result of click: clicked") && messages[1].contains("[ref=e1]"), "{}", messages[1]);
    assert_ne!(nonce_in(&messages[0]), nonce_in(&messages[1]));
    assert!(messages.iter().all(|message| !message.contains("\n\n")), "some editors drop empty lines");
}

#[test]
fn a_long_message_comes_in_parts_and_the_last_one_has_the_nonce() {
    let page =
        Arc::new(FakePage::new(|message| if nonce_in(message).is_empty() { "OK".to_owned() } else { click(message) }));
    let brain = brain(&page, "chat-tab:claude?message=1000");
    decide(&brain, &[]).unwrap();
    let messages = page.messages();
    assert!(messages.len() >= 2, "{messages:?}");
    assert!(messages.iter().all(|message| message.chars().count() <= 1_000));
    let with_nonce: Vec<_> = messages.iter().map(|message| !nonce_in(message).is_empty()).collect();
    assert_eq!(with_nonce.iter().position(|has| *has), Some(messages.len() - 1), "only the last has it");
}

#[test]
fn the_draft_of_the_person_is_there_again_afterwards() {
    let page = Arc::new(FakePage::new(click));
    "half a thought".clone_into(&mut page.site().composer);
    decide(&brain(&page, "chat-tab:claude"), &[]).unwrap();
    assert_eq!(page.site().composer, "half a thought");
    assert_eq!(page.messages().len(), 1);
}

#[test]
fn an_attachment_in_the_place_of_text_is_removed_and_smaller_pieces_follow() {
    let page = Arc::new(FakePage::new(click));
    page.site().paste_limit = 700;
    decide(&brain(&page, "chat-tab:claude"), &[]).unwrap();
    assert_eq!(page.site().chips, 0);
    assert!(page.messages()[0].contains("press the button"));
}

#[test]
fn a_page_without_a_send_button_gets_the_key() {
    let page = Arc::new(FakePage::new(click));
    page.site().button_works = false;
    decide(&brain(&page, "chat-tab:claude"), &[]).unwrap();
    assert_eq!(page.messages().len(), 1);
}

#[test]
fn a_message_that_nothing_sends_is_taken_back() {
    let page = Arc::new(FakePage::new(click));
    page.site().button_works = false;
    page.site().key_works = false;
    "mine".clone_into(&mut page.site().composer);
    let error = decide(&brain(&page, "chat-tab:claude"), &[]).unwrap_err();
    assert!(matches!(&error, BrainError::NeedsPerson(why) if why.contains("not sent")), "{error}");
    assert_eq!(page.site().composer, "mine");
}

#[test]
fn an_answer_in_words_is_asked_again_and_at_last_an_error() {
    let page = Arc::new(FakePage::new(|_| "I would press the button.".to_owned()));
    let error = decide(&brain(&page, "chat-tab:claude"), &[]).unwrap_err();
    assert!(matches!(error, BrainError::Malformed(_)), "{error}");
    assert_eq!(page.messages().len(), 4, "{:?}", page.messages());
}

#[test]
fn every_state_of_the_page_says_what_to_do_and_nothing_is_sent() {
    let text = || "Try again in 2 hours".to_owned();
    for (state, wanted) in [
        (ChatPageState::SignedOut {}, "sign in"),
        (ChatPageState::Limit { text: text() }, "wait until it is over"),
        (ChatPageState::Blocked { text: String::new() }, "answer it yourself"),
        (ChatPageState::Dialog { text: text() }, "answer it yourself"),
        (ChatPageState::Changed {}, "chat-tab learn"),
    ] {
        let page = Arc::new(FakePage::new(click));
        page.site().state = state.clone();
        let error = decide(&brain(&page, "chat-tab:claude"), &[]).unwrap_err();
        assert!(error.to_string().contains(wanted), "{state:?}: {error}");
        assert!(page.site().shown.iter().any(|line| line.contains(wanted)), "{:?}", page.site().shown);
        assert_eq!(page.messages().len(), 0);
        if let ChatPageState::Limit { .. } = state {
            assert!(matches!(error, BrainError::Busy(_, 7_200)), "{error:?}");
        }
    }
}

#[test]
fn messages_keep_their_distance() {
    let page = Arc::new(FakePage::new(click));
    page.site().pauses = Vec::new();
    let brain = brain(&page, "chat-tab:claude?pace=9");
    let first = decide(&brain, &[]).unwrap();
    let before = page.site().now;
    decide(&brain, &[turn(first)]).unwrap();
    assert!(page.site().now - before >= 7_000, "{}", page.site().now - before);
}
