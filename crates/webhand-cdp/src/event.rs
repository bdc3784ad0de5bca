//! Events on their way to a listener, in a bounded queue.
//!
//! Invariant: a slow listener costs at most [`MOST_EVENTS`] events and [`MOST_BYTES`] bytes. When either is reached
//! the oldest events give way, and the listener is told how many before it gets the next one.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use serde_json::value::RawValue;
use tokio::sync::Notify;

use crate::protocol::SessionId;
use crate::session::Notice;
use crate::surrogates::read_tolerantly;

/// Something the browser told without being asked.
#[derive(Debug)]
pub struct Event {
    /// The session it happened in; `None` is the browser itself.
    pub session: Option<SessionId>,
    pub method: String,
    pub params: Box<RawValue>,
}

impl Event {
    /// The parameters, if this is an `N` and can be read as one.
    #[must_use]
    pub fn read<N: Notice>(&self) -> Option<N> {
        if self.method != N::METHOD {
            return None;
        }
        read_tolerantly(&self.params)
            .inspect_err(|error| tracing::debug!(method = self.method, %error, "an event could not be read"))
            .ok()
    }
}

/// Which events a listener wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Filter {
    All,
    Methods(&'static [&'static str]),
}

impl Filter {
    fn wants(self, method: &str) -> bool {
        match self {
            Self::All => true,
            Self::Methods(methods) => methods.contains(&method),
        }
    }
}

/// What a listener gets.
#[derive(Debug)]
pub enum Received {
    Event(Arc<Event>),
    /// So many events were dropped here because the listener was too slow.
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
            match self.queue.take() {
                Taken::Received(received) => return Some(received),
                Taken::Ended => return None,
                Taken::Empty => self.queue.changed.notified().await,
            }
        }
    }

    /// Counts the events that were put into the queue, also after the listener has been handed on.
    #[must_use]
    pub fn received(&self) -> EventsReceived {
        self.queue.received.clone()
    }

    /// Waits for the next `N`, passing over everything else.
    pub async fn next_notice<N: Notice>(&mut self) -> Option<N> {
        loop {
            if let Received::Event(event) = self.next().await?
                && let Some(notice) = event.read()
            {
                return Some(notice);
            }
        }
    }
}

/// How many events a listener was given so far, whether it has read them or not. A caller with a reply in hand knows by
/// this count how far the listener must come to have read everything that the browser sent before the reply.
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
    /// Hands the event over if it is wanted. `false` when nobody listens any more.
    pub(super) fn offer(&self, event: &Arc<Event>) -> bool {
        let Some(queue) = self.queue.upgrade() else {
            return false;
        };
        if self.filter.wants(&event.method) {
            queue.put(Arc::clone(event));
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
    waiting: Mutex<Waiting>,
    /// There is one listener, so the stored permit of `notify_one` is enough to never miss a change.
    changed: Notify,
    received: EventsReceived,
}

#[derive(Debug, Default)]
struct Waiting {
    events: VecDeque<Arc<Event>>,
    bytes: usize,
    lost: u64,
    ended: bool,
}

enum Taken {
    Received(Received),
    Empty,
    Ended,
}

impl Queue {
    fn put(&self, event: Arc<Event>) {
        let mut waiting = self.lock();
        waiting.bytes += event.params.get().len();
        waiting.events.push_back(event);
        self.received.0.fetch_add(1, Ordering::Release);
        while waiting.events.len() > MOST_EVENTS || (waiting.bytes > MOST_BYTES && waiting.events.len() > 1) {
            let dropped = waiting.events.pop_front();
            waiting.bytes -= dropped.map_or(0, |event| event.params.get().len());
            waiting.lost += 1;
        }
        drop(waiting);
        self.changed.notify_one();
    }

    fn take(&self) -> Taken {
        let mut waiting = self.lock();
        if waiting.lost > 0 {
            return Taken::Received(Received::Lost(std::mem::take(&mut waiting.lost)));
        }
        match waiting.events.pop_front() {
            Some(event) => {
                waiting.bytes -= event.params.get().len();
                Taken::Received(Received::Event(event))
            }
            None if waiting.ended => Taken::Ended,
            None => Taken::Empty,
        }
    }

    fn end(&self) {
        self.lock().ended = true;
        self.changed.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

const MOST_EVENTS: usize = 4096;
const MOST_BYTES: usize = 32 * 1024 * 1024;

#[cfg(test)]
mod tests;
