//! The driver of a browser without its debugger: a person's own, through the extension's worker and a script in each
//! document of the run's tabs.
//!
//! It translates: calls of the hands into [`QuietCommand`]s, [`QuietEvent`](webhand_wire::QuietEvent)s into
//! [`BrowserEvent`](super::BrowserEvent)s. It decides nothing. What this level lacks is `None`, or refused with
//! [`DriverError::NeedsDebugger`]. Requests are stopped by rules of the browser before they are judged, so one that was
//! blocked cannot be released; forms are kept by their documents and can. Start reading at [`connect`] and `events.rs`.

mod body;
mod closed_roots;
mod commands;
mod events;
mod input;
mod navigation;
mod page_scripts;
mod pictures;
mod requests;
mod state;
mod tabs;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use tokio::sync::mpsc;
use webhand_cdp::{Client, EventsReceived, Filter};
use webhand_wire::QuietCommand;

use super::{
    Answer, BrowserEvent, ChatScripts, ClosedRoots, Downloads, DragInput, Driver, ElementInternals, EventListeners,
    EventSource, FileUploads, HeldRequests, InputDispatch, LiveChannels, Navigation, PageObjects, PageScripts,
    PageTools, Screenshots, ScriptRunner, TabCommands, TargetId, Targets,
};
use events::QuietEvents;
use state::State;

/// Where a run at the quiet level begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuietStart {
    NewTab,
    /// The first tab that is asked for is this one of the person, who agreed to it.
    InTab(u32),
}

/// Follows the tabs of a run from now on, and drives them.
pub(crate) fn connect(client: Client, start: QuietStart) -> (Arc<dyn Driver>, Box<dyn EventSource>) {
    let events = client.events(Filter::Methods(&[webhand_wire::QUIET_METHOD]));
    let (own, own_events) = mpsc::unbounded_channel();
    let state = Arc::new(Mutex::new(State::new(start)));
    let own_count = Arc::new(AtomicU64::default());
    let driver = QuietDriver {
        received: events.received(),
        own_count,
        client,
        own,
        state: Arc::clone(&state),
        input_turn: tokio::sync::Mutex::default(),
    };
    (Arc::new(driver), Box::new(QuietEvents::new(events, own_events, state)))
}

/// The number of a tab in the person's browser.
pub(crate) fn tab_number(target: &TargetId) -> Option<u32> {
    state::target_number(target)
}

#[derive(Debug)]
pub(super) struct QuietDriver {
    client: Client,
    received: EventsReceived,
    /// Events that follow from an answer and not from the browser.
    own: mpsc::UnboundedSender<BrowserEvent>,
    own_count: Arc<AtomicU64>,
    state: Arc<Mutex<State>>,
    /// Input events are delivered one after the other, also where each takes several steps.
    input_turn: tokio::sync::Mutex<()>,
}

impl QuietDriver {
    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Sends an event of the driver itself.
    fn note(&self, event: BrowserEvent) {
        self.own_count.fetch_add(1, Ordering::Release);
        // Without a reader nobody waits for the event.
        let _ = self.own.send(event);
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Driver for QuietDriver {
    fn page_scripts(&self) -> &dyn PageScripts {
        self
    }

    fn input(&self) -> &dyn InputDispatch {
        self
    }

    fn navigation(&self) -> &dyn Navigation {
        self
    }

    fn tabs(&self) -> &dyn TabCommands {
        self
    }

    fn targets(&self) -> &dyn Targets {
        self
    }

    fn pictures(&self) -> &dyn Screenshots {
        self
    }

    fn ping(&self, within: Duration) -> Answer<'_, ()> {
        self.run(QuietCommand::Ping {}, within).boxed()
    }

    fn events_received(&self) -> u64 {
        self.received.count() + self.own_count.load(Ordering::Acquire)
    }

    fn held_requests(&self) -> Option<&dyn HeldRequests> {
        Some(self)
    }

    fn live_channels(&self) -> Option<&dyn LiveChannels> {
        None
    }

    fn downloads(&self) -> Option<&dyn Downloads> {
        None
    }

    fn drags(&self) -> Option<&dyn DragInput> {
        None
    }

    fn uploads(&self) -> Option<&dyn FileUploads> {
        None
    }

    fn objects(&self) -> Option<&dyn PageObjects> {
        None
    }

    fn scripts(&self) -> Option<&dyn ScriptRunner> {
        None
    }

    fn page_tools(&self) -> Option<&dyn PageTools> {
        None
    }

    fn listeners(&self) -> Option<&dyn EventListeners> {
        None
    }

    fn closed_roots(&self) -> Option<&dyn ClosedRoots> {
        Some(self)
    }

    fn chat_scripts(&self) -> Option<&dyn ChatScripts> {
        None
    }

    fn element_internals(&self) -> Option<&dyn ElementInternals> {
        None
    }

    fn lacks_debugger(&self) -> bool {
        true
    }

    #[cfg(feature = "raw-cdp")]
    fn raw_session(&self, _session: &super::SessionId) -> Option<super::cdp::RawSession> {
        None
    }
}
