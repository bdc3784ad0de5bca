//! Doubts that only the person can settle: nothing is sent a second time, and nothing more is sent behind a limit.

use std::sync::Arc;

use futures_util::FutureExt as _;
use webhand_port::{Availability, Brain as _};
use webhand_wire::chat::ChatPageState;

use super::brain::{brain, decide};
use super::page::FakePage;
use super::{click, prompt, request, turn};

#[test]
fn a_message_that_may_have_been_sent_is_not_sent_again_when_the_run_is_resumed() {
    let page = Arc::new(FakePage::new(click));
    page.site().swallows = true;
    let error = decide(&brain(&page, "chat-tab:claude"), &[]).unwrap_err();
    assert!(error.to_string().contains("nobody can see whether the message was sent"), "{error}");
    assert_eq!(error.availability(), Availability::AfterPerson);
    page.site().swallows = false;
    let error = decide(&brain(&page, "chat-tab:claude"), &[]).unwrap_err();
    assert!(error.to_string().contains("resume once more to have it sent again"), "{error}");
    assert_eq!(page.site().swallowed, 1);
    assert_eq!(page.messages().len(), 0);
    decide(&brain(&page, "chat-tab:claude"), &[]).unwrap();
    assert_eq!(page.messages().len(), 1, "the person went on twice and knew what it means");
    assert!(page.messages()[0].contains("-2]"), "{}: its marks are new", page.messages()[0]);
}

#[test]
fn a_message_that_is_in_the_chat_after_all_is_answered_and_not_sent_again() {
    let page = Arc::new(FakePage::new(click));
    let first = brain(&page, "chat-tab:claude");
    let answered = decide(&first, &[]).unwrap();
    let sent = std::mem::take(&mut page.site().turns);
    let error = decide(&brain(&page, "chat-tab:claude"), &[]).unwrap_err();
    assert_eq!(error.availability(), Availability::AfterPerson, "{error}");
    assert_eq!(page.messages().len(), 0);
    page.site().turns = sent;
    let again = decide(&brain(&page, "chat-tab:claude"), &[]).unwrap();
    assert_eq!(again.calls, answered.calls);
    assert_eq!(page.messages().len(), 1);
}

#[test]
fn a_message_that_is_lost_while_it_is_answered_is_the_persons_question() {
    let page = Arc::new(FakePage::new(click));
    page.site().pauses = vec![60_000; 3];
    page.site().loses_after = Some(30_000);
    let error = decide(&brain(&page, "chat-tab:claude"), &[]).unwrap_err();
    assert!(error.to_string().contains("no longer in the chat"), "{error}");
    let error = decide(&brain(&page, "chat-tab:claude"), &[]).unwrap_err();
    assert!(error.to_string().contains("still not in the chat"), "{error}");
    assert_eq!(page.messages().len(), 0, "nothing followed");
}

#[test]
fn at_the_first_limit_nothing_more_is_sent_and_without_a_time_the_person_is_asked() {
    for (text, wanted) in
        [("Limit reached", Availability::AfterPerson), ("in 5 minutes", Availability::Later(Some(300)))]
    {
        let page = Arc::new(FakePage::new(click));
        let brain = brain(&page, "chat-tab:claude");
        let first = decide(&brain, &[]).unwrap();
        page.site().state = ChatPageState::Limit { text: text.to_owned() };
        for _ in 0..3 {
            let error = decide(&brain, &[turn(first.clone())]).unwrap_err();
            assert_eq!(error.availability(), wanted, "{error}");
        }
        assert_eq!(page.messages().len(), 1);
        page.site().state = ChatPageState::Ready {};
        decide(&brain, &[turn(first)]).unwrap();
        assert_eq!(page.messages().len(), 2);
    }
}

#[test]
fn two_brains_on_one_chat_keep_their_distance_together() {
    let page = Arc::new(FakePage::new(click));
    page.site().pauses = Vec::new();
    let (decider, verifier) = (brain(&page, "chat-tab:claude?pace=9"), brain(&page, "chat-tab:claude?pace=9"));
    decide(&decider, &[]).unwrap();
    let before = page.site().now;
    let asked = prompt(Vec::new());
    let aside = webhand_port::BrainRequest { role: webhand_port::Role::Verify, ..request(&asked) };
    verifier.answer(aside).now_or_never().unwrap().unwrap();
    assert!(page.site().now - before >= 7_000, "{}", page.site().now - before);
}
