//! The shape of a request: what stays the same when a page sends the same thing again.
//!
//! Two requests have one shape if they differ only in values that a page changes by itself: times, measurements, large
//! numbers, ids and tokens. Every other value may be the operation (`{"action":"list"}`, `{"action":"delete"}`) or text
//! that somebody typed, and counts. Start reading at [`RequestShape::of`]; the cases stand in its tests.

use url::Url;

use super::body::{Json, RequestBody};

/// The shape of one request; requests with equal shapes do the same thing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct RequestShape(String);

impl RequestShape {
    /// `None` for a request that is never taken for a repetition: its body is binary, cut, or too large to compare.
    #[must_use]
    pub fn of(method: &str, url: &str, body: &RequestBody<'_>) -> Option<Self> {
        let address = Url::parse(url).ok()?;
        let query = pairs_shape(address.query_pairs());
        let (endpoint, kind) = (request_endpoint(method, url), body.media_type());
        let shape = format!("{endpoint} ?{query} {kind} {}", body_shape(body, &kind)?);
        (shape.len() <= MOST_SHAPE).then_some(Self(shape))
    }
}

/// Method, origin and path of a request, without query and fragment.
#[must_use]
pub fn request_endpoint(method: &str, url: &str) -> String {
    let end = url.find(['?', '#']).unwrap_or(url.len());
    format!("{method} {}", &url[..end])
}

fn body_shape(body: &RequestBody<'_>, kind: &str) -> Option<String> {
    if !body.is_complete {
        return None;
    }
    if kind == "application/x-www-form-urlencoded" {
        return Some(pairs_shape(url::form_urlencoded::parse(body.bytes)));
    }
    if let Some(json) = body.json() {
        return Some(json_shape(&json));
    }
    let text = std::str::from_utf8(body.bytes).ok()?;
    Some(text_shape(text))
}

/// Names and values, in any order.
fn pairs_shape<'a>(pairs: impl Iterator<Item = (std::borrow::Cow<'a, str>, std::borrow::Cow<'a, str>)>) -> String {
    let mut shapes: Vec<String> = pairs.map(|(name, value)| format!("{name:?}={}", text_shape(&value))).collect();
    shapes.sort_unstable();
    shapes.join("&")
}

/// Keys with their values; of an array, each kind of item once, because a page sends as many as have gathered.
fn json_shape(value: &Json) -> String {
    match value {
        Json::Plain(plain) => plain_shape(plain).to_owned(),
        Json::Text(text) => text_shape(text),
        Json::Array(items) => {
            let mut shapes: Vec<String> = items.iter().map(json_shape).collect();
            shapes.sort_unstable();
            shapes.dedup();
            format!("[{}]", shapes.join(","))
        }
        Json::Object(entries) => {
            let shapes: Vec<String> =
                entries.iter().map(|(key, value)| format!("{key:?}:{}", json_shape(value))).collect();
            format!("{{{}}}", shapes.join(","))
        }
    }
}

/// A text as it is, in quotes, or the class of a text that a page changes by itself, without them.
fn text_shape(text: &str) -> String {
    if is_id(text) {
        "id".to_owned()
    } else if is_time(text) {
        "time".to_owned()
    } else {
        match plain_shape(text) {
            "number" => "number".to_owned(),
            _ => format!("{text:?}"),
        }
    }
}

/// Small whole numbers count, because they may be an operation or an amount; a large one, or one with a fraction, is an
/// id, a time or a measurement.
fn plain_shape(plain: &str) -> &str {
    let looks_numeric = plain.starts_with(|c: char| c.is_ascii_digit() || c == '-') && plain.len() <= MOST_NUMBER;
    match plain.parse::<f64>() {
        Ok(number) if looks_numeric && (number.abs() >= SMALLEST_ID || number.fract() != 0.0) => "number",
        Ok(_) | Err(_) => plain,
    }
}

/// `2026-11-18`, `2026-11-18T16:05:00.000Z`.
fn is_time(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_date = bytes.len() >= 10
        && bytes.len() <= MOST_NUMBER
        && bytes[..10]
            .iter()
            .enumerate()
            .all(|(at, byte)| if at == 4 || at == 7 { *byte == b'-' } else { byte.is_ascii_digit() });
    is_date && bytes[10..].iter().all(|byte| byte.is_ascii_digit() || b"TZ:.+- ".contains(byte))
}

/// Whether a text is random: 16 or more hexadecimal digits, as in a UUID, or 20 or more characters of base64 in which
/// digits, capital and small letters alternate. Names of operations are neither.
fn is_id(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let hexadecimal = text.chars().filter(char::is_ascii_hexdigit).count();
    let is_hexadecimal = hexadecimal >= 16 && digits >= 4 && text.chars().all(|c| c.is_ascii_hexdigit() || c == '-');
    let is_base64 = text.len() >= 20
        && digits >= 2
        && alternations(text) * 3 >= text.len()
        && text.chars().all(|c| c.is_ascii_alphanumeric() || "+/=_-.".contains(c));
    text.len() <= MOST_ID && (is_hexadecimal || is_base64)
}

/// How often a capital letter, a small letter or a digit stands next to one of another kind.
fn alternations(text: &str) -> usize {
    let kind = |byte: u8| (byte.is_ascii_uppercase(), byte.is_ascii_lowercase(), byte.is_ascii_digit());
    text.as_bytes().windows(2).filter(|pair| kind(pair[0]) != kind(pair[1])).count()
}

const SMALLEST_ID: f64 = 1_000.0;
const MOST_NUMBER: usize = 40;
const MOST_ID: usize = 2_000;
/// A longer shape is not kept, so a request with a large body is never a repetition.
const MOST_SHAPE: usize = 4_000;
