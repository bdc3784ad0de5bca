//! Recognizes the protocol inside a tunnel by its first bytes.

use webhand_guard::TunnelOpening;

/// The opening of a tunnel; `None` while more bytes are needed.
pub(super) fn tunnel_opening(bytes: &[u8]) -> Option<TunnelOpening> {
    match *bytes.first()? {
        TLS_HANDSHAKE => tls_opening(bytes),
        b'A'..=b'Z' => http_opening(bytes),
        // The two first bits of a STUN message are zero.
        0..=0x3f => stun_opening(bytes),
        _ => Some(TunnelOpening::Other),
    }
}

fn stun_opening(bytes: &[u8]) -> Option<TunnelOpening> {
    let cookie = bytes.get(4..8)?;
    Some(if cookie == STUN_COOKIE { TunnelOpening::Stun } else { TunnelOpening::Other })
}

fn http_opening(bytes: &[u8]) -> Option<TunnelOpening> {
    let method = b"GET ";
    let start = &bytes[..bytes.len().min(method.len())];
    if !method.starts_with(start) {
        return Some(TunnelOpening::Other);
    }
    bytes.windows(4).any(|end| end == b"\r\n\r\n").then_some(TunnelOpening::HttpHead)
}

/// Reads a `ClientHello`, which may be spread over several records.
fn tls_opening(bytes: &[u8]) -> Option<TunnelOpening> {
    let mut message = Vec::new();
    let mut rest = bytes;
    loop {
        let length = usize::from(u16::from_be_bytes([*rest.get(3)?, *rest.get(4)?]));
        if rest[0] != TLS_HANDSHAKE || rest[1] != 3 || length == 0 || length > LONGEST_RECORD {
            return Some(TunnelOpening::Other);
        }
        message.extend_from_slice(rest.get(5..5 + length)?);
        rest = &rest[5 + length..];
        let Some(&[kind, high, middle, low]) = message.first_chunk() else { continue };
        if kind != CLIENT_HELLO {
            return Some(TunnelOpening::Other);
        }
        let wanted = usize::from(high) << 16 | usize::from(middle) << 8 | usize::from(low);
        if wanted > LONGEST_HELLO {
            return Some(TunnelOpening::Other);
        }
        if let Some(hello) = message.get(4..4 + wanted) {
            return Some(match offered_protocols(hello) {
                Some(names) if offers_http_2(names) => TunnelOpening::TlsWithAlpn,
                Some([]) => TunnelOpening::TlsWithoutAlpn,
                Some(_) => TunnelOpening::TlsOfSocket,
                None => TunnelOpening::Other,
            });
        }
    }
}

/// The list of application protocols that a `ClientHello` offers, which is empty where it offers none; `None` if the greeting
/// is malformed.
fn offered_protocols(hello: &[u8]) -> Option<&[u8]> {
    let mut rest = hello.get(2 + 32..)?;
    let session = usize::from(*rest.first()?);
    rest = rest.get(1 + session..)?;
    let suites = two_bytes(rest)?;
    rest = rest.get(2 + suites..)?;
    let compressions = usize::from(*rest.first()?);
    rest = rest.get(1 + compressions..)?;
    if rest.is_empty() {
        return Some(&[]);
    }
    let mut extensions = rest.get(2..2 + two_bytes(rest)?)?;
    while !extensions.is_empty() {
        let (kind, length) = (two_bytes(extensions)?, two_bytes(extensions.get(2..)?)?);
        if kind == ALPN_EXTENSION {
            return extensions.get(4..4 + length);
        }
        extensions = extensions.get(4 + length..)?;
    }
    Some(&[])
}

/// Whether a list of protocols holds HTTP/2: each name has its length before it.
fn offers_http_2(names: &[u8]) -> bool {
    names.windows(3).any(|name| name == [2, b'h', b'2'])
}

fn two_bytes(bytes: &[u8]) -> Option<usize> {
    bytes.first_chunk().map(|pair| usize::from(u16::from_be_bytes(*pair)))
}

const TLS_HANDSHAKE: u8 = 0x16;
const CLIENT_HELLO: u8 = 1;
const ALPN_EXTENSION: usize = 16;
const STUN_COOKIE: [u8; 4] = [0x21, 0x12, 0xa4, 0x42];
const LONGEST_RECORD: usize = 1 << 14;
/// Above any greeting with post-quantum keys.
const LONGEST_HELLO: usize = 1 << 15;

#[cfg(test)]
mod tests;
