//! The body of a request, parsed strictly: what two parsers could read differently counts as unknown.

use std::fmt;

use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// The body of a request as the browser reports it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestBody<'a> {
    /// The header `Content-Type`, as written.
    pub content_type: &'a str,
    pub bytes: &'a [u8],
    /// Whether `bytes` is the whole body: the browser does not report the content of files and streams.
    pub is_complete: bool,
}

impl RequestBody<'_> {
    /// The content type without its parameters, in small letters.
    pub(super) fn media_type(&self) -> String {
        self.content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
    }

    /// The body as JSON, whatever its type says; `None` for one that is cut or names a key twice.
    pub(super) fn json(&self) -> Option<Json> {
        serde_json::from_slice(self.bytes).ok().filter(|_| self.is_complete)
    }
}

/// A JSON value whose objects name each key once.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Json {
    /// `null`, `true`, `false` or a number, as written in JSON.
    Plain(String),
    Text(String),
    Array(Vec<Self>),
    Object(Vec<(String, Self)>),
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Json, E> {
        Ok(Json::Plain("null".to_owned()))
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Plain(value.to_string()))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Plain(value.to_string()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Plain(value.to_string()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Json, E> {
        Ok(Json::Plain(value.to_string()))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut array = Vec::new();
        while let Some(item) = items.next_element()? {
            array.push(item);
        }
        Ok(Json::Array(array))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Json, A::Error> {
        let mut object: Vec<(String, Json)> = Vec::new();
        while let Some((key, value)) = entries.next_entry::<String, Json>()? {
            object.push((key, value));
        }
        object.sort_by(|(one, _), (other, _)| one.cmp(other));
        if object.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return Err(A::Error::custom("a key stands twice"));
        }
        Ok(Json::Object(object))
    }
}
