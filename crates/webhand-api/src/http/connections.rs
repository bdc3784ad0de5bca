//! The connections that are open, within bounds that nobody without the token can use up.
//!
//! A connection waits until a request with the right token has come, and again after its response. When too many wait, the
//! one that has waited longest is closed: a client that sends its request without delay is served however many others
//! send nothing, or half a head.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;

use super::rejection::Rejection;

/// All open connections.
#[derive(Debug, Default)]
pub(super) struct Connections {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    last: u64,
    open: BTreeMap<u64, OpenConnection>,
}

#[derive(Debug)]
struct OpenConnection {
    /// Counts up with each connection and each response; the lowest has waited longest.
    waits_since: u64,
    /// Requests with the right token whose responses are not sent yet.
    requests: usize,
    /// Those of them whose responses are streams.
    streams: usize,
    closing: CancellationToken,
}

impl OpenConnection {
    fn is_waiting(&self) -> bool {
        self.requests == 0
    }

    fn is_busy(&self) -> bool {
        self.requests > self.streams
    }
}

/// How long the response to a request goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RequestLength {
    Short,
    /// A stream, which costs little while nothing happens.
    Stream,
}

impl Connections {
    /// Adds a connection, and closes the one that has waited longest when too many wait.
    pub(super) fn add(self: &Arc<Self>) -> Connection {
        let mut state = self.state();
        let id = state.next();
        let closing = CancellationToken::new();
        state.open.insert(id, OpenConnection { waits_since: id, requests: 0, streams: 0, closing: closing.clone() });
        let waiting = || state.open.values().filter(|open| open.is_waiting());
        if waiting().count() > MOST_WAITING
            && let Some(longest) =
                waiting().filter(|open| !open.closing.is_cancelled()).min_by_key(|open| open.waits_since)
        {
            longest.closing.cancel();
        }
        Connection { connections: Arc::clone(self), id, closing }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn next(&mut self) -> u64 {
        self.last += 1;
        self.last
    }
}

/// One connection; it is forgotten when this value is dropped.
#[derive(Debug)]
pub(super) struct Connection {
    connections: Arc<Connections>,
    id: u64,
    closing: CancellationToken,
}

impl Connection {
    /// Returns when the connection has to make room for another.
    pub(super) async fn closing(&self) {
        self.closing.cancelled().await;
    }

    /// Marks the connection as used until the returned value is dropped.
    ///
    /// # Errors
    /// `Busy` when too many requests of this kind are being served already.
    pub(super) fn begin_request(self: &Arc<Self>, length: RequestLength) -> Result<RequestInProgress, Rejection> {
        let mut state = self.connections.state();
        let is_stream = length == RequestLength::Stream;
        let is_full = if is_stream {
            state.open.values().map(|open| open.streams).sum::<usize>() >= MOST_STREAMS
        } else {
            state.open.values().filter(|open| open.is_busy()).count() >= MOST_IN_USE
        };
        if is_full {
            return Err(Rejection::Busy);
        }
        if let Some(open) = state.open.get_mut(&self.id) {
            open.requests += 1;
            open.streams += usize::from(is_stream);
        }
        drop(state);
        Ok(RequestInProgress { connection: Arc::clone(self), is_stream })
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.connections.state().open.remove(&self.id);
    }
}

/// A request with the right token, until its response is sent.
#[derive(Debug)]
pub(super) struct RequestInProgress {
    connection: Arc<Connection>,
    is_stream: bool,
}

impl Drop for RequestInProgress {
    fn drop(&mut self) {
        let mut state = self.connection.connections.state();
        let now = state.next();
        if let Some(open) = state.open.get_mut(&self.connection.id) {
            open.requests = open.requests.saturating_sub(1);
            open.streams = open.streams.saturating_sub(usize::from(self.is_stream));
            open.waits_since = now;
        }
    }
}

/// Each may have sent a head of 64 KiB.
const MOST_WAITING: usize = 128;
const MOST_IN_USE: usize = 256;
/// Watchers of runs; each costs a connection and a task that sleeps.
const MOST_STREAMS: usize = 2_000;
