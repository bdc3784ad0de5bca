//! The driver over the Chrome `DevTools` Protocol, whatever carries its frames.
//!
//! It translates: calls of the hands into commands, events of the protocol into [`BrowserEvent`](super::BrowserEvent)s,
//! errors of Chromium into [`DriverError`]s. It decides nothing and remembers nothing of the pages. Start reading at
//! [`connect`]; [`setup`] says what is switched on in a target, [`page_scripts`] how a page script is called.

mod chat_scripts;
mod closed_roots;
mod contexts;
mod element_internals;
mod errors;
mod events;
mod ids;
mod input;
mod listeners;
mod live_channels;
mod objects;
mod page_script;
mod page_scripts;
mod page_tools;
mod pages;
mod requests;
mod scripts;
mod setup;

use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use webhand_cdp::protocol::BrowserVersion;
use webhand_cdp::{Client, Command, EventsReceived, Session};

use super::{
    Answer, BrowserContexts, ChatScripts, ClosedRoots, Downloads, DragInput, Driver, DriverError, ElementInternals,
    EventListeners, EventSource, FileUploads, HeldRequests, InputDispatch, LiveChannels, Navigation, PageObjects,
    PageScripts, PageTools, Screenshots, ScriptRunner, SessionId, TabCommands, Targets,
};
pub(super) use errors::typed;
use events::CdpEvents;

/// The protocol's own session of a tab.
#[cfg(feature = "raw-cdp")]
pub type RawSession = Session;

/// Follows the events of a browser from now on, and drives it.
pub(crate) fn connect(client: Client) -> (Arc<dyn Driver>, Box<dyn EventSource>) {
    let events = client.events(events::WANTED);
    let driver = CdpDriver { received: events.received(), client };
    (Arc::new(driver), Box::new(CdpEvents::new(events)))
}

#[derive(Debug)]
pub(super) struct CdpDriver {
    client: Client,
    received: EventsReceived,
}

impl CdpDriver {
    fn session(&self, id: &SessionId) -> Session {
        self.client.session(id.into())
    }

    async fn call<C: Command>(
        &self,
        session: &SessionId,
        command: &C,
        within: Duration,
    ) -> Result<C::Reply, DriverError> {
        self.session(session).call_within(command, within).await.map_err(typed)
    }

    /// As [`Self::call`], for commands whose reply says nothing but that it was done.
    async fn run<C: Command>(&self, session: &SessionId, command: C, within: Duration) -> Result<(), DriverError> {
        self.call(session, &command, within).await.map(drop)
    }

    async fn call_browser<C: Command>(&self, command: &C, within: Duration) -> Result<C::Reply, DriverError> {
        self.client.browser().call_within(command, within).await.map_err(typed)
    }

    async fn run_browser<C: Command>(&self, command: C, within: Duration) -> Result<(), DriverError> {
        self.call_browser(&command, within).await.map(drop)
    }
}

impl Driver for CdpDriver {
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
        self.run_browser(BrowserVersion {}, within).boxed()
    }

    fn events_received(&self) -> u64 {
        self.received.count()
    }

    fn held_requests(&self) -> Option<&dyn HeldRequests> {
        Some(self)
    }

    fn live_channels(&self) -> Option<&dyn LiveChannels> {
        Some(self)
    }

    fn downloads(&self) -> Option<&dyn Downloads> {
        Some(self)
    }

    fn drags(&self) -> Option<&dyn DragInput> {
        Some(self)
    }

    fn contexts(&self) -> Option<&dyn BrowserContexts> {
        Some(self)
    }

    fn uploads(&self) -> Option<&dyn FileUploads> {
        Some(self)
    }

    fn objects(&self) -> Option<&dyn PageObjects> {
        Some(self)
    }

    fn scripts(&self) -> Option<&dyn ScriptRunner> {
        Some(self)
    }

    fn page_tools(&self) -> Option<&dyn PageTools> {
        Some(self)
    }

    fn chat_scripts(&self) -> Option<&dyn ChatScripts> {
        Some(self)
    }

    fn listeners(&self) -> Option<&dyn EventListeners> {
        Some(self)
    }

    fn closed_roots(&self) -> Option<&dyn ClosedRoots> {
        Some(self)
    }

    fn element_internals(&self) -> Option<&dyn ElementInternals> {
        Some(self)
    }

    #[cfg(feature = "raw-cdp")]
    fn raw_session(&self, session: &SessionId) -> Option<RawSession> {
        Some(self.session(session))
    }
}
