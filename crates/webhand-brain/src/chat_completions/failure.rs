//! What a provider's error means, and whether asking again can help.

use serde_json::Value;
use webhand_model::{clean, cut};
use webhand_port::BrainError;

/// An error, and what the transport may do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    pub error: BrainError,
    pub again: Again,
}

/// Whether the same request is sent again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Again {
    Never,
    /// One more time only: it was the model's mistake, and it may make it again.
    Once,
    /// After a while.
    Later,
}

impl Failure {
    #[must_use]
    pub fn never(error: BrainError) -> Self {
        Self { error, again: Again::Never }
    }

    #[must_use]
    pub fn later(error: BrainError) -> Self {
        Self { error, again: Again::Later }
    }
}

/// A provider's text, fit to be shown.
pub(super) fn told(text: &str) -> String {
    cut(&clean(text), MOST_TOLD).into_owned()
}

/// The error inside a body that came with a good status.
pub(super) fn inside(body: &Value) -> Option<Failure> {
    let error = body.get("error").filter(|error| !error.is_null())?;
    let status = error.get("code").and_then(|code| match code {
        Value::Number(number) => number.as_u64().and_then(|number| u16::try_from(number).ok()),
        Value::String(text) => text.parse().ok(),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    });
    let status = status.filter(|status| (400..600).contains(status));
    Some(of_status(status.unwrap_or_else(|| status_of_type(error)), body))
}

/// For a provider that says there was an error, and nothing else.
pub(super) fn unnamed() -> Failure {
    Failure::later(BrainError::Overloaded("it stopped with an error and did not say which".to_owned()))
}

/// Whether the provider could not read the call that its model wrote.
pub(super) fn is_botched_call(body: &Value) -> bool {
    has_code(&body["error"], &["tool_use_failed"])
}

/// What a bad status with this body means.
pub(super) fn of_status(status: u16, body: &Value) -> Failure {
    let error = &body["error"];
    if has_code(error, &TOO_LONG) || status == 413 {
        return Failure::never(BrainError::TooLong(said(status, body)));
    }
    if has_code(error, &FILTERED) || (status == 403 && error.pointer("/metadata/reasons").is_some()) {
        return Failure::never(BrainError::Declined(said(status, body)));
    }
    if has_code(error, &OUT_OF_MONEY) {
        return Failure::never(BrainError::Rejected(said(status, body)));
    }
    if is_botched_call(body) {
        return Failure { error: BrainError::Malformed(said(status, body)), again: Again::Once };
    }
    match status {
        // The provider's own words are left out: they like to quote the key.
        401 => Failure::never(BrainError::KeyRefused(format!(
            "{}; check it, or make another at the provider",
            named(status, error)
        ))),
        408 | 409 | 425 | 429 | 500..=599 => Failure::later(BrainError::Overloaded(said(status, body))),
        300..=399 => Failure::never(BrainError::Rejected(format!(
            "it answers with {status} and sends us elsewhere; configure the address it moved to"
        ))),
        _ => Failure::never(BrainError::Rejected(said(status, body))),
    }
}

fn has_code(error: &Value, codes: &[&str]) -> bool {
    let is = |field: &str| error[field].as_str().is_some_and(|word| codes.contains(&word));
    is("code") || is("type")
}

/// The status that an error without a number would have had.
fn status_of_type(error: &Value) -> u16 {
    if has_code(error, &["invalid_api_key", "authentication_error"]) {
        401
    } else if has_code(error, &["invalid_request_error", "not_found_error", "model_not_found"]) {
        400
    } else {
        500
    }
}

/// What the provider says, with its status.
fn said(status: u16, body: &Value) -> String {
    let error = &body["error"];
    // Some servers send the text in the place of the object, or without an object around it.
    let texts = [&error["message"], error, &body["message"]];
    let text = texts.iter().find_map(|text| text.as_str());
    match text.map(told).filter(|text| !text.is_empty()) {
        Some(text) => format!("{} {text}", named(status, error)),
        None => named(status, error),
    }
}

/// The status and the error's own short name: `[429 rate_limit_exceeded]`.
fn named(status: u16, error: &Value) -> String {
    let word = |field: &str| error[field].as_str().map(told);
    match word("code").or_else(|| word("type")) {
        Some(name) => format!("[{status} {}]", cut(&name, 60)),
        None => format!("[{status}]"),
    }
}

const TOO_LONG: [&str; 3] = ["context_length_exceeded", "exceed_context_size_error", "string_above_max_length"];
const FILTERED: [&str; 2] = ["content_filter", "content_policy_violation"];
const OUT_OF_MONEY: [&str; 4] =
    ["insufficient_quota", "credit_balance_exhausted", "billing_hard_limit_reached", "enforced_spend_limit_reached"];
const MOST_TOLD: usize = 300;
