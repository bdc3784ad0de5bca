//! Bounds how many acting requests the API takes in a second. Reads are bounded by the connections.

use std::sync::{Mutex, PoisonError};

use tokio::time::Instant;

use super::access::Role;
use super::rejection::Rejection;

/// A bucket for each role, filled with time: an agent that floods the server does not keep the person out.
#[derive(Debug)]
pub(super) struct RateLimit {
    agent: Mutex<Bucket>,
    owner: Mutex<Bucket>,
}

#[derive(Debug)]
struct Bucket {
    requests: f64,
    filled: Instant,
}

impl RateLimit {
    pub fn new() -> Self {
        let full = || Mutex::new(Bucket { requests: MOST_AT_ONCE, filled: Instant::now() });
        Self { agent: full(), owner: full() }
    }

    /// # Errors
    /// `TooMany` when this role has sent too many requests.
    pub fn take(&self, role: Role) -> Result<(), Rejection> {
        let bucket = match role {
            Role::Agent => &self.agent,
            Role::Owner | Role::CodeHolder => &self.owner,
        };
        let mut bucket = bucket.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let gained = now.duration_since(bucket.filled).as_secs_f64() * EACH_SECOND;
        bucket.requests = (bucket.requests + gained).min(MOST_AT_ONCE);
        bucket.filled = now;
        if bucket.requests < 1.0 {
            return Err(Rejection::TooMany);
        }
        bucket.requests -= 1.0;
        Ok(())
    }
}

const MOST_AT_ONCE: f64 = 100.0;
const EACH_SECOND: f64 = 20.0;
