use super::{MOST_KEPT, Saying};

fn told(pieces: &[&str]) -> String {
    let mut saying = Saying::default();
    for piece in pieces {
        saying.take_in(piece);
    }
    saying.told()
}

#[test]
fn pieces_are_put_together_as_they_come() {
    assert_eq!(told(&["Ich fü", "lle", " den Na", "men\n", "aus."]), "Ich fülle den Namen aus.");
    assert_eq!(told(&["", " \n"]), "");
}

#[test]
fn only_the_end_is_kept() {
    let all = told(&["日本 ".repeat(200).as_str(), "the end"]);
    assert!(all.ends_with("日本 the end") && all.chars().count() <= MOST_KEPT, "{all}");
}
