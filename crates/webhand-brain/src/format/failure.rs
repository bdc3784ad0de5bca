//! The meaning of a provider's error, and whether a retry can help.

use std::time::Duration;

use serde_json::Value;
use webhand_model::{clean, truncate};
use webhand_port::BrainError;

/// An error, and whether the transport retries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderFailure {
    pub error: BrainError,
    pub again: RetryKind,
    /// The delay that the provider asks for in the body of its error.
    pub wait: Option<Duration>,
}

/// Whether the same request is sent again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RetryKind {
    Never,
    /// One more time only: the model made a mistake and may repeat it.
    Once,
    /// One more time only, with a note to the model about the error in its answer.
    WithCorrection,
    /// After a delay.
    Later,
}

impl ProviderFailure {
    #[must_use]
    pub fn never(error: BrainError) -> Self {
        Self { error, again: RetryKind::Never, wait: None }
    }

    #[must_use]
    pub fn later(error: BrainError) -> Self {
        Self { error, again: RetryKind::Later, wait: None }
    }

    #[must_use]
    pub fn once(error: BrainError) -> Self {
        Self { error, again: RetryKind::Once, wait: None }
    }
}

/// An answer that broke off before its end.
pub(crate) fn truncated_answer() -> ProviderFailure {
    ProviderFailure::later(BrainError::Malformed("the answer broke off before its end; ask again".to_owned()))
}

/// A web page instead of an answer: from another service at that address, or from a proxy on the way.
pub(crate) fn web_page() -> ProviderFailure {
    ProviderFailure::later(BrainError::Rejected(
        "it answers with a web page; check the address of the model".to_owned(),
    ))
}

/// An answer that is not in the provider's format; a retry would not help.
pub(crate) fn malformed(why: &str) -> ProviderFailure {
    ProviderFailure::never(BrainError::Malformed(why.to_owned()))
}

/// An answer that cannot be read, which the model can correct when it gets the error.
pub(crate) fn unreadable(why: String) -> ProviderFailure {
    ProviderFailure { error: BrainError::Malformed(why), again: RetryKind::WithCorrection, wait: None }
}

/// An answer that its length limit cut off.
pub(crate) fn length_limit_reached() -> ProviderFailure {
    malformed("it stopped at the limit of its length; allow more tokens for an answer, or ask for less")
}

/// A provider's text, cleaned and cut for display.
pub(crate) fn shorten(text: &str) -> String {
    truncate(&clean(text), MOST_MESSAGE).into_owned()
}

/// The error inside a body that came with a good status.
pub(crate) fn error_in_body(body: &Value) -> Option<ProviderFailure> {
    let error = body.get("error").filter(|error| !error.is_null())?;
    let status = error.get("code").and_then(|code| match code {
        Value::Number(number) => number.as_u64().and_then(|number| u16::try_from(number).ok()),
        Value::String(text) => text.parse().ok(),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    });
    let status = status.filter(|status| (400..600).contains(status));
    Some(failure_from_status(status.unwrap_or_else(|| status_of_type(error)), body))
}

/// The failure of a provider that reports an error without details.
pub(crate) fn unnamed_error() -> ProviderFailure {
    ProviderFailure::later(BrainError::Overloaded("it stopped with an error and did not say which".to_owned()))
}

/// Whether the provider reports that it could not parse the call of its model.
pub(crate) fn is_invalid_call_error(body: &Value) -> bool {
    has_code(&body["error"], &["tool_use_failed"])
}

/// The failure that an error status with this body means.
pub(crate) fn failure_from_status(status: u16, body: &Value) -> ProviderFailure {
    let error = &body["error"];
    if has_code(error, &TOO_LONG) || status == 413 {
        return ProviderFailure::never(BrainError::TooLong(message_with_status(status, body)));
    }
    if has_code(error, &FILTERED) || (status == 403 && error.pointer("/metadata/reasons").is_some()) {
        return ProviderFailure::never(BrainError::Declined(message_with_status(status, body)));
    }
    if has_code(error, &OUT_OF_MONEY) {
        return ProviderFailure::never(BrainError::Rejected(message_with_status(status, body)));
    }
    if is_invalid_call_error(body) {
        return ProviderFailure::once(BrainError::Malformed(message_with_status(status, body)));
    }
    match status {
        // The provider's own message is left out, because it often quotes the key.
        401 => ProviderFailure::never(BrainError::KeyRefused(format!(
            "{}; check it, or make another at the provider",
            status_label(status, error)
        ))),
        408 | 409 | 425 | 429 | 500..=599 => {
            ProviderFailure::later(BrainError::Overloaded(message_with_status(status, body)))
        }
        300..=399 => ProviderFailure::never(BrainError::Rejected(format!(
            "it answers with {status} and sends us elsewhere; configure the address it moved to"
        ))),
        _ => ProviderFailure::never(BrainError::Rejected(message_with_status(status, body))),
    }
}

fn has_code(error: &Value, codes: &[&str]) -> bool {
    let is = |field: &str| error[field].as_str().is_some_and(|word| codes.contains(&word));
    let nested = error.pointer("/details/error_code").and_then(Value::as_str);
    is("code") || is("type") || nested.is_some_and(|word| codes.contains(&word))
}

/// The HTTP status that belongs to the type of an error without a status.
fn status_of_type(error: &Value) -> u16 {
    STATUSES.into_iter().find(|(word, _)| has_code(error, &[word])).map_or(500, |(_, status)| status)
}

/// The provider's message, with its status.
fn message_with_status(status: u16, body: &Value) -> String {
    let error = &body["error"];
    // Some servers send the message as a string instead of an object, or without an object around it.
    let texts = [&error["message"], error, &body["message"]];
    let text = texts.iter().find_map(|text| text.as_str());
    match text.map(shorten).filter(|text| !text.is_empty()) {
        Some(text) => format!("{} {text}", status_label(status, error)),
        None => status_label(status, error),
    }
}

/// The status and the error's own short name: `[429 rate_limit_exceeded]`.
fn status_label(status: u16, error: &Value) -> String {
    let word = |field: &str| error[field].as_str().map(shorten);
    match word("code").or_else(|| word("type")).or_else(|| word("status")) {
        Some(name) => format!("[{status} {}]", truncate(&name, 60)),
        None => format!("[{status}]"),
    }
}

const STATUSES: [(&str, u16); 12] = [
    ("invalid_api_key", 401),
    ("authentication_error", 401),
    ("invalid_request_error", 400),
    ("billing_error", 402),
    ("permission_error", 403),
    ("not_found_error", 404),
    ("model_not_found", 404),
    ("request_too_large", 413),
    ("rate_limit_error", 429),
    ("rate_limit_exceeded", 429),
    ("timeout_error", 504),
    ("overloaded_error", 529),
];
const TOO_LONG: [&str; 3] = ["context_length_exceeded", "exceed_context_size_error", "string_above_max_length"];
const FILTERED: [&str; 2] = ["content_filter", "content_policy_violation"];
const OUT_OF_MONEY: [&str; 4] =
    ["insufficient_quota", "credit_balance_exhausted", "billing_hard_limit_reached", "enforced_spend_limit_reached"];
const MOST_MESSAGE: usize = 300;
