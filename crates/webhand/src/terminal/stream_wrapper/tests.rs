use super::StreamWrapper;

fn shown(room: Option<usize>, pieces: &[&str]) -> String {
    let mut wrapper = StreamWrapper::within(room);
    let mut shown: String = pieces.iter().map(|piece| wrapper.push(piece)).collect();
    shown.push_str(&wrapper.finish());
    shown
}

#[test]
fn a_word_that_comes_in_pieces_is_broken_before_it_and_not_inside() {
    assert_eq!(shown(Some(12), &["The old", "est ligh", "thouse st", "ands."]), "The oldest\nlighthouse\nstands.\n");
}

#[test]
fn whole_words_are_shown_at_once_and_the_last_one_when_it_is_over() {
    let mut wrapper = StreamWrapper::within(Some(80));
    assert_eq!(wrapper.push("In A Coru"), "In A");
    assert_eq!(wrapper.push("ña, since"), " Coruña,");
    assert_eq!(wrapper.finish(), " since\n");
}

#[test]
fn lines_and_indents_stay_and_nothing_moves_the_cursor() {
    assert_eq!(shown(Some(20), &["a:\n    b\n\n", "c\u{1b}[2Jd\r"]), "a:\n    b\n\nc[2Jd\n");
    assert_eq!(shown(None, &["a\n"]), "a\n", "a line that has ended is not ended again");
    assert_eq!(shown(None, &["word ".repeat(40).as_str()]).lines().count(), 1, "without a terminal nothing is broken");
}

#[test]
fn a_text_without_blanks_is_not_held_back() {
    let mut wrapper = StreamWrapper::within(Some(200));
    assert!(!wrapper.push(&"灯台".repeat(20)).is_empty());
}
