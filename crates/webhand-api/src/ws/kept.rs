//! One agent's session, kept while its connection is cut: what was asked, what was answered, who listens now.
//!
//! Invariants: requests are carried out one after the other in the order they came, each at most once; a reply is
//! either handed to the connection of the moment or waits for the next; nothing of a session outlives [`KEPT_FOR`]
//! without a connection.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, mpsc};
use tokio::time::{Instant, timeout_at};
use webhand_wire::agent::{AgentReply, AgentRequest, MessageId};

use super::answers::{Answers, Known};

/// A session with its memory. Shared by its worker, its connection and the list of all.
pub(crate) struct Kept {
    pub name: String,
    /// Whoever knows it may take the session up again.
    pub key: String,
    pub inbox: mpsc::Sender<Asked>,
    state: Mutex<State>,
    /// Rung when a connection comes or goes, and when the session shall end.
    changed: Notify,
}

/// Something that has its place in the order of replies.
#[derive(Debug)]
pub(crate) enum Asked {
    Request {
        request: AgentRequest,
        /// Whether the reply says how to take the session up again.
        greet: bool,
    },
    /// A message that could not be understood has its reply already.
    Answered(Box<AgentReply>),
}

/// A reply as it is sent.
pub(crate) type Written = Arc<str>;

/// Where replies go.
pub(crate) type Outbox = mpsc::Sender<Written>;

struct State {
    /// How many connections there have been.
    connections: u64,
    outbox: Option<Outbox>,
    /// Since when there is one, or none.
    since: Instant,
    unsent: VecDeque<Written>,
    answers: Answers,
    received: u64,
    ending: bool,
}

/// A connection's hold on a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hold(u64);

impl Kept {
    pub fn new(name: String, key: String) -> (Arc<Self>, mpsc::Receiver<Asked>) {
        let (inbox, asked) = mpsc::channel(MOST_ASKED);
        let state = State {
            connections: 0,
            outbox: None,
            since: Instant::now(),
            unsent: VecDeque::new(),
            answers: Answers::default(),
            received: 0,
            ending: false,
        };
        (Arc::new(Self { name, key, inbox, state: Mutex::new(state), changed: Notify::new() }), asked)
    }

    /// Gives the session to a connection, away from any other, with the replies that nobody has got yet: those that
    /// could not be sent and, where the agent says what it got last, all since then.
    pub fn attach(&self, outbox: Outbox, got: Option<&MessageId>) -> Option<(Hold, VecDeque<Written>)> {
        let mut state = self.state();
        if state.ending {
            return None;
        }
        state.connections += 1;
        state.outbox = Some(outbox);
        state.since = Instant::now();
        self.changed.notify_one();
        let mut late = got.map(|id| state.answers.since(id)).unwrap_or_default();
        let unsent = std::mem::take(&mut state.unsent);
        late.extend(unsent.into_iter().filter(|reply| !late.contains(reply)).collect::<Vec<_>>());
        Some((Hold(state.connections), late))
    }

    /// The connection is gone; `unsent` are replies it had taken and could not pass on.
    pub async fn detach(&self, hold: Hold, unsent: VecDeque<Written>) {
        {
            let mut state = self.state();
            if state.connections == hold.0 {
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

    /// Whether another connection has taken it since.
    pub fn was_taken_from(&self, hold: Hold) -> bool {
        self.state().connections != hold.0
    }

    /// What is known of a request's id.
    pub fn known(&self, request: &AgentRequest) -> Known {
        self.state().answers.find(request)
    }

    /// Keeps the reply to a request that was carried out.
    pub fn keep(&self, id: Option<&MessageId>, asked: u64, reply: &Written) {
        self.state().answers.keep(id, asked, reply);
    }

    /// Counts a request that has come in.
    pub fn count(&self) {
        self.state().received += 1;
    }

    pub fn received(&self) -> u64 {
        self.state().received
    }

    /// Since when no connection has had it.
    pub fn alone_since(&self) -> Option<Instant> {
        let state = self.state();
        state.outbox.is_none().then_some(state.since)
    }

    /// Hands a reply to the connection of the moment, and waits while that has enough to do.
    pub async fn deliver(&self, reply: Written) {
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

    /// Asks the worker to end; it finishes what is under way and closes the session.
    pub fn end(&self) {
        self.state().ending = true;
        self.changed.notify_one();
    }

    /// Comes true when the session shall end, or nobody has come back for it in time.
    pub async fn is_given_up(&self) {
        loop {
            let changed = self.changed.notified();
            let until = {
                let state = self.state();
                if state.ending {
                    return;
                }
                state.outbox.is_none().then(|| state.since + KEPT_FOR)
            };
            match until {
                None => changed.await,
                Some(until) => {
                    if timeout_at(until, changed).await.is_err() && self.alone_since().is_some() {
                        return;
                    }
                }
            }
        }
    }

    /// The last word: the connection learns that there is no session any more.
    pub fn over(&self) {
        let mut state = self.state();
        state.ending = true;
        state.outbox = None;
        state.unsent.clear();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How long a session waits for its agent to come back.
pub(crate) const KEPT_FOR: Duration = Duration::from_mins(2);
/// Requests that may wait; more are left in the socket.
const MOST_ASKED: usize = 32;
