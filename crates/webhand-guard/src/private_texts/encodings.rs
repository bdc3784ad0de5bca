//! The texts that an address may stand for: itself, reversed, and decoded from percent signs, base64 and hexadecimal digits.

/// All readings of an address, each in small letters and digits alone.
pub(super) fn forms(address: &str) -> Vec<String> {
    let address: String = address.chars().take(MOST_ADDRESS).collect();
    let decoded = percent_decode(&percent_decode(&address));
    let plain = squash(&decoded);
    let mut forms = vec![plain.chars().rev().collect(), plain];
    let tokens = decoded.split(|c: char| !(c.is_ascii_alphanumeric() || "+/-_".contains(c)));
    for token in tokens.filter(|token| token.len() >= LEAST_TOKEN) {
        // The slash is a digit of base64 and also divides a path.
        for part in [token].into_iter().chain(token.split('/').filter(|part| part.len() < token.len())) {
            let hexadecimal = (0..2).filter_map(|skip| Some(decode(part.get(skip..)?, 16)));
            let base64 = (0..4).filter_map(|skip| Some(decode(part.get(skip..)?, 64)));
            let long = hexadecimal.chain(base64).filter(|bytes| bytes.len() >= LEAST_DECODED);
            let readable = long.map(|bytes| squash(&String::from_utf8_lossy(&bytes)));
            forms.extend(readable.filter(|form| form.len() >= LEAST_DECODED).take(MOST_FORMS));
        }
        if forms.len() >= MOST_FORMS {
            break;
        }
    }
    let reversed: Vec<String> = forms[2..].iter().map(|form| form.chars().rev().collect()).collect();
    forms.extend(reversed);
    forms
}

/// A text in small letters and digits alone: signs between them are the first thing that an encoding changes.
pub(super) fn squash(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The text that stands in this one in base 16 or 64; empty where it holds none.
pub(super) fn decoded(text: &str, base: u32) -> String {
    String::from_utf8(decode(text, base)).unwrap_or_default()
}

pub(super) fn percent_decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let pair = (*first == b'%').then(|| after.get(..2)).flatten();
        let byte = pair.and_then(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The bytes of a text in base 16 or 64, up to the first character that is no digit.
fn decode(text: &str, base: u32) -> Vec<u8> {
    let bits = base.trailing_zeros();
    let (mut buffer, mut filled, mut bytes) = (0_u32, 0, Vec::new());
    for character in text.bytes() {
        let Some(digit) = digit(character, base) else { break };
        buffer = (buffer << bits | digit) & 0xffff;
        filled += bits;
        if filled >= 8 {
            filled -= 8;
            bytes.push(u8::try_from(buffer >> filled & 0xff).unwrap_or_default());
        }
    }
    bytes
}

fn digit(character: u8, base: u32) -> Option<u32> {
    if base == 16 {
        return char::from(character).to_digit(16);
    }
    let digit = match character {
        b'A'..=b'Z' => character - b'A',
        b'a'..=b'z' => character - b'a' + 26,
        b'0'..=b'9' => character - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    };
    Some(digit.into())
}

/// A longer address is searched up to here; browsers and servers hardly accept more.
const MOST_ADDRESS: usize = 16_000;
const LEAST_TOKEN: usize = 8;
const LEAST_DECODED: usize = 6;
const MOST_FORMS: usize = 60;
