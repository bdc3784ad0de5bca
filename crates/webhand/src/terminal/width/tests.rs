use proptest::prelude::*;

use super::*;

#[test]
fn text_is_cut_by_columns_not_by_letters() {
    assert_eq!(fit("lighthouse", 10), "lighthouse");
    assert_eq!(fit("lighthouse", 6), "light…");
    assert_eq!(fit("灯台の本", 5), "灯台…");
    assert_eq!(fit("abc", 0), "");
    assert_eq!(fit_end("lighthouse", 6), "…house");
}

#[test]
fn lines_break_between_words() {
    assert_eq!(wrap("one two three", 7), ["one two", "three"]);
    assert_eq!(wrap("https://shop.test/order", 10), ["https://sh", "op.test/or", "der"]);
    assert_eq!(wrap("", 10), [""]);
}

proptest! {
    #[test]
    fn nothing_is_wider_than_its_room(text in "\\PC{0,80}", most in 2_usize..40) {
        prop_assert!(width(&fit(&text, most)) <= most);
        for line in wrap(&text, most) {
            prop_assert!(width(&line) <= most, "{line:?}");
        }
    }
}

#[test]
fn what_belongs_to_a_dash_stays_behind_it() {
    assert_eq!(wrap_item("- The keeper's diary, 1912", 14), ["- The keeper's", "  diary, 1912"]);
    assert_eq!(wrap_item("-12 degrees at noon", 14), ["-12 degrees at", "noon"]);
}
