use proptest::prelude::*;

use super::FrameSplitter;

fn split(limit: usize, chunks: &[&[u8]]) -> (Vec<String>, u64) {
    let mut splitter = FrameSplitter::new(limit);
    let mut frames = Vec::new();
    for chunk in chunks {
        splitter.push(chunk, &mut frames);
    }
    (frames.into_iter().map(|frame| String::from_utf8(frame).unwrap()).collect(), splitter.skipped())
}

#[test]
fn a_frame_may_come_in_pieces_and_several_at_once() {
    let (frames, _) = split(100, &[b"{\"id\"", b":1}\0{}\0", b"\0[", b"]\0rest"]);
    assert_eq!(frames, ["{\"id\":1}", "{}", "[]"]);
}

#[test]
fn a_frame_over_the_limit_is_skipped_and_the_next_one_is_whole() {
    let (frames, skipped) = split(4, &[b"ab\0abc", b"de", b"fgh\0", b"abcd\0", b"abcde\0xy\0"]);
    assert_eq!(frames, ["ab", "abcd", "xy"]);
    assert_eq!(skipped, 2);
}

proptest! {
    #[test]
    fn frames_do_not_depend_on_how_the_bytes_arrive(
        frames in prop::collection::vec(prop::collection::vec(1_u8.., 1..40), 0..12),
        cuts in prop::collection::vec(1_usize..50, 1..40),
    ) {
        let stream: Vec<u8> = frames.iter().flat_map(|frame| frame.iter().copied().chain([0])).collect();
        let mut splitter = FrameSplitter::new(64);
        let mut seen: Vec<Vec<u8>> = Vec::new();
        let mut rest = stream.as_slice();
        for cut in cuts.iter().cycle() {
            if rest.is_empty() { break; }
            let (chunk, left) = rest.split_at((*cut).min(rest.len()));
            splitter.push(chunk, &mut seen);
            rest = left;
        }
        prop_assert_eq!(seen, frames);
        prop_assert_eq!(splitter.skipped(), 0);
    }
}
