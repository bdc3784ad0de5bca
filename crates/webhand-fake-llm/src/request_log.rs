//! The requests that the server got, kept for assertions.
//!
//! Invariant: at most [`MAX_REQUESTS`] requests and [`MAX_BYTES`] bytes of bodies are kept; the oldest go first.

use std::collections::VecDeque;

use serde_json::Value;

/// One request as it arrived. `Debug` leaves the headers out, because one of them is the key.
#[derive(Clone)]
pub struct RecordedRequest {
    /// Counts from 1; a gap before the first one kept means older ones were dropped.
    pub number: u64,
    pub method: String,
    pub path: String,
    /// The part behind the question mark.
    pub query: String,
    /// Names in lower case, in the order sent.
    pub headers: Vec<(String, String)>,
    pub body: String,
    /// The status of the response; nothing if the server sent none.
    pub status: Option<u16>,
}

impl RecordedRequest {
    /// The first header of that name, written in lower case.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.as_str())
    }

    /// The body as JSON, or null if it is none.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or(Value::Null)
    }
}

impl std::fmt::Debug for RecordedRequest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Recorded")
            .field("number", &self.number)
            .field("method", &self.method)
            .field("path", &self.path)
            .field("body", &self.body)
            .field("status", &self.status)
            .finish_non_exhaustive()
    }
}

/// The requests kept.
#[derive(Debug, Default)]
pub(crate) struct RequestLog {
    kept: VecDeque<RecordedRequest>,
    bytes: usize,
    count: u64,
}

impl RequestLog {
    pub fn push(&mut self, mut request: RecordedRequest) {
        self.count += 1;
        request.number = self.count;
        self.bytes += request.body.len();
        self.kept.push_back(request);
        while self.kept.len() > MAX_REQUESTS || self.bytes > MAX_BYTES {
            let Some(oldest) = self.kept.pop_front() else {
                break;
            };
            self.bytes -= oldest.body.len();
        }
    }

    pub fn all(&self) -> Vec<RecordedRequest> {
        self.kept.iter().cloned().collect()
    }
}

pub(crate) const MAX_REQUESTS: usize = 512;
const MAX_BYTES: usize = 64 << 20;
