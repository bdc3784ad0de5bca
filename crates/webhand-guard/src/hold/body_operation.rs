//! The operation that a request names in its body.

use serde_json::Value;

/// The operation of a body where one address serves everything: that of GraphQL, or the method of JSON-RPC.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BodyOperation {
    /// A GraphQL document that only reads.
    Query,
    Named(String),
    Unknown,
}

impl BodyOperation {
    #[must_use]
    pub fn of_body(body: &[u8]) -> Self {
        let Ok(Value::Object(object)) = serde_json::from_slice(body) else { return Self::Unknown };
        let text = |key: &str| object.get(key).and_then(Value::as_str).map(str::trim);
        if let Some(document) = text("query") {
            let reads = document.starts_with("query") || document.starts_with('{') || document.starts_with("fragment");
            if reads && !document.contains("mutation") && !document.contains("subscription") {
                return Self::Query;
            }
            return Self::named(text("operationName").unwrap_or(document));
        }
        let name = text("operationName").or_else(|| text("method"));
        name.map_or(Self::Unknown, Self::named)
    }

    fn named(name: &str) -> Self {
        Self::Named(name.chars().take(MOST_NAME).collect())
    }
}

const MOST_NAME: usize = 200;
