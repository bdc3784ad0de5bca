use webhand_guard::TunnelOpening;

use super::tunnel_opening;

/// A greeting with these extensions, in records of at most this many bytes.
fn client_hello(extensions: &[(u16, &[u8])], record: usize) -> Vec<u8> {
    let mut written = Vec::new();
    for (kind, content) in extensions {
        written.extend(kind.to_be_bytes());
        written.extend(u16::try_from(content.len()).expect("short").to_be_bytes());
        written.extend(*content);
    }
    let mut hello = vec![3, 3];
    hello.extend([7; 32]);
    hello.extend([2, 9, 9]);
    hello.extend([0, 2, 0x13, 1]);
    hello.extend([1, 0]);
    hello.extend(u16::try_from(written.len()).expect("short").to_be_bytes());
    hello.extend(written);
    let mut message = vec![1, 0];
    message.extend(u16::try_from(hello.len()).expect("short").to_be_bytes());
    message.extend(hello);
    let wrapped = message.chunks(record).map(|part| {
        let length = u16::try_from(part.len()).expect("short").to_be_bytes();
        [&[0x16, 3, 1][..], &length, part].concat()
    });
    wrapped.collect::<Vec<_>>().concat()
}

/// The verdict after all bytes, having checked that none comes before the last byte of a record.
fn fed(bytes: &[u8]) -> Option<TunnelOpening> {
    for length in 0..bytes.len() {
        assert_eq!(tunnel_opening(&bytes[..length]), None, "after {length} bytes");
    }
    tunnel_opening(bytes)
}

#[test]
fn a_greeting_is_read_to_its_end_before_it_is_told_apart() {
    let (sni, alpn) = ((0, &[0; 300][..]), (16, &b"\0\x03\x02h2"[..]));
    for record in [16_000, 50, 1] {
        assert_eq!(fed(&client_hello(&[sni, alpn], record)), Some(TunnelOpening::TlsWithAlpn), "{record}");
        assert_eq!(fed(&client_hello(&[sni], record)), Some(TunnelOpening::TlsWithoutAlpn), "{record}");
    }
    assert_eq!(fed(&client_hello(&[], 16_000)), Some(TunnelOpening::TlsWithoutAlpn));
    let http_1 = (16, &b"\0\x09\x08http/1.1"[..]);
    assert_eq!(fed(&client_hello(&[sni, http_1], 16_000)), Some(TunnelOpening::TlsOfSocket));
}

#[test]
fn stun_http_and_the_rest_are_told_apart() {
    let allocate = [0, 3, 0, 36, 0x21, 0x12, 0xa4, 0x42];
    assert_eq!(fed(&allocate), Some(TunnelOpening::Stun));
    assert_eq!(fed(b"GET /chat HTTP/1.1\r\nOrigin: http://a.test\r\n\r\n"), Some(TunnelOpening::HttpHead));
    for other in
        [&b"POST"[..], b"SSH-2.0", &[0x80, 0x46], &[0, 1, 0, 0, 0, 0, 0, 0], &[0x16, 9, 1, 0, 5], &[0x16, 3, 1, 0, 0]]
    {
        assert_eq!(tunnel_opening(other), Some(TunnelOpening::Other), "{other:?}");
    }
}

#[test]
fn a_malformed_greeting_is_no_greeting() {
    let mut hello = client_hello(&[(16, b"\0\x03\x02h2")], 16_000);
    // The length of the session id reaches beyond the message.
    hello[5 + 4 + 34] = 255;
    assert_eq!(tunnel_opening(&hello), Some(TunnelOpening::Other));
}
