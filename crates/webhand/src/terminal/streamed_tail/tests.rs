use super::{MOST_KEPT, StreamedTail};

fn shown_tail(pieces: &[&str]) -> String {
    let mut tail = StreamedTail::default();
    for piece in pieces {
        tail.push(piece);
    }
    tail.one_line()
}

#[test]
fn pieces_are_put_together_as_they_come() {
    assert_eq!(shown_tail(&["Ich fü", "lle", " den Na", "men\n", "aus."]), "Ich fülle den Namen aus.");
    assert_eq!(shown_tail(&["", " \n"]), "");
}

#[test]
fn only_the_end_is_kept() {
    let all = shown_tail(&["日本 ".repeat(200).as_str(), "the end"]);
    assert!(all.ends_with("日本 the end") && all.chars().count() <= MOST_KEPT, "{all}");
}
