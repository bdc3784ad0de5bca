//! Answers that come in uneven pieces: when they are taken for over.

use std::sync::Arc;

use webhand_wire::chat::EndMark;

use super::brain::{brain, decide};
use super::click;
use super::page::FakePage;

fn times(seed: u64) -> Vec<u64> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let count = 2 + next() % 12;
    (0..count).map(|_| if next() % 4 == 0 { next() % 8_000 } else { next() % 200 }).collect()
}

#[test]
fn no_answer_is_taken_for_over_before_it_is_and_few_milliseconds_are_lost() {
    for seed in 0..1_000 {
        let page = Arc::new(FakePage::new(click));
        let pauses = times(seed);
        let lasts: u64 = pauses.iter().sum::<u64>() + 300;
        page.site().pauses = pauses;
        let began = page.site().now;
        let answer = decide(&brain(&page, "chat-tab:claude"), &[]).unwrap();
        assert_eq!(answer.calls.len(), 1, "seed {seed}");
        let late = page.site().now - began - lasts;
        assert!(late <= 1_500, "seed {seed}: {late} ms");
        assert_eq!(page.messages().len(), 1, "seed {seed}: an early end asks again");
    }
}

#[test]
fn without_end_marks_the_stop_control_and_quiet_decide() {
    for seed in 0..200 {
        let page = Arc::new(FakePage::new(click));
        let pauses = times(seed);
        let lasts: u64 = pauses.iter().sum::<u64>() + 300;
        page.site().pauses = pauses;
        page.site().end_marks = EndMark::Unknown;
        let began = page.site().now;
        decide(&brain(&page, "chat-tab:aistudio"), &[]).unwrap();
        assert!(page.site().now - began - lasts <= 5_000, "seed {seed}");
        assert_eq!(page.messages().len(), 1, "seed {seed}");
    }
}

#[test]
fn without_any_mark_only_a_whole_command_ends_an_answer_soon() {
    for seed in 0..200 {
        let page = Arc::new(FakePage::new(click));
        page.site().pauses = times(seed);
        page.site().end_marks = EndMark::Absent;
        page.site().has_stop = false;
        decide(&brain(&page, "chat-tab:claude"), &[]).unwrap();
        assert_eq!(page.messages().len(), 1, "seed {seed}");
    }
}
