//! Routes received frames: replies to the calls that wait for them, events to their listeners. It also knows the live
//! sessions, so that calls and listeners end with their session.
//!
//! Invariant: a call is removed exactly once, when it is answered, abandoned or failed; a reply that comes later finds no
//! call and is only counted. The lock is never held across an await.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::value::RawValue;
use tokio::sync::oneshot;

use crate::client::DiscardedFrames;
use crate::event::{Event, Events, Filter, Subscriber, subscription};
use crate::message::{Message, ReplyBody, decode};
use crate::protocol::{AttachedToTarget, DetachedFromTarget, SessionId};
use crate::session::TypedEvent;

/// How a call ended. The caller adds the method and makes a [`CdpError`](crate::CdpError) of a failure.
#[derive(Debug)]
pub(super) enum CallOutcome {
    Result(Box<RawValue>),
    Refused {
        code: i64,
        message: String,
    },
    /// The reply held neither a result nor an error.
    EmptyReply,
    Crashed,
    SessionGone,
    Disconnected,
}

#[derive(Debug, Default)]
pub(super) struct Dispatcher {
    state: Mutex<DispatcherState>,
}

#[derive(Debug, Default)]
struct DispatcherState {
    closed: bool,
    last_call: u64,
    calls: HashMap<u64, PendingCall>,
    listeners: HashMap<Scope, Vec<Subscriber>>,
    /// Each live session with the session through which it was attached.
    sessions: HashMap<SessionId, Option<SessionId>>,
    discarded: DiscardedFrames,
}

#[derive(Debug)]
struct PendingCall {
    session: Option<SessionId>,
    reply: oneshot::Sender<CallOutcome>,
}

/// The sessions whose events a listener receives.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Scope {
    Everywhere,
    Browser,
    Session(SessionId),
}

impl Dispatcher {
    /// Registers a call and returns its id and the receiver of its outcome; `None` after the connection has closed.
    pub(super) fn register_call(&self, session: Option<&SessionId>) -> Option<(u64, oneshot::Receiver<CallOutcome>)> {
        let mut state = self.lock();
        if state.closed {
            return None;
        }
        state.last_call += 1;
        let id = state.last_call;
        let (reply, receiver) = oneshot::channel();
        state.calls.insert(id, PendingCall { session: session.cloned(), reply });
        Some((id, receiver))
    }

    /// Removes a call whose caller stopped waiting.
    pub(super) fn forget_call(&self, id: u64) {
        self.lock().calls.remove(&id);
    }

    /// Adds a listener. A listener for a session that is gone, or on a closed connection, ends at once.
    pub(super) fn subscribe(&self, scope: Scope, filter: Filter) -> Events {
        let (subscriber, events) = subscription(filter);
        let mut state = self.lock();
        let lives = match &scope {
            Scope::Everywhere | Scope::Browser => true,
            Scope::Session(session) => state.sessions.contains_key(session),
        };
        if state.closed || !lives {
            subscriber.end();
        } else {
            state.listeners.entry(scope).or_default().push(subscriber);
        }
        events
    }

    /// Routes one frame that the browser sent.
    pub(super) fn dispatch_frame(&self, frame: &[u8]) {
        let message = decode(frame);
        let mut state = self.lock();
        match message {
            Some(Message::Reply { id, body }) => state.finish_call(id, body),
            Some(Message::Event { session, method, params }) => {
                state.dispatch_event(&Arc::new(Event { session, method, params }));
            }
            None => {
                state.discarded.malformed += 1;
                tracing::debug!(bytes = frame.len(), "ignored a frame that is no message");
            }
        }
    }

    /// Ends all pending calls and all listeners.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        state.sessions.clear();
        for (_, pending) in state.calls.drain() {
            // Sending fails only when the caller stopped waiting.
            let _ = pending.reply.send(CallOutcome::Disconnected);
        }
        for subscriber in state.listeners.drain().flat_map(|(_, subscribers)| subscribers) {
            subscriber.end();
        }
    }

    pub(super) fn is_closed(&self) -> bool {
        self.lock().closed
    }

    pub(super) fn discarded_frames(&self) -> DiscardedFrames {
        self.lock().discarded
    }

    fn lock(&self) -> MutexGuard<'_, DispatcherState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl DispatcherState {
    fn finish_call(&mut self, id: u64, body: ReplyBody) {
        let Some(pending) = self.calls.remove(&id) else {
            self.discarded.late += 1;
            return;
        };
        let outcome = match body {
            ReplyBody::Result(result) => CallOutcome::Result(result),
            ReplyBody::Refused { code: NO_SUCH_SESSION, .. } => CallOutcome::SessionGone,
            ReplyBody::Refused { code, message } => CallOutcome::Refused { code, message },
            ReplyBody::Empty => CallOutcome::EmptyReply,
        };
        let _ = pending.reply.send(outcome);
    }

    fn dispatch_event(&mut self, event: &Arc<Event>) {
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
            self.fail_calls(event.session.as_ref(), || CallOutcome::Crashed);
        }
    }

    /// Ends a session and all sessions that were attached through it.
    fn end_session(&mut self, session: &SessionId) {
        self.sessions.remove(session);
        self.fail_calls(Some(session), || CallOutcome::SessionGone);
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

    /// Ends all pending calls of a session.
    fn fail_calls(&mut self, session: Option<&SessionId>, outcome: impl Fn() -> CallOutcome) {
        for (_, pending) in self.calls.extract_if(|_, pending| pending.session.as_ref() == session) {
            let _ = pending.reply.send(outcome());
        }
    }
}

/// Chromium's code for "Session with given id not found".
const NO_SUCH_SESSION: i64 = -32001;
const CRASHED: &str = crate::protocol::TargetCrashed::METHOD;
