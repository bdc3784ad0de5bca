use proptest::prelude::*;
use serde_json::json;

use super::{Message, ReplyBody, decode, encode};
use crate::protocol::SessionId;

#[test]
fn a_call_names_its_session_only_when_it_has_one() {
    let session = SessionId::from("S1".to_owned());
    let with = encode(3, Some(&session), "Page.enable", &json!({})).unwrap();
    assert_eq!(String::from_utf8(with).unwrap(), r#"{"id":3,"method":"Page.enable","params":{},"sessionId":"S1"}"#);
    let without = encode(4, None, "Browser.close", &json!({})).unwrap();
    assert_eq!(String::from_utf8(without).unwrap(), r#"{"id":4,"method":"Browser.close","params":{}}"#);
}

#[test]
fn a_refusal_carries_its_detail() {
    let frame = br#"{"id":7,"error":{"code":-32602,"message":"Invalid parameters","data":"url: string expected"}}"#;
    let Some(Message::Reply { id: 7, body: ReplyBody::Refused { code, message } }) = decode(frame) else {
        panic!("not read as a refusal");
    };
    assert_eq!((code, message.as_str()), (-32602, "Invalid parameters: url: string expected"));
}

#[test]
fn unknown_fields_are_ignored() {
    let frame = br#"{"method":"New.thing","params":{"a":[1]},"sessionId":"S","future":{"x":null}}"#;
    let Some(Message::Event { session: Some(session), method, params }) = decode(frame) else {
        panic!("not read as an event");
    };
    assert_eq!((session.as_str(), method.as_str(), params.get()), ("S", "New.thing", r#"{"a":[1]}"#));
}

#[test]
fn a_frame_without_id_and_method_is_no_message() {
    for frame in ["", "null", "{}", "[1]", r#"{"id":-1}"#, r#"{"id":1,"result":"#, "{\"method\":\"a\"}\u{1}"] {
        assert!(decode(frame.as_bytes()).is_none(), "{frame:?}");
    }
}

proptest! {
    #[test]
    fn no_bytes_make_the_reader_panic(frame in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = decode(&frame);
    }

    #[test]
    fn a_reply_cut_or_changed_anywhere_is_read_or_refused(at in 0_usize..70, byte in any::<u8>()) {
        let mut frame = br#"{"id":12,"result":{"value":"x\u00e9"},"sessionId":"S","error":null}"#.to_vec();
        let _ = decode(&frame[..at.min(frame.len())]);
        if let Some(place) = frame.get_mut(at) { *place = byte; }
        let _ = decode(&frame);
    }
}
