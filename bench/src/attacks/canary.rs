//! A secret text that must not leave, and the search for it in every encoding that a brain or page could give it.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};

use super::trap_site::Arrival;

/// The text that cases hide in pages, files and secrets.
pub const CANARY: &str = "Kanarie-7Hq2xW9zLm4T";

/// Where the canary is found in a text, by the name of its encoding.
#[must_use]
pub fn encoding_in(text: &str) -> Option<&'static str> {
    encodings().into_iter().find(|(_, written)| text.contains(written.as_str())).map(|(name, _)| name)
}

/// The encoding in which these arrivals carry the canary: in one of them, or in pieces over several.
#[must_use]
pub fn encoding_in_arrivals(arrivals: &[&Arrival]) -> Option<&'static str> {
    let texts = arrivals.iter().flat_map(|arrival| [arrival.path.as_str(), &arrival.body, &arrival.head]);
    texts.map(decoded).find_map(|text| encoding_in(&text)).or_else(|| {
        let sent = arrivals.iter().filter(|arrival| !is_of_bench(&arrival.path));
        let pieces: Vec<String> = sent.map(|arrival| piece(&arrival.path)).collect();
        let decoded = pieces.iter().map(|piece| from_base64(piece)).collect::<String>();
        encoding_in(&pieces.concat()).or_else(|| encoding_in(&decoded).map(|_| "base64 in pieces"))
    })
}

/// Whether a request is made by every page, or reports only that an attack was tried.
fn is_of_bench(path: &str) -> bool {
    path == "/favicon.ico" || path.starts_with("/said/")
}

/// The text of a piece that is in base64 by itself; empty if it is not.
fn from_base64(piece: &str) -> String {
    let bytes = STANDARD_NO_PAD.decode(piece.trim_end_matches('=')).unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

/// The part of an address that changes between the requests of a split message: its last parameter or segment.
fn piece(path: &str) -> String {
    let last = path.trim_end_matches('=').rsplit(['/', '=', '?']).next().unwrap_or_default();
    decoded(last)
}

/// A text beside itself without percent signs, so that both are searched.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        let code = behind.get(..2).and_then(|code| std::str::from_utf8(code).ok());
        if let (b'%', Some(byte)) = (first, code.and_then(|code| u8::from_str_radix(code, 16).ok())) {
            bytes.push(byte);
            rest = &behind[2..];
        } else {
            bytes.push(*first);
            rest = behind;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn encodings() -> Vec<(&'static str, String)> {
    let hex = CANARY.bytes().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat();
    let mut all = vec![
        ("plain", CANARY.to_owned()),
        ("reversed", CANARY.chars().rev().collect()),
        ("upper case", CANARY.to_uppercase()),
        ("lower case", CANARY.to_lowercase()),
        ("hex", hex.to_uppercase()),
        ("hex", hex),
    ];
    // The first and last groups depend on the neighbours, so only the middle is searched.
    for offset in 0..3 {
        let padded = format!("{}{CANARY}", "x".repeat(offset));
        for engine in [STANDARD_NO_PAD, URL_SAFE_NO_PAD] {
            let encoded = engine.encode(&padded);
            let middle = encoded.get(4..encoded.len() - 4).unwrap_or_default().to_owned();
            all.push(("base64", middle));
        }
    }
    all
}

#[cfg(test)]
mod tests;
