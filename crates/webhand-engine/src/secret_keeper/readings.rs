//! Reads a text in every way in which it may be encoded: between quotes, in an address, in HTML, and in several of these at
//! once. Each character of a reading knows where it stands in the text. Pure.

/// A character of a reading, and the part of the text that it was read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ReadChar {
    pub(super) c: char,
    pub(super) from: usize,
    pub(super) to: usize,
}

/// The text as it is, then with one to [`DEEPEST`] encodings taken off, in every order.
pub(super) fn readings(text: &str) -> Vec<Vec<ReadChar>> {
    let plain = text.char_indices().map(|(from, c)| ReadChar { c, from, to: from + c.len_utf8() });
    let mut all = vec![plain.collect::<Vec<_>>()];
    let mut newest = 0..1;
    for _ in 0..DEEPEST {
        let mut decoded: Vec<Vec<ReadChar>> = Vec::new();
        for reading in &all[newest.clone()] {
            for decode in [decode_quoted, decode_address, decode_html] {
                decoded.extend(decode(reading).filter(|reading| !decoded.contains(reading)));
            }
        }
        newest = all.len()..all.len() + decoded.len();
        all.append(&mut decoded);
    }
    all
}

/// `None` when nothing is encoded in this way.
type Decoded = Option<Vec<ReadChar>>;

/// Replaces what `decode` finds at a place by the character it stands for; `decode` also says how many characters it takes.
fn replace_all(reading: &[ReadChar], marker: char, decode: impl Fn(&[ReadChar]) -> Option<(char, usize)>) -> Decoded {
    if !reading.iter().any(|read| read.c == marker) {
        return None;
    }
    let mut decoded = Vec::with_capacity(reading.len());
    let mut rest = reading;
    while let Some(first) = rest.first() {
        let found = if first.c == marker { decode(rest) } else { None };
        let (c, length) = found.unwrap_or((first.c, 1));
        let (taken, after) = rest.split_at(length.clamp(1, rest.len()));
        let to = taken.last().map_or(first.to, |last| last.to);
        decoded.push(ReadChar { c, from: first.from, to });
        rest = after;
    }
    (decoded.len() < reading.len()).then_some(decoded)
}

/// The strings of JSON, of programs and of looks: `\"`, `\n`, `\u0022`, `\u{22}`, `\x22`.
fn decode_quoted(reading: &[ReadChar]) -> Decoded {
    replace_all(reading, '\\', |rest| {
        let c = |at: usize| rest.get(at).map(|read| read.c);
        match c(1)? {
            'n' => Some(('\n', 2)),
            't' => Some(('\t', 2)),
            'r' => Some(('\r', 2)),
            'x' => Some((char::from_u32(number(rest, 2..4, 16)?)?, 4)),
            'u' if c(2) == Some('{') => {
                let length = rest.iter().take(LONGEST_CODE).position(|read| read.c == '}')?;
                Some((char::from_u32(number(rest, 3..length, 16)?)?, length + 1))
            }
            'u' => utf16_char(rest),
            c if c.is_alphanumeric() => None,
            c => Some((c, 2)),
        }
    })
}

fn utf16_char(rest: &[ReadChar]) -> Option<(char, usize)> {
    let first = number(rest, 2..6, 16)?;
    if let Some(c) = char::from_u32(first) {
        return Some((c, 6));
    }
    let second = rest.get(6..8).filter(|marks| marks[0].c == '\\' && marks[1].c == 'u');
    let second = second.and_then(|_| number(rest, 8..12, 16))?;
    let units = [u16::try_from(first).ok()?, u16::try_from(second).ok()?];
    Some((char::decode_utf16(units).next()?.ok()?, 12))
}

/// Addresses and form data: `%C3%A4`, and `%E4` of pages in Latin-1.
fn decode_address(reading: &[ReadChar]) -> Decoded {
    replace_all(reading, '%', |rest| {
        let mut bytes = Vec::new();
        for at in (0..12).step_by(3) {
            let byte = rest.get(at).filter(|read| read.c == '%').and_then(|_| number(rest, at + 1..at + 3, 16));
            let Some(byte) = byte.and_then(|byte| u8::try_from(byte).ok()) else { break };
            bytes.push(byte);
            if let Some(c) = std::str::from_utf8(&bytes).ok().and_then(|text| text.chars().next()) {
                return Some((c, at + 3));
            }
        }
        bytes.first().map(|byte| (char::from(*byte), 3))
    })
}

/// The source of a page: `&quot;`, `&#34;`, `&#x22;`.
fn decode_html(reading: &[ReadChar]) -> Decoded {
    replace_all(reading, '&', |rest| {
        let end = rest.iter().take(LONGEST_CODE).position(|read| read.c == ';')?;
        let name: String = rest.get(1..end)?.iter().map(|read| read.c).collect();
        let c = match name.strip_prefix('#') {
            Some(_) if name.starts_with("#x") || name.starts_with("#X") => char::from_u32(number(rest, 3..end, 16)?)?,
            Some(_) => char::from_u32(number(rest, 2..end, 10)?)?,
            None => ENTITIES.iter().find(|(entity, _)| *entity == name)?.1,
        };
        Some((c, end + 1))
    })
}

/// The number that is written with these characters.
fn number(rest: &[ReadChar], digits: std::ops::Range<usize>, radix: u32) -> Option<u32> {
    let digits = rest.get(digits).filter(|digits| !digits.is_empty() && digits.len() <= 8)?;
    digits.iter().try_fold(0_u32, |number, digit| number.checked_mul(radix)?.checked_add(digit.c.to_digit(radix)?))
}

/// A form whose fields hold JSON, shown between quotes, has three.
const DEEPEST: usize = 3;
const LONGEST_CODE: usize = 12;

/// The entities that programs write for characters which mean something in HTML, and for those of European languages.
const ENTITIES: &[(&str, char)] = &[
    ("quot", '"'),
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("apos", '\''),
    ("nbsp", '\u{a0}'),
    ("auml", 'ä'),
    ("ouml", 'ö'),
    ("uuml", 'ü'),
    ("Auml", 'Ä'),
    ("Ouml", 'Ö'),
    ("Uuml", 'Ü'),
    ("szlig", 'ß'),
    ("eacute", 'é'),
    ("egrave", 'è'),
    ("agrave", 'à'),
    ("ccedil", 'ç'),
    ("ntilde", 'ñ'),
];
