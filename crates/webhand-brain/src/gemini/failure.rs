//! The meaning of this provider's errors beyond their status.

use std::time::Duration;

use serde_json::Value;
use webhand_port::BrainError;

use crate::format::{self, ProviderFailure};

pub(super) fn failure_from_status(status: u16, body: &Value) -> ProviderFailure {
    let details = || body.pointer("/error/details").and_then(Value::as_array).into_iter().flatten();
    if details().any(|detail| detail["reason"] == "API_KEY_INVALID") {
        let why = "[400 API_KEY_INVALID]; check it, or make another at the provider".to_owned();
        return ProviderFailure::never(BrainError::KeyRefused(why));
    }
    let mut failure = format::failure_from_status(status, body);
    let daily = |violation: &Value| violation["quotaId"].as_str().is_some_and(|id| id.contains("PerDay"));
    let is_daily = details().filter_map(|detail| detail["violations"].as_array()).flatten().any(daily);
    if let BrainError::Overloaded(why) = &failure.error
        && is_daily
    {
        // A daily quota is not worth waiting for, and later steps would meet it, too.
        failure = ProviderFailure::never(BrainError::Rejected(format!("what it gives in a day is used up: {why}")));
    }
    failure.wait = details().find_map(|detail| seconds(detail["retryDelay"].as_str()?));
    failure
}

/// A duration as this provider writes it: `31s`, `1.5s`.
fn seconds(written: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(written.strip_suffix('s')?.parse().ok()?).ok()
}
