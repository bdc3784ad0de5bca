//! Bounds how many acting requests the API takes in a second. Reads are bounded by the connections.
//!
//! Invariant: whatever else a person sends, they can stop a run.

use std::sync::{Mutex, PoisonError};

use tokio::time::Instant;

use super::access::Role;
use super::rejection::Rejection;
use super::route::ApiCall;

/// A bucket for each role, filled with time: an agent that floods the server does not keep the person out. A person's mouse
/// and keys have one of their own.
#[derive(Debug)]
pub(super) struct RateLimit {
    agent: Bucket,
    owner: Bucket,
    input: Bucket,
}

#[derive(Debug)]
struct Bucket {
    state: Mutex<(f64, Instant)>,
    most_at_once: f64,
    each_second: f64,
}

impl Bucket {
    fn full(most_at_once: f64, each_second: f64) -> Self {
        Self { state: Mutex::new((most_at_once, Instant::now())), most_at_once, each_second }
    }

    fn take(&self) -> Result<(), Rejection> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (requests, filled) = &mut *state;
        let now = Instant::now();
        let gained = now.duration_since(*filled).as_secs_f64() * self.each_second;
        *requests = (*requests + gained).min(self.most_at_once);
        *filled = now;
        if *requests < 1.0 {
            return Err(Rejection::TooMany);
        }
        *requests -= 1.0;
        Ok(())
    }
}

impl RateLimit {
    pub fn new() -> Self {
        let usual = || Bucket::full(100.0, 20.0);
        Self { agent: usual(), owner: usual(), input: Bucket::full(200.0, 60.0) }
    }

    /// # Errors
    /// `TooMany` when this role has sent too many requests.
    pub fn take(&self, role: Role, call: Option<ApiCall>) -> Result<(), Rejection> {
        let is_owner = role == Role::Owner;
        match call {
            // A stop must work whatever came before it.
            Some(ApiCall::Cancel | ApiCall::Pause | ApiCall::Take) if is_owner => Ok(()),
            Some(ApiCall::PersonInput) => self.input.take(),
            Some(_) | None if role == Role::Agent => self.agent.take(),
            Some(_) | None => self.owner.take(),
        }
    }
}
