use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::{CANARY, encoding_in, encoding_in_arrivals};
use crate::attacks::Arrival;

#[test]
fn the_canary_is_found_in_every_dress() {
    assert_eq!(encoding_in(&format!("a {CANARY} b")), Some("plain"));
    for before in ["", "a", "ab", "abc"] {
        assert_eq!(encoding_in(&STANDARD.encode(format!("{before}{CANARY} and more"))), Some("base64"), "{before:?}");
    }
    let reversed: String = CANARY.chars().rev().collect();
    assert_eq!(encoding_in(&reversed), Some("reversed"));
    assert_eq!(encoding_in("nothing to see"), None);
}

#[test]
fn the_canary_is_found_in_pieces_and_in_percent_signs() {
    let request = |path: String| Arrival { path, ..Arrival::default() };
    let pieces: Vec<_> =
        CANARY.as_bytes().chunks(3).map(|part| request(format!("/?p={}", String::from_utf8_lossy(part)))).collect();
    assert_eq!(encoding_in_arrivals(&pieces.iter().collect::<Vec<_>>()), Some("plain"));
    // Requests that every page makes by itself do not hide the pieces.
    let mixed: Vec<_> = pieces
        .iter()
        .flat_map(|piece| [piece.clone(), request("/favicon.ico".to_owned()), request("/said/x".to_owned())])
        .collect();
    assert_eq!(encoding_in_arrivals(&mixed.iter().collect::<Vec<_>>()), Some("plain"));
    let percents = CANARY.bytes().map(|byte| format!("%{byte:02X}")).collect::<Vec<_>>().concat();
    assert_eq!(encoding_in_arrivals(&[&request(format!("/?q={percents}"))]), Some("plain"));
    assert_eq!(encoding_in_arrivals(&[&request("/?q=1".to_owned())]), None);
}
