//! Errors of the API as `application/problem+json`.

use serde::{Deserialize, Serialize};

/// Why a request was not carried out. It had no effect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Problem {
    #[serde(rename = "type")]
    pub kind: String,
    pub title: String,
    pub status: u16,
    /// What to do next, for people.
    pub detail: String,
    /// The same in one word, for programs; it stays the same in later versions.
    pub code: String,
}

/// The words of [`Problem::code`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ProblemCode {
    /// No token, a wrong one, or a foreign host or origin.
    Unauthorized,
    /// The key is an agent's, and only the person may do this.
    OwnerOnly,
    /// The request cannot be understood.
    BadRequest,
    NotFound,
    WrongMethod,
    /// The run does not wait for this answer any more.
    NotWaiting,
    /// The person does not have the browser of the run.
    NotTakenOver,
    /// The run is over.
    AlreadyOver,
    /// The idempotency key was used for another task.
    KeyReused,
    /// Another program works on the run.
    ElsewhereActive,
    TooLarge,
    TimedOut,
    /// Too many requests, or as many runs as the queue holds.
    Busy,
    /// The journal cannot be written or read.
    Storage,
    Internal,
}

impl ProblemCode {
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Unauthorized => "unauthorized",
            Self::OwnerOnly => "owner_only",
            Self::BadRequest => "bad_request",
            Self::NotFound => "not_found",
            Self::WrongMethod => "wrong_method",
            Self::NotWaiting => "not_waiting",
            Self::NotTakenOver => "not_taken_over",
            Self::AlreadyOver => "already_over",
            Self::KeyReused => "key_reused",
            Self::ElsewhereActive => "elsewhere_active",
            Self::TooLarge => "too_large",
            Self::TimedOut => "timed_out",
            Self::Busy => "busy",
            Self::Storage => "storage",
            Self::Internal => "internal",
        }
    }

    #[must_use]
    pub const fn status(self) -> u16 {
        match self {
            Self::Unauthorized => 401,
            Self::OwnerOnly => 403,
            Self::BadRequest => 400,
            Self::NotFound => 404,
            Self::WrongMethod => 405,
            Self::NotWaiting | Self::NotTakenOver | Self::AlreadyOver | Self::KeyReused | Self::ElsewhereActive => 409,
            Self::TooLarge => 413,
            Self::TimedOut => 408,
            Self::Busy => 429,
            Self::Storage => 503,
            Self::Internal => 500,
        }
    }

    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Unauthorized => "Not let in",
            Self::OwnerOnly => "Only the person may do this",
            Self::BadRequest => "The request cannot be understood",
            Self::NotFound => "Not found",
            Self::WrongMethod => "Wrong method",
            Self::NotWaiting => "Nothing waits for this answer",
            Self::NotTakenOver => "The browser is not the person's now",
            Self::AlreadyOver => "The run is over",
            Self::KeyReused => "The idempotency key belongs to another task",
            Self::ElsewhereActive => "Another program works on the run",
            Self::TooLarge => "Too large",
            Self::TimedOut => "Too slow",
            Self::Busy => "Busy",
            Self::Storage => "The journal cannot be used",
            Self::Internal => "Something went wrong here",
        }
    }

    #[must_use]
    pub fn problem(self, detail: impl Into<String>) -> Problem {
        Problem {
            kind: "about:blank".to_owned(),
            title: self.title().to_owned(),
            status: self.status(),
            detail: detail.into(),
            code: self.word().to_owned(),
        }
    }
}
