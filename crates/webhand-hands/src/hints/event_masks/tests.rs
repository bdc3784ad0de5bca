use super::{OTHERS, by_element, words};
use crate::driver::{ElementNumber, EventListener};

/// What is known of one element that listens for these.
fn heard(kinds: &[&str]) -> Option<u32> {
    let listener = |kind: &&str| EventListener { kind: (*kind).to_owned(), element: Some(ElementNumber(7)) };
    by_element(&kinds.iter().map(listener).collect::<Vec<_>>()).get(&ElementNumber(7)).copied()
}

#[test]
fn listeners_that_only_a_form_calls_count_for_nothing() {
    assert_eq!(heard(&["submit", "reset", "formdata", "invalid"]), None);
    assert_eq!(heard(&["submit", "click"]).map(words).as_deref(), Some("click"));
}

#[test]
fn an_event_nobody_has_heard_of_may_follow_from_a_press() {
    assert_eq!(heard(&["ripple"]), Some(OTHERS));
}

#[test]
fn all_that_one_element_listens_for_is_told_together() {
    assert_eq!(heard(&["pointermove", "mousedown", "keydown"]).map(words).as_deref(), Some("mousedown pointermove"));
}
