//! The bounded queue of events between the client and one listener.
//!
//! Invariant: a slow listener costs at most [`MOST_EVENTS`] events and [`MOST_BYTES`] bytes. When either is reached
//! the oldest events are dropped, and the listener receives their count ([`Received::Lost`]) before the next event.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use serde_json::value::RawValue;
use tokio::sync::Notify;

use crate::protocol::SessionId;
use crate::session::TypedEvent;
use crate::surrogates::parse_lossy;

/// A message that the browser sent by itself, not as the reply to a call.
#[derive(Debug)]
pub struct Event {
    /// The session of the event; `None` is the browser's own.
    pub session: Option<SessionId>,
    pub method: String,
    pub params: Box<RawValue>,
}

impl Event {
    /// The parameters, if the method is that of `E` and they can be parsed.
    #[must_use]
    pub fn read<E: TypedEvent>(&self) -> Option<E> {
        if self.method != E::METHOD {
            return None;
        }
        parse_lossy(&self.params)
            .inspect_err(|error| tracing::debug!(method = self.method, %error, "an event could not be read"))
            .ok()
    }
}

/// Which events a listener receives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Filter {
    All,
    Methods(&'static [&'static str]),
}

impl Filter {
    fn matches(self, method: &str) -> bool {
        match self {
            Self::All => true,
            Self::Methods(methods) => methods.contains(&method),
        }
    }
}

/// One item from a listener's queue.
#[derive(Debug)]
pub enum Received {
    Event(Arc<Event>),
    /// This many events were dropped here because the listener was too slow.
    Lost(u64),
}

/// A listener's end of the queue. Dropping it ends the subscription.
#[derive(Debug)]
pub struct Events {
    queue: Arc<Queue>,
}

impl Events {
    /// Waits for the next event; `None` once the session or the connection has ended and the queue is empty.
    pub async fn next(&mut self) -> Option<Received> {
        loop {
            match self.queue.pop() {
                PopResult::Received(received) => return Some(received),
                PopResult::Ended => return None,
                PopResult::Empty => self.queue.changed.notified().await,
            }
        }
    }

    /// The count of events that were put into the queue. It stays valid after the listener moved to another task.
    #[must_use]
    pub fn received(&self) -> EventsReceived {
        self.queue.received.clone()
    }

    /// Waits for the next `E` and drops all other events before it.
    pub async fn next_typed<E: TypedEvent>(&mut self) -> Option<E> {
        loop {
            if let Received::Event(event) = self.next().await?
                && let Some(event) = event.read()
            {
                return Some(event);
            }
        }
    }
}

/// How many events were queued for a listener so far, read or not. A caller that just received a reply learns from this
/// count how many events the listener must read to have seen everything that the browser sent before the reply.
#[derive(Debug, Clone, Default)]
pub struct EventsReceived(Arc<AtomicU64>);

impl EventsReceived {
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.load(Ordering::Acquire)
    }
}

/// The client's end of the queue.
#[derive(Debug)]
pub(super) struct Subscriber {
    filter: Filter,
    queue: Weak<Queue>,
}

/// A new queue, both ends.
pub(super) fn subscription(filter: Filter) -> (Subscriber, Events) {
    let queue = Arc::new(Queue::default());
    (Subscriber { filter, queue: Arc::downgrade(&queue) }, Events { queue })
}

impl Subscriber {
    /// Queues the event if it passes the filter. Returns `false` once the listener is dropped.
    pub(super) fn offer(&self, event: &Arc<Event>) -> bool {
        let Some(queue) = self.queue.upgrade() else {
            return false;
        };
        if self.filter.matches(&event.method) {
            queue.push(Arc::clone(event));
        }
        true
    }

    pub(super) fn end(&self) {
        if let Some(queue) = self.queue.upgrade() {
            queue.end();
        }
    }
}

#[derive(Debug, Default)]
struct Queue {
    queued: Mutex<QueuedEvents>,
    /// There is one listener, so the stored permit of `notify_one` is enough to never miss a change.
    changed: Notify,
    received: EventsReceived,
}

#[derive(Debug, Default)]
struct QueuedEvents {
    events: VecDeque<Arc<Event>>,
    bytes: usize,
    lost: u64,
    ended: bool,
}

/// The front of the queue.
enum PopResult {
    Received(Received),
    Empty,
    Ended,
}

impl Queue {
    fn push(&self, event: Arc<Event>) {
        let mut queued = self.lock();
        queued.bytes += event.params.get().len();
        queued.events.push_back(event);
        self.received.0.fetch_add(1, Ordering::Release);
        while queued.events.len() > MOST_EVENTS || (queued.bytes > MOST_BYTES && queued.events.len() > 1) {
            let dropped = queued.events.pop_front();
            queued.bytes -= dropped.map_or(0, |event| event.params.get().len());
            queued.lost += 1;
        }
        drop(queued);
        self.changed.notify_one();
    }

    fn pop(&self) -> PopResult {
        let mut queued = self.lock();
        if queued.lost > 0 {
            return PopResult::Received(Received::Lost(std::mem::take(&mut queued.lost)));
        }
        match queued.events.pop_front() {
            Some(event) => {
                queued.bytes -= event.params.get().len();
                PopResult::Received(Received::Event(event))
            }
            None if queued.ended => PopResult::Ended,
            None => PopResult::Empty,
        }
    }

    fn end(&self) {
        self.lock().ended = true;
        self.changed.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, QueuedEvents> {
        self.queued.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

const MOST_EVENTS: usize = 4096;
const MOST_BYTES: usize = 32 * 1024 * 1024;

#[cfg(test)]
mod tests;
