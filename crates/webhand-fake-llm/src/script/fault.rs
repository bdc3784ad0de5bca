//! Deliberate faults, and for how many requests each occurs before the turn is answered.

use std::{
    collections::BTreeMap,
    time::{Duration, SystemTime},
};

use serde::{Deserialize, Serialize};

/// A fault in front of a turn: the first `times` requests meet it, the next one gets the turn.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    pub what: FaultKind,
    #[serde(default = "once")]
    pub times: u32,
}

/// The ways to fail. `after` counts stream events that still arrive.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum FaultKind {
    /// An HTTP error with the provider's error body.
    Status {
        status: u16,
        #[serde(default)]
        code: Option<String>,
        #[serde(default)]
        retry: Option<RetryHint>,
        #[serde(default)]
        headers: BTreeMap<String, String>,
    },
    /// Silence: before the head, or inside the stream when `after` is given. The connection stays open.
    Hang {
        #[serde(default)]
        after: Option<usize>,
    },
    /// The connection breaks before the body is complete.
    Reset {
        #[serde(default)]
        after: usize,
    },
    /// An error body under HTTP 200, with a number as its code.
    ErrorInside { code: u16 },
    /// An error event inside a stream; to a request without streaming it is an [`FaultKind::ErrorInside`].
    ErrorEvent { code: u16, after: usize },
    /// The body ends in its middle, as if it were complete.
    TruncatedJson,
    /// Neither text nor calls.
    Empty,
    /// Every call has the id of the first.
    DuplicateIds,
    /// The answer stops for length, with its last call or text cut in the middle.
    LengthStop,
}

/// The forms in which a provider says when to come back.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RetryHint {
    /// `retry-after-ms: 20`
    Milliseconds(u64),
    /// `retry-after: 2`
    Seconds(u64),
    /// `retry-after: <HTTP date>`, this many seconds from now.
    DateInSeconds(u64),
    /// `x-should-retry: true` or `false`
    Should(bool),
}

impl Fault {
    /// A fault that one request meets.
    #[must_use]
    pub fn once(what: FaultKind) -> Self {
        Self { what, times: once() }
    }

    /// A fault that `times` requests meet.
    #[must_use]
    pub fn times(times: u32, what: FaultKind) -> Self {
        Self { what, times }
    }

    pub(crate) fn check(&self) -> Result<(), String> {
        let FaultKind::Status { status, headers, .. } = &self.what else {
            return Ok(());
        };
        if !(400..=599).contains(status) {
            return Err(format!("status {status} is no error; use one from 400 to 599"));
        }
        let sendable = |text: &str| text.bytes().all(|byte| (0x20..0x7f).contains(&byte));
        match headers
            .iter()
            .find(|(name, value)| name.is_empty() || name.contains([' ', ':']) || !sendable(name) || !sendable(value))
        {
            Some((name, _)) => Err(format!("header {name:?} cannot be sent; use plain ASCII")),
            None => Ok(()),
        }
    }
}

impl FaultKind {
    /// An HTTP error with nothing but its status.
    #[must_use]
    pub fn status(status: u16) -> Self {
        Self::Status { status, code: None, retry: None, headers: BTreeMap::new() }
    }

    /// An HTTP error that says when to come back.
    #[must_use]
    pub fn retry(status: u16, retry: RetryHint) -> Self {
        Self::Status { status, code: None, retry: Some(retry), headers: BTreeMap::new() }
    }
}

impl RetryHint {
    pub(crate) fn header(&self, now: SystemTime) -> (String, String) {
        let (name, value) = match self {
            Self::Milliseconds(wait) => ("retry-after-ms", wait.to_string()),
            Self::Seconds(wait) => ("retry-after", wait.to_string()),
            Self::DateInSeconds(wait) => {
                let wait = Duration::from_secs((*wait).min(MAX_DATE_SECONDS));
                ("retry-after", httpdate::fmt_http_date(now + wait))
            }
            Self::Should(answer) => ("x-should-retry", answer.to_string()),
        };
        (name.to_owned(), value)
    }
}

fn once() -> u32 {
    1
}

// Far enough for any test, and near enough that the date can always be written.
const MAX_DATE_SECONDS: u64 = 366 * 24 * 3600;
