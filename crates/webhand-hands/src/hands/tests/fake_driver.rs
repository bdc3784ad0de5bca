//! A driver without a browser and without any optional group of calls. Its tabs show a page with one button.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use tokio::sync::mpsc;
use webhand_wire::{Aimed, Disarmed, PageCommand, PageNode, PageReply, PageSnapshot, Reaction, Settled};

use crate::driver::{
    Answer, BrowserEvent, BrowserEventKind, BrowserScope, Capture, ChatScripts, ClosedRoots, DocumentAddress,
    Downloads, DragInput, Driver, DriverError, ElementInternals, EventListeners, EventSource, FileUploads, FrameId,
    FrameInfo, HeldRequests, History, InputDispatch, KeyEvent, Layout, LiveChannels, LoaderId, MouseEvent, MouseStep,
    Navigated, Navigation, PageEvent, PageObjects, PageScripts, PageTools, Received, Screenshots, ScriptRunner,
    ScriptWorld, ScriptWorldEvent, ScriptWorldKind, SessionId, TabCommands, TabWindow, TargetEvent, TargetId,
    TargetInfo, TargetKind, TargetRole, Targets, WheelEvent, WorldName,
};
use crate::page_environment::PageEnvironment;

#[derive(Debug)]
pub(super) struct FakeDriver {
    events: mpsc::UnboundedSender<BrowserEvent>,
    sent: AtomicU64,
    presses: AtomicU32,
}

impl FakeDriver {
    pub(super) fn connect() -> (Arc<Self>, Box<dyn EventSource>) {
        let (events, receiver) = mpsc::unbounded_channel();
        (
            Arc::new(Self { events, sent: AtomicU64::default(), presses: AtomicU32::default() }),
            Box::new(FakeEvents(receiver)),
        )
    }

    pub(super) fn presses(&self) -> u32 {
        self.presses.load(Ordering::Relaxed)
    }

    fn send(&self, session: Option<&SessionId>, kind: BrowserEventKind) {
        self.sent.fetch_add(1, Ordering::Relaxed);
        self.events.send(BrowserEvent { session: session.cloned(), kind }).unwrap();
    }
}

#[derive(Debug)]
struct FakeEvents(mpsc::UnboundedReceiver<BrowserEvent>);

impl EventSource for FakeEvents {
    fn next(&mut self) -> BoxFuture<'_, Option<Received>> {
        async { self.0.recv().await.map(|event| Received::Event(Box::new(event))) }.boxed()
    }
}

impl Driver for FakeDriver {
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

    fn ping(&self, _within: Duration) -> Answer<'_, ()> {
        done()
    }

    fn events_received(&self) -> u64 {
        self.sent.load(Ordering::Relaxed)
    }

    fn held_requests(&self) -> Option<&dyn HeldRequests> {
        None
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

    fn chat_scripts(&self) -> Option<&dyn ChatScripts> {
        None
    }

    fn listeners(&self) -> Option<&dyn EventListeners> {
        None
    }

    fn closed_roots(&self) -> Option<&dyn ClosedRoots> {
        None
    }

    fn element_internals(&self) -> Option<&dyn ElementInternals> {
        None
    }

    #[cfg(feature = "raw-cdp")]
    fn raw_session(&self, _session: &SessionId) -> Option<crate::driver::cdp::RawSession> {
        None
    }
}

impl PageScripts for FakeDriver {
    fn ask<'a>(
        &'a self,
        _document: &'a DocumentAddress,
        command: &'a PageCommand,
        _within: Duration,
    ) -> Answer<'a, String> {
        let disarmed = Disarmed {
            hit: Some(true),
            clicked: true,
            instead: None,
            covered: false,
            along: Vec::new(),
            changed: None,
        };
        let reply = if matches!(command, PageCommand::Snapshot { .. }) {
            PageReply::Snapshot(page())
        } else if matches!(command, PageCommand::Aim { .. }) {
            PageReply::Aimed(Aimed { x: 50.0, y: 20.0, bounds: [10.0, 10.0, 80.0, 20.0] })
        } else if matches!(command, PageCommand::Disarm {}) {
            PageReply::Disarmed(disarmed)
        } else if let PageCommand::Settle(settling) = command {
            PageReply::Settled(Settled {
                quiet: true,
                stream: false,
                reaction: Reaction::Some,
                busy: None,
                same: false,
                disarmed: settling.disarm.then_some(disarmed),
                seen: settling.look.map(|_| page()),
            })
        } else {
            PageReply::Done {}
        };
        ready(Ok(serde_json::to_string(&reply).unwrap())).boxed()
    }

    fn create_world<'a>(
        &'a self,
        _session: &'a SessionId,
        _frame: &'a FrameId,
        _name: WorldName,
        _within: Duration,
    ) -> Answer<'a, ScriptWorld> {
        ready(Ok(ScriptWorld(1))).boxed()
    }

    fn frame_owner<'a>(
        &'a self,
        _parent: &'a DocumentAddress,
        _frame: &'a FrameId,
        _within: Duration,
    ) -> Answer<'a, Option<u32>> {
        ready(Ok(None)).boxed()
    }

    fn stop_running_script<'a>(&'a self, _session: &'a SessionId, _within: Duration) -> Answer<'a, ()> {
        done()
    }
}

/// A page with a button. It lists an element for each kind of hint, which this driver cannot give.
fn page() -> PageSnapshot {
    let button = PageNode {
        role: "button".to_owned(),
        name: "Pay".to_owned(),
        node: Some(1),
        bounds: Some([10, 10, 80, 20]),
        in_view: true,
        ..PageNode::default()
    };
    PageSnapshot {
        title: "Shop".to_owned(),
        url: ADDRESS.to_owned(),
        ready: "complete".to_owned(),
        viewport: [1280.0, 800.0],
        scroll: [0.0; 4],
        nodes: vec![button],
        truncated: false,
        suspects: Some(1),
        speakers: Some(1),
    }
}

impl InputDispatch for FakeDriver {
    fn mouse<'a>(&'a self, _session: &'a SessionId, event: &'a MouseEvent, _within: Duration) -> Answer<'a, ()> {
        if event.kind == MouseStep::Pressed {
            self.presses.fetch_add(1, Ordering::Relaxed);
        }
        done()
    }

    fn wheel<'a>(&'a self, _session: &'a SessionId, _event: WheelEvent, _within: Duration) -> Answer<'a, ()> {
        done()
    }

    fn key<'a>(&'a self, _session: &'a SessionId, _event: &'a KeyEvent, _within: Duration) -> Answer<'a, ()> {
        done()
    }

    fn insert_text<'a>(&'a self, _session: &'a SessionId, _text: &'a str, _within: Duration) -> Answer<'a, ()> {
        done()
    }
}

impl Navigation for FakeDriver {
    fn document_source<'a>(
        &'a self,
        _session: &'a SessionId,
        _loader: &'a LoaderId,
        _within: Duration,
    ) -> Answer<'a, String> {
        ready(Ok(String::new())).boxed()
    }

    fn navigate<'a>(&'a self, _session: &'a SessionId, _url: &'a str, _within: Duration) -> Answer<'a, Navigated> {
        ready(Ok(Navigated { loader: None, error: None })).boxed()
    }

    fn reload<'a>(&'a self, _session: &'a SessionId, _within: Duration) -> Answer<'a, ()> {
        done()
    }

    fn history<'a>(&'a self, _session: &'a SessionId, _within: Duration) -> Answer<'a, History> {
        ready(Ok(History { current: 0, entries: Vec::new() })).boxed()
    }

    fn go_to_entry<'a>(&'a self, _session: &'a SessionId, _entry: i64, _within: Duration) -> Answer<'a, ()> {
        done()
    }

    fn stop_loading<'a>(&'a self, _session: &'a SessionId, _within: Duration) -> Answer<'a, ()> {
        done()
    }
}

impl TabCommands for FakeDriver {
    fn open(&self, _window: TabWindow, _within: Duration) -> Answer<'_, TargetId> {
        let tab = TargetId::new("tab");
        let target =
            TargetInfo { id: tab.clone(), kind: TargetKind::Page, url: "about:blank".to_owned(), opener: None };
        let attached = TargetEvent::Attached { session: SessionId::new("session"), target };
        self.send(None, BrowserEventKind::Target(attached));
        ready(Ok(tab)).boxed()
    }

    fn close<'a>(&'a self, _tab: &'a TargetId, _within: Duration) -> Answer<'a, ()> {
        done()
    }

    fn activate<'a>(&'a self, _tab: &'a TargetId, _within: Duration) -> Answer<'a, ()> {
        done()
    }

    fn answer_dialog<'a>(
        &'a self,
        _session: &'a SessionId,
        _accept: bool,
        _text: Option<&'a str>,
        _within: Duration,
    ) -> Answer<'a, ()> {
        done()
    }

    fn end_page<'a>(&'a self, _session: &'a SessionId, _within: Duration) -> Answer<'a, ()> {
        done()
    }
}

impl Targets for FakeDriver {
    fn follow_browser<'a>(&'a self, _scope: BrowserScope<'a>) -> Answer<'a, ()> {
        done()
    }

    fn present<'a>(
        &'a self,
        _session: &'a SessionId,
        _environment: &'a PageEnvironment,
        _within: Duration,
    ) -> Answer<'a, ()> {
        done()
    }

    fn set_up<'a>(
        &'a self,
        session: &'a SessionId,
        _role: TargetRole,
        frames: &'a (dyn Fn(Vec<FrameInfo>) + Send + Sync),
        _within: Duration,
    ) -> Answer<'a, ()> {
        let (frame, loader) = (FrameId::new("tab"), LoaderId::new("loader"));
        frames(vec![FrameInfo {
            id: frame.clone(),
            parent: None,
            loader: loader.clone(),
            url: ADDRESS.to_owned(),
            security_origin: ADDRESS.to_owned(),
            mime_type: "text/html".to_owned(),
            unreachable_url: None,
        }]);
        let kind = ScriptWorldKind::PageScript { origin: ADDRESS.to_owned() };
        let created = ScriptWorldEvent::Created { frame: frame.clone(), world: ScriptWorld(1), kind };
        self.send(Some(session), BrowserEventKind::ScriptWorld(created));
        self.send(Some(session), BrowserEventKind::Page(PageEvent::DocumentInteractive { frame, loader }));
        done()
    }

    fn frames<'a>(&'a self, _session: &'a SessionId, _within: Duration) -> Answer<'a, Vec<FrameInfo>> {
        ready(Ok(Vec::new())).boxed()
    }

    fn announce_worlds<'a>(&'a self, _session: &'a SessionId, _within: Duration) -> Answer<'a, ()> {
        done()
    }
}

impl Screenshots for FakeDriver {
    fn layout<'a>(&'a self, _session: &'a SessionId, _within: Duration) -> Answer<'a, Layout> {
        refused()
    }

    fn capture<'a>(&'a self, _session: &'a SessionId, _capture: Capture, _within: Duration) -> Answer<'a, Vec<u8>> {
        refused()
    }
}

fn done<'a>() -> Answer<'a, ()> {
    ready(Ok(())).boxed()
}

fn refused<'a, T: Send + 'a>() -> Answer<'a, T> {
    let message = "there is nothing to draw".to_owned();
    ready(Err(DriverError::Refused { call: "capture".to_owned(), code: 0, message })).boxed()
}

const ADDRESS: &str = "https://shop.test/";
