//! Who waits for what: calls without an answer, listeners, and the sessions known to live.
//!
//! Invariant: an entry leaves the table exactly once. A call that is answered, given up, or cut off is no longer
//! found, so a late reply changes nothing. The lock is never held across an await.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::value::RawValue;
use tokio::sync::oneshot;

use crate::client::Tally;
use crate::event::{Event, Events, Filter, Subscriber, subscription};
use crate::message::{Answer, Message, decode};
use crate::protocol::{AttachedToTarget, DetachedFromTarget, SessionId};
use crate::session::Notice;

/// How a call ended, before the caller adds its name.
#[derive(Debug)]
pub(super) enum Ending {
    Result(Box<RawValue>),
    Refused { code: i64, message: String },
    Nothing,
    Crashed,
    SessionGone,
    Disconnected,
}

#[derive(Debug, Default)]
pub(super) struct Table {
    entries: Mutex<Entries>,
}

#[derive(Debug, Default)]
struct Entries {
    ended: bool,
    last_call: u64,
    calls: HashMap<u64, Waiting>,
    listeners: HashMap<Scope, Vec<Subscriber>>,
    /// Each live session with the one it was attached from.
    sessions: HashMap<SessionId, Option<SessionId>>,
    tally: Tally,
}

#[derive(Debug)]
struct Waiting {
    session: Option<SessionId>,
    answer: oneshot::Sender<Ending>,
}

/// Where a listener listens.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Scope {
    Everywhere,
    Browser,
    Session(SessionId),
}

impl Table {
    /// Enters a call; `None` when the connection has ended.
    pub(super) fn enter(&self, session: Option<&SessionId>) -> Option<(u64, oneshot::Receiver<Ending>)> {
        let mut entries = self.lock();
        if entries.ended {
            return None;
        }
        entries.last_call += 1;
        let id = entries.last_call;
        let (answer, receiver) = oneshot::channel();
        entries.calls.insert(id, Waiting { session: session.cloned(), answer });
        Some((id, receiver))
    }

    /// Forgets a call nobody waits for any more.
    pub(super) fn give_up(&self, id: u64) {
        self.lock().calls.remove(&id);
    }

    /// Adds a listener. One for a session that is gone, or after the end, hears the end at once.
    pub(super) fn listen(&self, scope: Scope, filter: Filter) -> Events {
        let (subscriber, events) = subscription(filter);
        let mut entries = self.lock();
        let lives = match &scope {
            Scope::Everywhere | Scope::Browser => true,
            Scope::Session(session) => entries.sessions.contains_key(session),
        };
        if entries.ended || !lives {
            subscriber.end();
        } else {
            entries.listeners.entry(scope).or_default().push(subscriber);
        }
        events
    }

    /// Takes in what the browser sent.
    pub(super) fn handle(&self, frame: &[u8]) {
        let message = decode(frame);
        let mut entries = self.lock();
        match message {
            Some(Message::Reply { id, answer }) => entries.reply(id, answer),
            Some(Message::Event { session, method, params }) => {
                entries.event(&Arc::new(Event { session, method, params }));
            }
            None => {
                entries.tally.malformed += 1;
                tracing::debug!(bytes = frame.len(), "ignored a frame that is no message");
            }
        }
    }

    /// Ends everything that still waits.
    pub(super) fn end(&self) {
        let mut entries = self.lock();
        entries.ended = true;
        entries.sessions.clear();
        for (_, waiting) in entries.calls.drain() {
            // The caller may have left in the meantime.
            let _ = waiting.answer.send(Ending::Disconnected);
        }
        for subscriber in entries.listeners.drain().flat_map(|(_, subscribers)| subscribers) {
            subscriber.end();
        }
    }

    pub(super) fn ended(&self) -> bool {
        self.lock().ended
    }

    pub(super) fn tally(&self) -> Tally {
        self.lock().tally
    }

    fn lock(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entries {
    fn reply(&mut self, id: u64, answer: Answer) {
        let Some(waiting) = self.calls.remove(&id) else {
            self.tally.late += 1;
            return;
        };
        let ending = match answer {
            Answer::Result(result) => Ending::Result(result),
            Answer::Refused { code: NO_SUCH_SESSION, .. } => Ending::SessionGone,
            Answer::Refused { code, message } => Ending::Refused { code, message },
            Answer::Nothing => Ending::Nothing,
        };
        let _ = waiting.answer.send(ending);
    }

    fn event(&mut self, event: &Arc<Event>) {
        if let Some(attached) = event.read::<AttachedToTarget>() {
            self.sessions.insert(attached.session_id, event.session.clone());
        }
        let own = event.session.clone().map_or(Scope::Browser, Scope::Session);
        for scope in [own, Scope::Everywhere] {
            if let Some(subscribers) = self.listeners.get_mut(&scope) {
                subscribers.retain(|subscriber| subscriber.offer(event));
                if subscribers.is_empty() {
                    self.listeners.remove(&scope);
                }
            }
        }
        if let Some(detached) = event.read::<DetachedFromTarget>() {
            self.end_session(&detached.session_id);
        } else if event.method == CRASHED {
            self.cut_off(event.session.as_ref(), || Ending::Crashed);
        }
    }

    /// Ends a session and all that were attached through it.
    fn end_session(&mut self, session: &SessionId) {
        self.sessions.remove(session);
        self.cut_off(Some(session), || Ending::SessionGone);
        for subscriber in self.listeners.remove(&Scope::Session(session.clone())).unwrap_or_default() {
            subscriber.end();
        }
        let is_child = |parent: &Option<SessionId>| parent.as_ref() == Some(session);
        let children: Vec<_> =
            self.sessions.iter().filter(|(_, parent)| is_child(parent)).map(|(id, _)| id.clone()).collect();
        for child in children {
            self.end_session(&child);
        }
    }

    fn cut_off(&mut self, session: Option<&SessionId>, ending: impl Fn() -> Ending) {
        for (_, waiting) in self.calls.extract_if(|_, waiting| waiting.session.as_ref() == session) {
            let _ = waiting.answer.send(ending());
        }
    }
}

/// Chromium's code for "Session with given id not found".
const NO_SUCH_SESSION: i64 = -32001;
const CRASHED: &str = crate::protocol::TargetCrashed::METHOD;
