//! The runs that a connection follows: each has a reader of its own, which waits while the client does not read.
//!
//! They belong to the connection and not to its session: after a cut the client follows again from the last number it got.

use std::collections::BTreeMap;

use tokio::sync::mpsc;
use tokio::task::{AbortHandle, JoinSet};
use webhand_model::RunId;
use webhand_wire::agent::{AgentEvent, FollowEnd};

use crate::run_stream::{RunStream, StreamPiece};

pub(super) struct FollowedRuns {
    /// Dropped with the connection, which ends all readers.
    readers: JoinSet<()>,
    by_run: BTreeMap<RunId, AbortHandle>,
    outbox: mpsc::Sender<String>,
    messages: mpsc::Receiver<String>,
}

impl FollowedRuns {
    pub fn new() -> Self {
        let (outbox, messages) = mpsc::channel(MOST_WAITING);
        Self { readers: JoinSet::new(), by_run: BTreeMap::new(), outbox, messages }
    }

    /// Whether another run can be followed.
    pub fn has_room(&mut self) -> bool {
        while self.readers.try_join_next().is_some() {}
        self.by_run.retain(|_, reader| !reader.is_finished());
        self.by_run.len() < MOST_FOLLOWED
    }

    /// Follows a run; a reader that follows it already ends.
    pub fn follow(&mut self, run: RunId, stream: RunStream) {
        let reader = self.readers.spawn(forward(run.clone(), stream, self.outbox.clone()));
        if let Some(before) = self.by_run.insert(run, reader) {
            before.abort();
        }
    }

    /// The next message; waits for ever while nothing is followed.
    pub async fn next(&mut self) -> String {
        match self.messages.recv().await {
            Some(message) => message,
            None => std::future::pending().await,
        }
    }
}

/// Sends a run's events until it is over or nobody reads them any more.
async fn forward(run: RunId, mut stream: RunStream, outbox: mpsc::Sender<String>) {
    let message = |event, end| AgentEvent { run: run.to_string(), event, end }.to_text();
    loop {
        let (messages, is_end) = match stream.next().await {
            Some(StreamPiece::Events(events)) => {
                let events = events.iter().map(|event| serde_json::to_value(event).ok());
                (events.map(|event| message(event, None)).collect(), false)
            }
            Some(StreamPiece::Text(_) | StreamPiece::Quiet) => (Vec::new(), false),
            Some(StreamPiece::End) => (vec![message(None, Some(FollowEnd::Over))], true),
            None => (vec![message(None, Some(FollowEnd::Lost))], true),
        };
        for message in messages {
            if outbox.send(message).await.is_err() {
                return;
            }
        }
        if is_end {
            return;
        }
    }
}

const MOST_FOLLOWED: usize = 16;
/// The most messages that wait to be written; readers wait with the next one.
const MOST_WAITING: usize = 16;
