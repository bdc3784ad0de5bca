use super::{Stroke, key_for_character, parse_chord, strokes};

#[test]
fn a_chord_holds_its_modifiers_and_types_nothing() {
    let chord = parse_chord("Control+a").unwrap();
    assert_eq!((chord.modifiers, chord.key.code, chord.key.virtual_code), (2, "KeyA", 65));
    assert_eq!(chord.key.text, "");
    assert_eq!(parse_chord("Control+A").unwrap(), chord);
    assert_eq!(parse_chord("ctrl+shift+Tab").unwrap().modifiers, 10);
}

#[test]
fn left_right_and_keypad_keys_differ_by_location() {
    let place = |written: &str| parse_chord(written).unwrap().key.location();
    assert_eq!(["ShiftRight", "Control", "Numpad5", "ArrowLeft", "["].map(place), [2, 1, 3, 0, 0]);
    let held: Vec<String> =
        parse_chord("Ctrl+Shift+Tab").unwrap().modifier_keys().into_iter().map(|(_, key)| key.name).collect();
    assert_eq!(held, ["Control", "Shift"]);
    assert!(parse_chord("Shift").unwrap().modifier_keys().is_empty());
}

#[test]
fn characters_without_a_key_are_inserted_together() {
    let typed = strokes("a👩‍👩‍👧日本b\r\n");
    assert_eq!(typed.len(), 4);
    assert_eq!(typed[1], Stroke::Text("👩‍👩‍👧日本"));
    assert_eq!(typed[3], Stroke::Key(key_for_character('\n').unwrap()));
}

#[test]
fn shift_makes_capitals() {
    let chord = parse_chord("Shift+q").unwrap();
    assert_eq!((chord.key.name.as_str(), chord.key.text.as_str(), chord.modifiers), ("Q", "Q", 8));
    assert_eq!(parse_chord("Q").unwrap(), chord);
}

#[test]
fn common_spellings_of_key_names_are_accepted() {
    for written in ["Enter", "enter", "Return"] {
        assert_eq!(parse_chord(written).unwrap().key.text, "\r");
    }
    assert_eq!(parse_chord("esc").unwrap().key.name, "Escape");
    assert_eq!(parse_chord("+").unwrap().key.code, "Equal");
    assert_eq!(parse_chord("Control++").unwrap().key.code, "Equal");
}

#[test]
fn an_unknown_key_is_named_in_the_error() {
    assert!(parse_chord("Entre").unwrap_err().contains("there is no key \"Entre\""));
    assert!(parse_chord("Hyper+A").unwrap_err().contains("\"Hyper\" is not a key that is held"));
    assert!(parse_chord("").is_err());
}

#[test]
fn every_printable_ascii_character_has_a_key() {
    for character in ' '..='~' {
        let key = key_for_character(character).unwrap_or_else(|| panic!("no key for {character:?}"));
        assert_eq!(key.text, character.to_string());
        assert!(key.virtual_code > 0);
    }
    assert_eq!(key_for_character('é'), None);
}
