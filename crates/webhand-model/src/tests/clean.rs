use proptest::prelude::*;

use super::reading::hostile;
use crate::{clean, clean_value, quote, truncate};

#[test]
fn invisible_characters_are_removed() {
    let cases = [
        ("hello\u{e0068}\u{e0069}\u{e007f} world", "hello world"),
        ("p\u{200b}a\u{200c}y\u{200d}\u{2060}\u{feff}", "pay"),
        ("\u{202e}drow\u{202c} \u{2066}x\u{2069}\u{200e}\u{200f}\u{61c}", "drow x"),
        ("soft\u{ad}hyphen", "softhyphen"),
        ("a\u{fe0f}\u{fe0f}\u{fe01}\u{e0100}b", "ab"),
        ("✔\u{fe0f}\u{fe0f}\u{fe0f}", "✔\u{fe0f}"),
        ("1\u{200d}2\u{200c}3\u{fe0f}4", "1234"),
        ("lost\u{fffd} half", "lost half"),
        ("bell\u{7} esc\u{1b}[2J", "bell esc[2J"),
        (" line\r\n\tbreak\u{2028}and\u{a0}\u{3000}blanks \u{200b} ", "line break and blanks"),
        ("\u{1d173}\u{3164}\u{115f}", ""),
    ];
    for (written, seen) in cases {
        assert_eq!(clean(written), seen, "{written:?}");
    }
}

#[test]
fn a_value_keeps_its_blanks_and_lines() {
    assert_eq!(clean_value("  two  words.\r\nnext\tline \u{200b}"), "  two  words.\nnext line ");
}

#[test]
fn joiners_and_selectors_that_are_needed_stay() {
    let samples = [
        "👩‍❤️‍💋‍👨 👨‍👩‍👧‍👦 🏳️‍🌈 🧑🏽‍💻 ❤️ ☺︎ ©️ 1️⃣ #️⃣ 🇪🇸",
        "می‌خواهم کتاب‌ها را بخوانم",
        "हिन्दी में क्‍ष और क्‌ष",
        "ശ്രീ ന്‍ അവന്‍ വന്നു",
        "ශ්‍රී ලංකා",
        "বাংলা র‍্যাব",
        "ใช้ภาษาไทย 日本語 한국어 עברית العربية",
        "Köln — “naïve” café ½ €",
    ];
    for sample in samples {
        assert_eq!(clean(sample), sample);
    }
}

proptest! {
    #[test]
    fn cleaning_leaves_nothing_to_clean(text in hostile()) {
        let once = clean(&text);
        prop_assert_eq!(clean(&once), once.clone());
        let unseen = |c: char| c.is_control() || matches!(c, '\u{e0000}'..='\u{e0fff}' | '\u{202a}'..='\u{202e}' | '\u{200b}');
        prop_assert!(!once.contains(unseen), "{:?}", once);
    }

    #[test]
    fn cleaning_is_stable_around_joiners(text in "[ab1✔👩ن\u{94d}न\u{200c}\u{200d}\u{fe0f}\u{fe0e}\u{61c}\u{200b} \u{20e3}]{0,12}") {
        prop_assert_eq!(clean(&clean(&text)), clean(&text));
    }

    #[test]
    fn a_quotation_is_one_line_and_ends_where_it_ends(text in hostile()) {
        let quoted = quote(&text);
        let breaks_a_line = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
        prop_assert!(!quoted.contains(breaks_a_line), "{:?}", quoted);
        let inside = quoted[1..quoted.len() - 1].replace("\\\\", "").replace("\\\"", "");
        prop_assert!(!inside.contains('"'), "{}", quoted);
    }

    #[test]
    fn a_cut_text_keeps_its_length(text in hostile(), most in 1_usize..40) {
        prop_assert!(truncate(&text, most).chars().count() <= most);
    }
}
