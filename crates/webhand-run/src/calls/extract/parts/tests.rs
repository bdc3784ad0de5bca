use super::parts;

#[test]
fn parts_end_with_lines_where_they_can_and_make_up_the_text() {
    let text = "one\ntwo\nthirteen letters\nñandú";
    let cut = parts(text, 9, 9);
    assert_eq!(cut, ["one\ntwo\n", "thirteen ", "letters\n", "ñandú"]);
    assert_eq!(cut.concat(), text);
    assert_eq!(parts(text, 9, 2).len(), 2);
    assert_eq!(parts("", 9, 2), [""]);
}
