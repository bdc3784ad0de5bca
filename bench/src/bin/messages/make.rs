//! Malformed messages, generated from a seed.
//!
//! Invariant: each of them must get exactly one answer. No fault turns a request into a message that needs none.

use std::fmt::Write as _;

use serde_json::{Value, json};
use webhand_bench::seeded_rng::SeededRng;

/// How a surface words its requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// `{"id": 1, "type": "click", "params": {…}}`.
    Agent,
    /// `tools/call` of the Model Context Protocol.
    Mcp,
}

/// The fault of a bad message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    Cut,
    Noise,
    NoObject,
    NoType,
    UnknownType,
    ExtraField,
    WrongType,
    HugeNumber,
    BrokenText,
    HalfCharacter,
    Deep,
    Giant,
}

impl Fault {
    pub const ALL: [Self; 12] = [
        Self::Cut,
        Self::Noise,
        Self::NoObject,
        Self::NoType,
        Self::UnknownType,
        Self::ExtraField,
        Self::WrongType,
        Self::HugeNumber,
        Self::BrokenText,
        Self::HalfCharacter,
        Self::Deep,
        Self::Giant,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Cut => "cut",
            Self::Noise => "noise",
            Self::NoObject => "no_object",
            Self::NoType => "no_type",
            Self::UnknownType => "unknown_type",
            Self::ExtraField => "extra_field",
            Self::WrongType => "wrong_type",
            Self::HugeNumber => "huge_number",
            Self::BrokenText => "broken_text",
            Self::HalfCharacter => "half_character",
            Self::Deep => "deep",
            Self::Giant => "giant",
        }
    }

    /// The large ones are rarer, so that a run is not spent on copying them.
    pub fn draw(rng: &mut SeededRng) -> Self {
        match rng.below(200) {
            0 => Self::Giant,
            1..4 => Self::Deep,
            other => Self::ALL[other % (Self::ALL.len() - 2)],
        }
    }
}

/// One bad message, without a line's end anywhere in it.
pub fn bad(dialect: Dialect, fault: Fault, id: usize, rng: &mut SeededRng) -> Vec<u8> {
    let good = |name: &str, arguments: &Value| request(dialect, id, name, arguments).to_string();
    let (name, arguments) = call(rng);
    match fault {
        Fault::Cut => {
            let mut text = good(name, &arguments);
            text.truncate(1 + rng.below(text.len() - 1));
            text.into_bytes()
        }
        Fault::Noise => noise(rng),
        Fault::NoObject => {
            ["[]", "null", "7", "true", "\"click\"", "[[[]]]", "{}", "-0.0", "[1,{}]"][rng.below(9)].into()
        }
        Fault::NoType => without_type(dialect, request(dialect, id, name, &arguments), rng).to_string().into_bytes(),
        Fault::UnknownType => good(&format!("{name}_{}", rng.words(1)), &arguments).into_bytes(),
        Fault::ExtraField => {
            let mut arguments = arguments;
            arguments[rng.words(1)] = json!(rng.words(2));
            good(name, &arguments).into_bytes()
        }
        Fault::WrongType => {
            let mut arguments = arguments;
            let key = arguments.as_object().and_then(|fields| fields.keys().next().cloned()).unwrap_or_default();
            arguments[key] =
                [json!(null), json!(-1), json!([[]]), json!({"a": {}}), json!("\u{202e}\u{0}")][rng.below(5)].clone();
            good(name, &arguments).into_bytes()
        }
        Fault::HugeNumber => {
            let number =
                ["1e999", "99999999999999999999999999", "-1e308", "0.1e-9999", "18446744073709551616"][rng.below(5)];
            good("scroll", &json!({"ref": "e900000000", "direction": "down", "amount": "AMOUNT"}))
                .replace("\"AMOUNT\"", number)
                .into_bytes()
        }
        Fault::BrokenText => broken_text(&good("fill", &json!({"ref": "e900000000", "value": "VALUE"})), rng),
        Fault::HalfCharacter => good("fill", &json!({"ref": "e900000000", "value": "VALUE"}))
            .replace("VALUE", ["\\ud800", "\\udc00\\ud800", "\\u00", "\\x41", "\\"][rng.below(5)])
            .into_bytes(),
        Fault::Deep => {
            let (open, close) = [("[", "]"), ("{\"a\":", "}")][rng.below(2)];
            let inside = if open == "[" { "" } else { "1" };
            let deep = format!("{}{inside}{}", open.repeat(DEEP), close.repeat(DEEP));
            good(name, &json!({"ref": "DEEP"})).replace("\"DEEP\"", &deep).into_bytes()
        }
        Fault::Giant => good("fill", &json!({"ref": "e900000000", "value": "x".repeat(GIANT)})).into_bytes(),
    }
}

fn without_type(dialect: Dialect, mut request: Value, rng: &mut SeededRng) -> Value {
    let key = if dialect == Dialect::Agent { "type" } else { "method" };
    request[key] = [json!(null), json!(3), json!(["click"]), json!({})][rng.below(4)].clone();
    request
}

/// The message with bytes that are no text for its `VALUE`.
fn broken_text(message: &str, rng: &mut SeededRng) -> Vec<u8> {
    let broken: &[u8] = [&b"\xff\xfe"[..], b"\xc3", b"\xed\xa0\x80", b"\xf8\x88\x80", b"\xc0\x80"][rng.below(5)];
    let (before, after) = message.split_once("VALUE").unwrap_or((message, ""));
    [before.as_bytes(), broken, after.as_bytes()].concat()
}

/// A correct call, which a session answers after anything before it.
pub fn request(dialect: Dialect, id: usize, name: &str, arguments: &Value) -> Value {
    match dialect {
        Dialect::Agent => json!({"id": id, "type": name, "params": arguments}),
        Dialect::Mcp => {
            let params = json!({"name": name, "arguments": arguments});
            json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})
        }
    }
}

/// A call with an unknown ref.
fn call(rng: &mut SeededRng) -> (&'static str, Value) {
    let target = format!("e{}", 900_000_000 + rng.below(1000));
    match rng.below(6) {
        0 => ("click", json!({"ref": target})),
        1 => ("fill", json!({"ref": target, "value": rng.words(3)})),
        2 => ("select", json!({"ref": target, "value": rng.words(1)})),
        3 => ("hover", json!({"ref": target})),
        4 => ("check", json!({"ref": target})),
        _ => ("drag", json!({"from": target, "to": "e1"})),
    }
}

/// Bytes of any kind, the first of which begins no JSON.
fn noise(rng: &mut SeededRng) -> Vec<u8> {
    let mut bytes = vec![b"%&)=#"[rng.below(5)]];
    let length = rng.below(300);
    bytes.extend((0..length).map(|_| u8::try_from(rng.below(256)).unwrap_or_default()).filter(|byte| *byte != b'\n'));
    let mut text = String::new();
    let _ = write!(text, "{:x}", rng.below(1 << 20));
    bytes.extend(text.into_bytes());
    bytes
}

const DEEP: usize = 100_000;
/// More than any surface takes.
const GIANT: usize = 5 << 20;
