//! Learning an adapter from one message of the person.

use std::time::Duration;

use futures_util::FutureExt as _;
use serde_json::json;

use super::super::{Adapters, LearnOutcome, learn, parse_adapter, write_adapter};
use super::page::FakePage;
use crate::spec::{BrainChoice, BrainSpec, ChatTabSpec};

fn claude() -> ChatTabSpec {
    let Some(BrainChoice::ChatTab(spec)) = BrainSpec::parse("chat-tab:claude").unwrap().choices.pop() else {
        panic!("it is a chat")
    };
    spec
}

/// Answers the message of a proof with its word.
fn repeats(message: &str) -> String {
    let (_, after) = message.split_once("{\"turn\": \"").unwrap();
    json!({"turn": after.split('"').next().unwrap(), "final": "ready"}).to_string()
}

fn learned_with(model: fn(&str) -> String) -> (LearnOutcome, usize) {
    let page = FakePage::new(model);
    let outcome = learn(&page, &claude(), &Adapters::default(), Duration::from_mins(1)).now_or_never();
    (outcome.expect("the simulated page never waits").unwrap(), page.messages().len())
}

#[test]
fn what_the_person_touched_is_kept_when_the_word_comes_back() {
    let (LearnOutcome::Promoted(adapter), 1) = learned_with(repeats) else { panic!("it is promoted by one message") };
    assert_eq!(adapter.composer[0].css, "#new-composer");
    assert_eq!(adapter.composer[0].seen, "learned");
    assert!(adapter.composer.len() > 1, "the known candidates stand behind it");
    let file = write_adapter(&adapter).unwrap();
    assert_eq!(parse_adapter(&file).unwrap(), *adapter);
}

#[test]
fn what_fails_twice_is_dropped() {
    let (outcome, messages) = learned_with(|_| "Hello!".to_owned());
    assert!(matches!(outcome, LearnOutcome::Dropped(_)), "{outcome:?}");
    assert_eq!(messages, 2);
}
