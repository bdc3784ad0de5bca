use super::{BodyFraming, ChunkedBody};

/// How many bytes belong to the body, fed in pieces of this size; `None` if they are malformed.
fn body_length(mut body: BodyFraming, bytes: &[u8], piece: usize) -> Option<usize> {
    let mut total = 0;
    for piece in bytes.chunks(piece) {
        let taken = body.take(piece)?;
        total += taken;
        if taken < piece.len() {
            break;
        }
    }
    assert!(body.is_over(), "{body:?}");
    Some(total)
}

#[test]
fn a_body_ends_where_its_headers_say() {
    let chunked = b"4;name=x\r\nWiki\r\nA\r\n0123456789\r\n0\r\nX: y\r\n\r\n";
    let with_next = [&chunked[..], b"GET http://next/ HTTP/1.1\r\n\r\n"].concat();
    for piece in [1, 2, 3, 7, 1_000] {
        let framing = BodyFraming::of(Some("chunked"), None).expect("chunks");
        assert_eq!(body_length(framing, &with_next, piece), Some(chunked.len()), "{piece}");
        assert_eq!(body_length(BodyFraming::Length(5), b"hello, next", piece), Some(5), "{piece}");
    }
    assert!(BodyFraming::of(None, None).is_some_and(|body| body.is_over()));
}

#[test]
fn framing_that_can_be_read_in_two_ways_is_refused() {
    for (encoding, length) in [
        (Some("chunked"), Some("3")),
        (Some("gzip"), None),
        (None, Some("x")),
        (None, Some("-1")),
        (Some("gzip, chunked"), None),
    ] {
        assert_eq!(BodyFraming::of(encoding, length), None, "{encoding:?} {length:?}");
    }
    for bytes in [&b"G\r\n"[..], b"1\r\nab", b"ffffffffffffffffff\r\n"] {
        assert_eq!(ChunkedBody::default().take(bytes), None, "{bytes:?}");
    }
}
