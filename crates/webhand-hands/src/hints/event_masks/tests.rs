use super::{OTHER_EVENTS, event_names, events_by_element};
use crate::driver::{ElementNumber, EventListener};

/// The mask of an element that listens for these events.
fn event_mask(kinds: &[&str]) -> Option<u32> {
    let listener = |kind: &&str| EventListener { kind: (*kind).to_owned(), element: Some(ElementNumber(7)) };
    events_by_element(&kinds.iter().map(listener).collect::<Vec<_>>()).get(&ElementNumber(7)).copied()
}

#[test]
fn listeners_that_only_a_form_calls_are_left_out() {
    assert_eq!(event_mask(&["submit", "reset", "formdata", "invalid"]), None);
    assert_eq!(event_mask(&["submit", "click"]).map(event_names).as_deref(), Some("click"));
}

#[test]
fn an_unknown_event_may_follow_from_a_press() {
    assert_eq!(event_mask(&["ripple"]), Some(OTHER_EVENTS));
}

#[test]
fn all_listeners_of_one_element_share_a_mask() {
    assert_eq!(
        event_mask(&["pointermove", "mousedown", "keydown"]).map(event_names).as_deref(),
        Some("mousedown pointermove")
    );
}
