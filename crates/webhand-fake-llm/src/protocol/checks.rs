//! Checks that several formats share.

use serde_json::{Map, Value};

use crate::protocol::ApiError;
use crate::request_log::RecordedRequest;
use crate::script::Script;

/// Accepts only a request with the script's key as a bearer token.
pub(crate) fn authorize_bearer(request: &RecordedRequest, script: &Script) -> Result<(), ApiError> {
    let scheme = request.header("authorization").and_then(|value| value.split_once(' '));
    let key = scheme.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer")).map_or("", |(_, key)| key.trim());
    authorize_key(key, script)
}

#[cfg(feature = "all-formats")]
/// Accepts only a request with the script's key alone in a header.
pub(crate) fn authorize_header(request: &RecordedRequest, header: &str, script: &Script) -> Result<(), ApiError> {
    authorize_key(request.header(header).unwrap_or_default(), script)
}

fn authorize_key(key: &str, script: &Script) -> Result<(), ApiError> {
    if key.is_empty() {
        return Err(ApiError::new(401, "no key came with the request, or not where this format wants it"));
    }
    if script.key.as_ref().is_some_and(|expected| expected != key) {
        return Err(ApiError::new(401, "this key is not valid here").with_code("invalid_api_key"));
    }
    Ok(())
}

/// The body as an object with no field but these and the script's.
pub(crate) fn check_fields<'a>(
    body: &'a Value,
    fields: &[&str],
    script: &Script,
) -> Result<&'a Map<String, Value>, ApiError> {
    let body = body.as_object().ok_or_else(|| ApiError::new(400, "the body must be a JSON object"))?;
    let known = |name: &str| fields.contains(&name) || script.extra_fields.iter().any(|extra| extra == name);
    match body.keys().find(|name| !known(name)) {
        None => Ok(body),
        Some(name) => {
            let why = format!("there is no request field {name:?}");
            Err(ApiError::invalid(name, why).with_code("unknown_parameter"))
        }
    }
}

pub(crate) fn check_model(model: Option<&Value>) -> Result<&str, ApiError> {
    let model = model.and_then(Value::as_str).filter(|model| !model.is_empty());
    model.ok_or_else(|| ApiError::invalid("model", "a model must be named").with_code("missing_required_parameter"))
}

/// Checks a name by the pattern all providers accept.
pub(crate) fn check_name<'a>(name: Option<&'a Value>, at: &str) -> Result<&'a str, ApiError> {
    let letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    let name = name.and_then(Value::as_str);
    name.filter(|name| (1..=MAX_NAME).contains(&name.len()) && name.bytes().all(letter))
        .ok_or_else(|| ApiError::invalid(at, format!("a name must be 1 to {MAX_NAME} of a-z, A-Z, 0-9, _ and -")))
}

#[cfg(feature = "all-formats")]
/// A whole number of at least 1.
pub(crate) fn check_count(body: &Map<String, Value>, field: &str) -> Result<(), ApiError> {
    if body.get(field).is_some_and(|value| value.as_u64().is_none_or(|number| number == 0)) {
        return Err(ApiError::invalid(field, format!("{field} must be a whole number of at least 1")));
    }
    Ok(())
}

pub(crate) fn is_base64(data: &str) -> bool {
    let letters = data.trim_end_matches('=');
    let known = letters.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/');
    known && !letters.is_empty() && data.len().is_multiple_of(4) && data.len() - letters.len() <= 2
}

#[cfg(feature = "all-formats")]
/// A stand-in for a provider's signature. It depends on the text alone, so it can be verified without state.
pub(crate) fn sign(text: &str) -> String {
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, mix);
    format!("{SIGNED}{hash:016x}")
}

#[cfg(feature = "all-formats")]
/// Only letters of base64, because one vendor's client requires them.
const SIGNED: &str = "sign";
const MAX_NAME: usize = 64;
