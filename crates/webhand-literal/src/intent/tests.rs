use std::collections::BTreeMap;

use super::language::{IntentLanguage, SOURCES, languages};
use super::{NeedReason, needs_browser, still_needs_browser};

/// The word for a reason in the table of cases.
fn word(why: NeedReason) -> String {
    match why {
        NeedReason::Action(category) => snake(&format!("{category:?}")),
        NeedReason::Address
        | NeedReason::Invoked
        | NeedReason::Declined
        | NeedReason::AboutThePage
        | NeedReason::FollowUp
        | NeedReason::TooShort
        | NeedReason::Knowledge
        | NeedReason::Nothing => snake(&format!("{why:?}")),
    }
}

fn snake(name: &str) -> String {
    let mut word = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !word.is_empty() {
            word.push('_');
        }
        word.extend(c.to_lowercase());
    }
    word
}

fn cases() -> BTreeMap<String, Vec<String>> {
    toml::from_str(include_str!("cases.toml")).unwrap()
}

#[test]
fn every_case_is_decided_as_the_table_says() {
    let mut wrong = Vec::new();
    for (expected, messages) in cases() {
        for message in messages {
            let got = word(needs_browser(&message).why);
            if got != expected {
                wrong.push(format!("{message}\n  expected {expected}, got {got}"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn only_some_reasons_need_a_browser() {
    let without = ["declined", "too_short", "knowledge", "nothing"];
    for (expected, messages) in cases() {
        for message in messages {
            assert_eq!(needs_browser(&message).browser, !without.contains(&expected.as_str()), "{message}");
        }
    }
}

#[test]
fn every_language_file_is_sound() {
    for source in SOURCES {
        toml::from_str::<IntentLanguage>(source).unwrap_or_else(|why| panic!("{why}"));
    }
    assert_eq!(languages().len(), SOURCES.len());
}

#[test]
fn a_long_or_strange_message_is_no_trouble() {
    for message in ["", " ", "....", "'''''''''", &"open ".repeat(5_000), "🙂🙂🙂🙂🙂🙂🙂🙂🙂", "www.", "http://"]
    {
        assert!(!needs_browser(message).browser, "{}", &message[..message.len().min(20)]);
    }
}

#[test]
fn after_work_in_the_browser_a_verb_is_enough() {
    for message in ["now open the second one", "ahora abre el segundo", "add two of them", "please read the last"] {
        assert!(!needs_browser(message).browser, "alone it says too little: {message}");
        assert_eq!(still_needs_browser(message).why, NeedReason::FollowUp, "{message}");
    }
    for message in
        ["what is a lighthouse?", "thank you very much", "that was nice", "open it without the browser", "ok"]
    {
        assert!(!still_needs_browser(message).browser, "{message}");
    }
    assert_eq!(still_needs_browser("open https://shop.test").why, NeedReason::Address, "what decides alone still does");
}
