use super::{is_empty_mask, is_partial_view, is_reformatted, is_same_text};

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
        assert!(is_reformatted(held, wanted), "{held} for {wanted}");
    }
}

#[test]
fn another_value_is_not_taken_for_a_formatted_one() {
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
        assert!(!is_reformatted(held, wanted), "{held} for {wanted}");
    }
}

#[test]
fn line_breaks_and_outer_spaces_do_not_count() {
    assert!(is_same_text("one\ntwo ", "one two"));
    assert!(!is_same_text("one  two", "one two"));
}

#[test]
fn an_editor_may_show_some_of_its_lines() {
    assert!(is_partial_view("b\nc", "a\nb\nc\nd"));
    assert!(is_partial_view("", "drawn as a picture"));
    assert!(!is_partial_view("b\nx", "a\nb\nc"));
    assert!(!is_partial_view("old", "new"));
}

#[test]
fn an_empty_input_mask_is_no_text() {
    assert!(is_empty_mask("__/__/____"));
    assert!(is_empty_mask("+1 (___) ___ ____"));
    assert!(!is_empty_mask("31/__/____ or so"));
    assert!(!is_empty_mask("old"));
}
