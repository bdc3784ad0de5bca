//! Parses a request. Only an object with named fields passes: a list whose entries would fit the fields does not.

use serde_json::{Map, Value};

use super::unique_keys::UniqueKeysValue;
use super::{AgentReply, AgentRequest, MOST_BYTES, MOST_DEPTH};

impl AgentRequest {
    /// Reads one message.
    ///
    /// # Errors
    /// With the reply that says what is wrong with it.
    pub fn read(message: &[u8]) -> Result<Self, Box<AgentReply>> {
        let wrong = |id, code: &str, error: String| Box::new(AgentReply::failed(id, code, error));
        if message.len() > MOST_BYTES {
            return Err(wrong(None, "too_large", format!("a message may have at most {MOST_BYTES} bytes")));
        }
        if depth(message) > MOST_DEPTH {
            return Err(wrong(None, "bad_message", format!("a message may nest at most {MOST_DEPTH} deep")));
        }
        let UniqueKeysValue(value) = serde_json::from_slice(message)
            .map_err(|error| wrong(None, "bad_message", format!("this is not JSON: {error}")))?;
        let id = value.get("id").and_then(|id| serde_json::from_value(id.clone()).ok());
        Self::from_value(value).map_err(|why| wrong(id, "bad_message", format!("{why}; a message looks like {SHAPE}")))
    }

    fn from_value(value: Value) -> Result<Self, String> {
        let Value::Object(mut fields) = value else { return Err("a message is a JSON object".to_owned()) };
        let id = match fields.remove("id") {
            None | Some(Value::Null) => None,
            Some(id) => Some(serde_json::from_value(id).map_err(|_| "\"id\" must be a text or a whole number")?),
        };
        let kind = match fields.remove("type") {
            Some(Value::String(kind)) => kind,
            Some(_) => return Err("\"type\" must be a text".to_owned()),
            None => return Err("\"type\" is missing".to_owned()),
        };
        let params = match fields.remove("params") {
            None => Map::new(),
            Some(Value::Object(params)) => params,
            Some(_) => return Err("\"params\" must be an object".to_owned()),
        };
        match fields.keys().next() {
            Some(unknown) => Err(format!("there is no field {unknown:.60?}")),
            None => Ok(Self { id, kind, params }),
        }
    }
}

/// How deep brackets nest outside of strings; counted before anything is parsed.
fn depth(message: &[u8]) -> usize {
    let (mut depth, mut deepest, mut in_string, mut escaped) = (0_usize, 0, false, false);
    for byte in message {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

const SHAPE: &str = r#"{"id": 1, "type": "click", "params": {"ref": "e3"}}"#;
