use super::{KnownListeners, MOST_LATE};
use crate::driver::ElementNumber;

#[test]
fn a_busy_moment_does_not_make_a_page_deaf_for_good() {
    let mut hearing = KnownListeners::default();
    hearing.note_late_answer();
    hearing.note_answer_in_time();
    for _ in 1..MOST_LATE {
        hearing.note_late_answer();
    }
    assert!(!hearing.given_up, "it answered in between");
    hearing.note_late_answer();
    assert!(hearing.given_up);
}

#[test]
fn what_the_page_script_was_not_told_of_is_wanted_again() {
    let mut hearing = KnownListeners::default();
    let element = ElementNumber(7);
    assert!(hearing.wants(element, 1) && hearing.wants(element, 1));
    hearing.add(element, 1);
    assert!(!hearing.wants(element, 1) && hearing.wants(element, 3), "another event of the same element is news");
}
