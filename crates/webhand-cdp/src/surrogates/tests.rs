use proptest::prelude::*;
use serde_json::value::RawValue;

use super::parse_lossy;

fn read(json: &str) -> String {
    parse_lossy(&RawValue::from_string(json.to_owned()).unwrap()).unwrap()
}

#[test]
fn a_lone_half_becomes_the_replacement_character() {
    assert_eq!(read(r#""a\ud800b""#), "a\u{fffd}b");
    assert_eq!(read(r#""\udc00\ud83d""#), "\u{fffd}\u{fffd}");
    assert_eq!(read(r#""\ud83d\ud83d\ude00""#), "\u{fffd}😀");
}

#[test]
fn whole_pairs_and_escaped_backslashes_are_left_alone() {
    assert_eq!(read(r#""\ud83d\ude00 \\ud800 \n""#), "😀 \\ud800 \n");
    assert_eq!(read(r#""\\\ud800""#), "\\\u{fffd}");
}

proptest! {
    #[test]
    fn any_string_of_utf16_units_can_be_read(units in prop::collection::vec(any::<u16>(), 0..40)) {
        let escaped: Vec<String> = units.iter().map(|unit| format!("\\u{unit:04x}")).collect();
        prop_assert_eq!(read(&format!("\"{}\"", escaped.concat())), String::from_utf16_lossy(&units));
    }
}
