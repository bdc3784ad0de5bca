//! Reads the body of a request as names and values, for the person who decides on the request.
//!
//! Invariant: at most [`MOST_FIELDS`] fields of at most [`MOST_VALUE`] characters, and never the value of a field that
//! is secret by its name or by its form.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use webhand_model::truncate;

use crate::driver::{BodyPart, Request, SocketFrame};

/// Returns the fields of a request's body. A body without fields is returned as one field with an empty name that holds
/// its beginning. `is_hidden` returns whether a name belongs to a secret field of the page.
pub(crate) fn fields(request: &Request, is_hidden: impl Fn(&str) -> bool) -> Vec<[String; 2]> {
    let kind = header(request, "content-type").unwrap_or_default().to_ascii_lowercase();
    let (body, is_complete) = body_bytes(request);
    let mut found = if body.is_empty() && is_complete {
        Vec::new()
    } else if kind.starts_with("application/x-www-form-urlencoded") {
        let field = |(name, value): (Cow<'_, str>, Cow<'_, str>)| [name.into_owned(), normalize_line_breaks(&value)];
        url::form_urlencoded::parse(&body).map(field).collect()
    } else if let Some(boundary) = boundary(&kind, request) {
        multipart(&body, &boundary)
    } else if let Ok(Value::Object(object)) = serde_json::from_slice(&body) {
        let mut flat = Vec::new();
        flatten(String::new(), &Value::Object(object), 0, &mut flat);
        flat
    } else if body.is_empty() {
        vec![[String::new(), "(a file or a stream)".to_owned()]]
    } else {
        vec![[String::new(), truncate(&String::from_utf8_lossy(&body), MOST_RAW).into_owned()]]
    };
    found.truncate(MOST_FIELDS);
    for [name, value] in &mut found {
        if (is_secret(name) || is_hidden(name)) && !value.is_empty() {
            HIDDEN.clone_into(value);
        } else if !name.is_empty() {
            *value = truncate(value, MOST_VALUE).into_owned();
        }
        *name = truncate(name, MOST_VALUE).into_owned();
    }
    found
}

/// Returns the fields of a frame of a web socket, as those of a request's body.
pub(crate) fn frame_fields(frame: &SocketFrame) -> Vec<[String; 2]> {
    let body = frame.bytes();
    let post_data_entries = vec![BodyPart { bytes: Some(STANDARD.encode(body)) }];
    fields(&Request { post_data_entries, has_post_data: true, ..Request::default() }, |_| false)
}

pub(crate) fn header<'a>(request: &'a Request, name: &str) -> Option<&'a str> {
    let found = request.headers.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
    found.and_then(|(_, value)| value.as_str())
}

/// Returns the bytes of the body and whether they are complete: the browser does not report the content of files.
pub(crate) fn body_bytes(request: &Request) -> (Vec<u8>, bool) {
    let pieces = &request.post_data_entries;
    if pieces.is_empty() {
        let text = request.post_data.clone().unwrap_or_default();
        let is_complete = !request.has_post_data || !text.is_empty();
        return (text.into_bytes(), is_complete);
    }
    let decoded = |bytes: &String| STANDARD.decode(bytes).ok();
    let known: Vec<_> = pieces.iter().map(|piece| piece.bytes.as_ref().and_then(decoded)).collect();
    let is_complete = known.iter().all(Option::is_some);
    (known.into_iter().flatten().flatten().collect(), is_complete)
}

/// Restores the line breaks of the field; forms send each as CR LF.
fn normalize_line_breaks(value: &str) -> String {
    value.replace("\r\n", "\n")
}

fn boundary(kind: &str, request: &Request) -> Option<String> {
    if !kind.starts_with("multipart/form-data") {
        return None;
    }
    let written = header(request, "content-type")?;
    let (_, after) = written.split_once("boundary=")?;
    Some(after.split(';').next()?.trim().trim_matches('"').to_owned())
}

fn multipart(body: &[u8], boundary: &str) -> Vec<[String; 2]> {
    let text = String::from_utf8_lossy(body);
    let part = |part: &str| {
        let (head, value) = part.split_once("\r\n\r\n").unwrap_or((part, ""));
        let named = |key: &str| Some(head.split_once(&format!("{key}=\""))?.1.split('"').next()?.to_owned());
        let name = named(" name")?;
        let value = match named("filename") {
            Some(file) => format!("file {file}"),
            None => normalize_line_breaks(value.strip_suffix("\r\n").unwrap_or(value)),
        };
        Some([name, value])
    };
    text.split(&format!("--{boundary}")).filter_map(part).collect()
}

fn flatten(name: String, value: &Value, depth: usize, found: &mut Vec<[String; 2]>) {
    if found.len() >= MOST_FIELDS {
        return;
    }
    match value {
        Value::Object(entries) if depth < MOST_DEPTH => {
            for (key, value) in entries {
                let name = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
                flatten(name, value, depth + 1, found);
            }
        }
        Value::String(text) => found.push([name, text.clone()]),
        Value::Null | Value::Bool(_) | Value::Number(_) => found.push([name, value.to_string()]),
        // A value nested deeper is shown as JSON, unless it may contain a secret.
        Value::Array(_) | Value::Object(_) => {
            let text = value.to_string();
            let shown = if is_secret(&text) { HIDDEN.to_owned() } else { text };
            found.push([name, shown]);
        }
    }
}

fn is_secret(name: &str) -> bool {
    let name = name.to_lowercase();
    SECRET_WORDS.iter().any(|word| name.contains(word))
        || name.split(|c: char| !c.is_alphanumeric()).any(|word| matches!(word, "pin" | "pw"))
}

const SECRET_WORDS: &[&str] = &["pass", "pwd", "secret", "token", "otp", "cvv", "cvc", "card"];
/// Replaces a value that must not be shown.
pub(crate) const HIDDEN: &str = "…";
const MOST_FIELDS: usize = 100;
const MOST_VALUE: usize = 200;
const MOST_RAW: usize = 300;
const MOST_DEPTH: usize = 4;

#[cfg(test)]
mod tests;
