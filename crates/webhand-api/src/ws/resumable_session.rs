//! One agent's session, which outlives its connection: queued requests, cached replies, and the current connection.
//!
//! Invariants: requests are performed one after the other in the order in which they came, each at most once; a reply is
//! either handed to the current connection or waits for the next; a session without a connection ends after
//! [`RESUMABLE_FOR`].

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, mpsc};
use tokio::time::{Instant, timeout_at};
use webhand_wire::agent::{AgentReply, AgentRequest, MessageId};

use super::reply_cache::{CacheLookup, ReplyCache};

/// A session and its replies, shared by its worker, its connection and the list of all sessions.
pub(crate) struct ResumableSession {
    pub name: String,
    /// The secret with which a client resumes the session.
    pub key: String,
    pub inbox: mpsc::Sender<QueuedMessage>,
    state: Mutex<State>,
    /// Notified when a connection comes or goes, and when the session is to end.
    changed: Notify,
}

/// A message with a place in the order of replies.
#[derive(Debug)]
pub(crate) enum QueuedMessage {
    Request {
        request: AgentRequest,
        /// Whether the reply tells the client how to resume the session.
        names_session: bool,
    },
    /// A malformed message, with its reply.
    Answered(Box<AgentReply>),
}

/// A reply as JSON text.
pub(crate) type ReplyText = Arc<str>;

/// The queue of replies to a connection.
pub(crate) type Outbox = mpsc::Sender<ReplyText>;

struct State {
    /// How many connections have attached the session.
    connections: u64,
    outbox: Option<Outbox>,
    /// When the current connection came or the last one went.
    since: Instant,
    unsent: VecDeque<ReplyText>,
    replies: ReplyCache,
    received: u64,
    ending: bool,
}

/// Identifies a connection among those that attached the session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Attachment(u64);

impl ResumableSession {
    pub fn new(name: String, key: String) -> (Arc<Self>, mpsc::Receiver<QueuedMessage>) {
        let (inbox, queue) = mpsc::channel(MOST_QUEUED);
        let state = State {
            connections: 0,
            outbox: None,
            since: Instant::now(),
            unsent: VecDeque::new(),
            replies: ReplyCache::default(),
            received: 0,
            ending: false,
        };
        (Arc::new(Self { name, key, inbox, state: Mutex::new(state), changed: Notify::new() }), queue)
    }

    /// Attaches a connection in place of any other, and returns the replies that the agent does not have: those that
    /// could not be sent and, if the agent names the last one it got, all after it.
    pub fn attach(&self, outbox: Outbox, got: Option<&MessageId>) -> Option<(Attachment, VecDeque<ReplyText>)> {
        let mut state = self.state();
        if state.ending {
            return None;
        }
        state.connections += 1;
        state.outbox = Some(outbox);
        state.since = Instant::now();
        self.changed.notify_one();
        let mut late = got.map(|id| state.replies.since(id)).unwrap_or_default();
        let unsent = std::mem::take(&mut state.unsent);
        late.extend(unsent.into_iter().filter(|reply| !late.contains(reply)).collect::<Vec<_>>());
        Some((Attachment(state.connections), late))
    }

    /// Detaches a connection; `unsent` are the replies that it could not send.
    pub async fn detach(&self, attachment: Attachment, unsent: VecDeque<ReplyText>) {
        {
            let mut state = self.state();
            if state.connections == attachment.0 {
                state.outbox = None;
                state.since = Instant::now();
                state.unsent.extend(unsent);
                self.changed.notify_one();
                return;
            }
        }
        for reply in unsent {
            self.deliver(reply).await;
        }
    }

    /// Whether another connection has attached the session since.
    pub fn was_taken_over_from(&self, attachment: Attachment) -> bool {
        self.state().connections != attachment.0
    }

    /// Looks for the reply to an earlier request with the same id.
    pub fn find_reply(&self, request: &AgentRequest) -> CacheLookup {
        self.state().replies.find(request)
    }

    /// Stores the reply to a performed request.
    pub fn remember_reply(&self, id: Option<&MessageId>, fingerprint: u64, reply: &ReplyText) {
        self.state().replies.insert(id, fingerprint, reply);
    }

    /// Counts a received request.
    pub fn count_request(&self) {
        self.state().received += 1;
    }

    pub fn received(&self) -> u64 {
        self.state().received
    }

    /// Since when the session has no connection; `None` while it has one.
    pub fn disconnected_since(&self) -> Option<Instant> {
        let state = self.state();
        state.outbox.is_none().then_some(state.since)
    }

    /// Hands a reply to the current connection, and waits while its queue is full.
    pub async fn deliver(&self, reply: ReplyText) {
        loop {
            let (connection, outbox) = {
                let mut state = self.state();
                let Some(outbox) = state.outbox.clone() else {
                    state.unsent.push_back(reply);
                    return;
                };
                (state.connections, outbox)
            };
            if outbox.send(reply.clone()).await.is_ok() {
                return;
            }
            let mut state = self.state();
            if state.connections == connection {
                state.unsent.push_back(reply);
                return;
            }
        }
    }

    /// Tells the worker to end the session.
    pub fn end(&self) {
        self.state().ending = true;
        self.changed.notify_one();
    }

    /// Returns when the session is to end, or no client has resumed it in time.
    pub async fn ended_or_abandoned(&self) {
        loop {
            let changed = self.changed.notified();
            let until = {
                let state = self.state();
                if state.ending {
                    return;
                }
                state.outbox.is_none().then(|| state.since + RESUMABLE_FOR)
            };
            match until {
                None => changed.await,
                Some(until) => {
                    if timeout_at(until, changed).await.is_err() && self.disconnected_since().is_some() {
                        return;
                    }
                }
            }
        }
    }

    /// Marks the session as over; its connection ends.
    pub fn finish(&self) {
        let mut state = self.state();
        state.ending = true;
        state.outbox = None;
        state.unsent.clear();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How long a session without a connection can be resumed.
pub(crate) const RESUMABLE_FOR: Duration = Duration::from_mins(2);
/// The most requests that wait; further ones stay in the socket.
const MOST_QUEUED: usize = 32;
