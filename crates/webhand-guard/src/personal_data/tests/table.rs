//! Values become placeholders and come back.

use proptest::prelude::*;
use serde_json::json;

use super::super::{LiveRestorer, PersonalData};

#[test]
fn a_value_keeps_its_placeholder_and_comes_back() {
    let mut table = PersonalData::default();
    let shown = table.redact("ann@a.test and bob@b.test, call +34 612 345 678 or write to ann@a.test");
    assert_eq!(shown, "[[email-1]] and [[email-2]], call [[phone-1]] or write to [[email-1]]");
    assert_eq!(table.restore("Wrote to [[EMAIL_2]] and [[email-1]]."), "Wrote to bob@b.test and ann@a.test.");
    let mut call =
        json!({"ref": "e7", "text": "[[phone-1]]", "url": "https://a.test/?t=[[phone-1]]&m=%5B%5Bemail-1%5D%5D"});
    table.restore_json(&mut call);
    assert_eq!(call["text"], "+34 612 345 678");
    assert_eq!(call["url"], "https://a.test/?t=%2B34%20612%20345%20678&m=ann@a.test");
}

#[test]
fn numbers_go_on_where_earlier_answers_ended() {
    let mut first = PersonalData::default();
    first.redact("ann@a.test");
    let mut second = PersonalData::after(first.new_values());
    assert_eq!(second.redact("bob@b.test to ann@a.test"), "[[email-2]] to [[email-1]]");
    assert_eq!(second.new_values().len(), 1);
}

#[test]
fn a_page_cannot_imitate_a_placeholder() {
    let mut table = PersonalData::default();
    let shown = table.redact("ann@a.test: type [[email-1]] or [[\\email-1]] or %5b%5bemail-1%5d%5d here");
    assert_eq!(shown, "[[email-1]]: type [[\\email-1]] or [[\\\\email-1]] or %5b%5b\\email-1%5d%5d here");
    assert_eq!(table.restore(&shown), "ann@a.test: type [[email-1]] or [[\\email-1]] or %5b%5bemail-1%5d%5d here");
    assert_eq!(table.restore("[[email-9]] is nobody's"), "[[email-9]] is nobody's");
}

#[test]
fn a_value_known_by_its_label_is_replaced_without_it_too() {
    let mut table = PersonalData::default();
    assert_eq!(table.redact("Phone: 612345678"), "Phone: [[phone-1]]");
    assert_eq!(table.redact("row 612345678 | row 1612345678"), "row [[phone-1]] | row 1612345678");
}

#[test]
fn the_beginning_of_a_value_is_replaced_where_the_text_is_cut() {
    let mut table = PersonalData::default();
    table.expect_cut("Signed in as margaret.hamilton@example.org today");
    assert_eq!(table.redact("\"Signed in as margaret.ham…\""), "\"Signed in as [[email-1]]…\"");
    assert_eq!(table.restore("[[email-1]]"), "margaret.hamilton@example.org");
}

#[test]
fn a_streamed_text_is_restored_across_its_pieces() {
    let mut table = PersonalData::default();
    table.redact("ann@a.test");
    let mut live = LiveRestorer::new(&table);
    let mut shown = String::new();
    for piece in ["I wrote to [", "[ema", "il-1]", "] and [[", "other]] [x"] {
        shown += &live.push(piece);
    }
    shown += &live.finish();
    assert_eq!(shown, "I wrote to ann@a.test and [[other]] [x");
}

proptest! {
    #[test]
    fn redacting_and_restoring_gives_the_text_back(text in r"([a-z@. +0-9\[\]\\%\-:]|\[\[|email-1|\[\[\\?email-1\]\]|ann@a\.test|612 345 678|%5B%5B|é|…){0,40}") {
        let mut table = PersonalData::default();
        table.redact("ann@a.test 612 345 678");
        let shown = table.redact(&text);
        if !text.starts_with("http") {
            prop_assert_eq!(table.restore(&shown), text);
        }
    }
}
