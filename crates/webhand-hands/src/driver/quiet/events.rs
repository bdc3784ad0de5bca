//! Events of the worker as [`BrowserEvent`]s: one of them may become several.

mod requests;

use std::sync::{Arc, Mutex};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use serde::Deserialize;
use tokio::sync::mpsc;
use url::Url;
use webhand_cdp::{Events, TypedEvent};
use webhand_wire::{QUIET_METHOD, QuietDocument, QuietEvent, QuietNavigation};

use super::state::{Document, State, frame_id, session_of, target_of};
use crate::driver::{
    BrowserEvent, BrowserEventKind, EventSource, FrameInfo, LoaderId, Navigated, NetError, PageEvent, Received,
    ScriptWorld, ScriptWorldEvent, ScriptWorldKind, TargetEvent, TargetInfo, TargetKind,
};

#[derive(Debug)]
pub(super) struct QuietEvents {
    events: Events,
    own: mpsc::UnboundedReceiver<BrowserEvent>,
    state: Arc<Mutex<State>>,
}

#[derive(Deserialize)]
#[serde(transparent)]
struct Quiet(QuietEvent);

impl TypedEvent for Quiet {
    const METHOD: &'static str = QUIET_METHOD;
}

impl QuietEvents {
    pub(super) fn new(events: Events, own: mpsc::UnboundedReceiver<BrowserEvent>, state: Arc<Mutex<State>>) -> Self {
        Self { events, own, state }
    }
}

impl EventSource for QuietEvents {
    fn next(&mut self) -> BoxFuture<'_, Option<Received>> {
        async {
            let received = tokio::select! {
                biased;
                received = self.events.next() => received?,
                Some(own) = self.own.recv() => return Some(Received::Event(Box::new(own))),
            };
            Some(match received {
                webhand_cdp::Received::Lost(count) => Received::Lost(count),
                webhand_cdp::Received::Event(event) => match event.read::<Quiet>() {
                    Some(Quiet(event)) => Received::Events(translate(&mut super::lock(&self.state), event)),
                    None => Received::Unread,
                },
            })
        }
        .boxed()
    }
}

/// The events of the browser that one event of the worker becomes.
pub(super) struct Translated<'a> {
    state: &'a mut State,
    events: Vec<BrowserEvent>,
}

fn translate(state: &mut State, event: QuietEvent) -> Vec<BrowserEvent> {
    let mut translated = Translated { state, events: Vec::new() };
    match event {
        QuietEvent::TabOpened { tab, opener, url } => translated.tab_opened(tab, opener, url),
        QuietEvent::TabClosed { tab } => {
            translated.state.forget_tab(tab);
            translated.push(None, BrowserEventKind::Target(TargetEvent::Detached { session: session_of(tab) }));
        }
        QuietEvent::TabNamed { tab, title, url } => {
            let named = TargetEvent::TitleChanged { target: target_of(tab), title, url };
            translated.push(None, BrowserEventKind::Target(named));
        }
        QuietEvent::NavigationStarted(place) => translated.navigation_started(&place),
        QuietEvent::Committed(place) => translated.committed(place),
        QuietEvent::WithinDocument(place) => translated.within_document(place),
        QuietEvent::Interactive(place) => translated.interactive(place.tab, place.frame, place.document.as_deref()),
        QuietEvent::LoadFailed { place, error } => translated.load_failed(&place, error),
        QuietEvent::FrameRemoved { tab, frame } => {
            translated.state.forget_frame(tab, frame);
            translated.page(tab, PageEvent::FrameRemoved { frame: frame_id(tab, frame) });
        }
        QuietEvent::Started(document) => translated.started(document),
        QuietEvent::RequestStarted(request) => translated.request_started(request),
        QuietEvent::RequestAnswered { id, status, media_type } => translated.request_answered(&id, status, media_type),
        QuietEvent::RequestFinished { id } => translated.request_finished(&id),
        QuietEvent::RequestFailed { id, error } => translated.request_failed(&id, error),
        QuietEvent::FormStopped(form) => translated.form_stopped(&form),
    }
    translated.events
}

impl Translated<'_> {
    fn push(&mut self, tab: Option<u32>, kind: BrowserEventKind) {
        self.events.push(BrowserEvent { session: tab.map(session_of), kind });
    }

    fn page(&mut self, tab: u32, event: PageEvent) {
        self.push(Some(tab), BrowserEventKind::Page(event));
    }

    fn world(&mut self, tab: u32, event: ScriptWorldEvent) {
        self.push(Some(tab), BrowserEventKind::ScriptWorld(event));
    }

    fn tab_opened(&mut self, tab: u32, opener: Option<u32>, url: String) {
        self.state.tabs.entry(tab).or_default();
        self.state.frame(tab, 0);
        // A tab that the run opened or took over counts as an empty one until its documents are known.
        let url = if opener.is_some() { url } else { EMPTY.to_owned() };
        let opener = opener.map(target_of);
        let target = TargetInfo { id: target_of(tab), kind: TargetKind::Page, url, opener };
        let attached = TargetEvent::Attached { session: session_of(tab), target };
        self.push(None, BrowserEventKind::Target(attached));
    }

    /// Enters a frame that nobody has announced.
    fn know_frame(&mut self, tab: u32, frame: u32, parent: Option<u32>) {
        if self.state.knows_frame(tab, frame) {
            return;
        }
        self.state.frame(tab, frame).parent = parent;
        if let Some(parent) = parent {
            let attached = PageEvent::FrameAttached { frame: frame_id(tab, frame), parent: frame_id(tab, parent) };
            self.page(tab, attached);
        }
    }

    fn navigation_started(&mut self, place: &QuietNavigation) {
        let (tab, frame) = (place.tab, place.frame);
        self.know_frame(tab, frame, place.parent);
        let loader = self.state.begin_loading(tab, frame);
        if frame == 0
            && let Some(awaited) = self.state.tabs.get_mut(&tab).and_then(|tab| tab.awaited.as_mut())
        {
            awaited.has_started = true;
        }
        self.page(tab, PageEvent::NavigationStarted { frame: frame_id(tab, frame), loader });
    }

    fn committed(&mut self, place: QuietNavigation) {
        let (tab, frame) = (place.tab, place.frame);
        self.know_frame(tab, frame, place.parent);
        let document = place.document.as_deref();
        if document.is_some() && self.state.frame(tab, frame).document.as_deref() == document {
            // Its page script was faster and has told of it.
            self.state.frame(tab, frame).pending = None;
        } else {
            self.shows(tab, frame, place.document, &place.url, None, None);
        }
        if frame == 0 {
            self.state.note_visit(tab, &place.url, place.in_history);
            let loader = self.state.frame(tab, 0).loader.clone();
            self.navigated(tab, Navigated { loader, error: None });
        }
    }

    /// A frame shows another document.
    fn shows(
        &mut self,
        tab: u32,
        frame: u32,
        document: Option<String>,
        url: &str,
        origin: Option<&str>,
        unreachable_url: Option<String>,
    ) {
        let loader = match self.state.frame(tab, frame).pending.clone() {
            Some(pending) => pending,
            None => self.state.next_loader(),
        };
        let mime_type = std::mem::take(&mut self.state.frame(tab, frame).media_type);
        if let Some(ended) = self.state.shows(tab, frame, document, loader.clone()) {
            self.world(tab, ScriptWorldEvent::Destroyed(ScriptWorld(ended)));
        }
        let parent = self.state.frame(tab, frame).parent;
        let info = FrameInfo {
            id: frame_id(tab, frame),
            parent: parent.map(|parent| frame_id(tab, parent)),
            loader,
            url: url.to_owned(),
            security_origin: origin.map_or_else(|| origin_of(url), str::to_owned),
            mime_type,
            unreachable_url,
        };
        self.page(tab, PageEvent::FrameNavigated(info));
    }

    fn started(&mut self, document: QuietDocument) {
        let QuietDocument { tab, frame, parent, document: name, url, origin, media_type, is_interactive } = document;
        self.know_frame(tab, frame, parent);
        if self.state.frame(tab, frame).document.as_deref() != Some(&name) {
            self.state.frame(tab, frame).media_type = media_type;
            self.shows(tab, frame, Some(name.clone()), &url, Some(&origin), None);
            if frame == 0 {
                self.state.note_visit(tab, &url, false);
            }
        }
        let known = self.state.frame(tab, frame).world.map(ScriptWorld);
        let is_known = known.and_then(|world| self.state.document(world)).is_some_and(|known| known.name == name);
        let world = match known.filter(|_| is_known) {
            Some(world) => world,
            None => self.state.add_world(Document { tab, frame, name: name.clone() }),
        };
        let kind = ScriptWorldKind::PageScript { origin };
        self.world(tab, ScriptWorldEvent::Created { frame: frame_id(tab, frame), world, kind });
        if is_interactive {
            self.interactive(tab, frame, Some(&name));
        }
    }

    fn interactive(&mut self, tab: u32, frame: u32, document: Option<&str>) {
        let known = self.state.frame(tab, frame);
        if document.is_some() && known.document.as_deref() != document {
            return;
        }
        if let Some(loader) = known.loader.clone() {
            self.page(tab, PageEvent::DocumentInteractive { frame: frame_id(tab, frame), loader });
        }
    }

    fn within_document(&mut self, place: QuietNavigation) {
        let (tab, frame) = (place.tab, place.frame);
        if frame == 0 {
            self.state.note_visit(tab, &place.url, place.in_history);
            self.navigated(tab, Navigated { loader: None, error: None });
        }
        self.state.frame(tab, frame).pending = None;
        self.page(tab, PageEvent::LoadingStopped { frame: frame_id(tab, frame) });
        self.page(tab, PageEvent::NavigatedWithinDocument { frame: frame_id(tab, frame), url: place.url });
    }

    fn load_failed(&mut self, place: &QuietNavigation, error: String) {
        let (tab, frame) = (place.tab, place.frame);
        let error = NetError::new(error);
        let awaited = self.state.tabs.get(&tab).and_then(|tab| tab.awaited.as_ref()).filter(|_| frame == 0);
        // The load before is given up when another begins, and its end is told of then.
        let is_of_another = awaited.is_some_and(|awaited| !awaited.has_started && awaited.url != place.url);
        if is_of_another || !self.state.knows_frame(tab, frame) {
            return;
        }
        if error.is_aborted() {
            self.state.frame(tab, frame).pending = None;
            self.page(tab, PageEvent::LoadingStopped { frame: frame_id(tab, frame) });
        } else {
            self.shows(tab, frame, None, ERROR_PAGE, None, Some(place.url.clone()));
        }
        if frame == 0 {
            let loader = self.state.frame(tab, 0).loader.clone();
            self.navigated(tab, Navigated { loader, error: Some(error) });
        }
    }

    /// Answers the call that waits for a navigation of this tab.
    fn navigated(&mut self, tab: u32, navigated: Navigated) {
        let awaited = self.state.tabs.get_mut(&tab).and_then(|tab| {
            let is_it = tab.awaited.as_ref().is_some_and(|awaited| awaited.has_started || navigated.loader.is_none());
            tab.awaited.take_if(|_| is_it)
        });
        if let Some(awaited) = awaited {
            // A caller that stopped waiting needs no answer.
            let _ = awaited.answer.send(navigated);
        }
    }

    fn loader_of(&mut self, tab: u32, frame: u32) -> Option<LoaderId> {
        self.state.frame(tab, frame).loader.clone()
    }
}

fn origin_of(url: &str) -> String {
    Url::parse(url).map_or_else(|_| "null".to_owned(), |url| url.origin().ascii_serialization())
}

const EMPTY: &str = "about:blank";
const ERROR_PAGE: &str = "chrome-error://chromewebdata/";
