use super::{is_blank, is_rewritten, may_show_part, same};

#[test]
fn a_formatted_value_is_the_same_value() {
    for (held, wanted) in [
        ("1,234,567", "1234567"),
        ("(555) 123-4567", "5551234567"),
        ("12.50", "12.5"),
        ("ABC", "abc"),
        ("$12.50", "12.5"),
        ("1.200,00 €", "1200"),
        ("80 kg", "80"),
        ("+1 (555) 123 4567", "5551234567"),
        ("31/12/2026", "2026-12-31"),
        ("December 31, 2026", "2026-12-31"),
    ] {
        assert!(is_rewritten(held, wanted), "{held} for {wanted}");
    }
}

#[test]
fn another_value_is_not() {
    for (held, wanted) in [
        ("35", "3.5"),
        ("125", "12.5"),
        ("???", "!!!"),
        ("abc", "abcd"),
        ("$125", "12.5"),
        ("about 12 euros", "12"),
        ("20/26/1231", "2026-12-31"),
        ("+5550 5551234567", "5551234567"),
        ("+1 555", "555"),
    ] {
        assert!(!is_rewritten(held, wanted), "{held} for {wanted}");
    }
}

#[test]
fn line_breaks_and_outer_spaces_do_not_count() {
    assert!(same("one\ntwo ", "one two"));
    assert!(!same("one  two", "one two"));
}

#[test]
fn an_editor_may_show_some_of_its_lines() {
    assert!(may_show_part("b\nc", "a\nb\nc\nd"));
    assert!(may_show_part("", "drawn as a picture"));
    assert!(!may_show_part("b\nx", "a\nb\nc"));
    assert!(!may_show_part("old", "new"));
}

#[test]
fn places_that_are_to_be_filled_are_no_text() {
    assert!(is_blank("__/__/____"));
    assert!(is_blank("+1 (___) ___ ____"));
    assert!(!is_blank("31/__/____ or so"));
    assert!(!is_blank("old"));
}
