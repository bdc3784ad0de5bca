//! The driver's knowledge of the run's tabs: the names of their frames and documents, and what is on its way.
//!
//! A loading has a name of its own (`nav-…`), which the request that brings the document has too. Requests, documents
//! and frames are forgotten with their tab.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use tokio::sync::oneshot;
use webhand_wire::QuietRequest;

use super::QuietStart;
use crate::driver::{FrameId, LoaderId, Navigated, RequestId, ScriptWorld, SessionId, TargetId};

#[derive(Debug)]
pub(super) struct State {
    documents: HashMap<i64, Document>,
    last_world: i64,
    last_loader: u64,
    pub(super) tabs: HashMap<u32, Tab>,
    frames: HashMap<(u32, u32), FrameState>,
    requests: HashMap<String, KnownRequest>,
    /// Forms that their documents keep, by the name of the paused request.
    pub(super) forms: HashMap<String, StoppedForm>,
    /// A page was touched, so marking requests of all tabs of the run are stopped.
    pub(super) is_guarding: bool,
    pub(super) begins_in: Option<u32>,
}

/// A document in which the page script runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Document {
    pub(super) tab: u32,
    pub(super) frame: u32,
    pub(super) name: String,
}

#[derive(Debug, Default)]
pub(super) struct Tab {
    pub(super) visited: Vec<String>,
    pub(super) at: usize,
    pub(super) awaited: Option<AwaitedNavigation>,
}

/// A call that waits for the first answer of a server.
#[derive(Debug)]
pub(super) struct AwaitedNavigation {
    pub(super) url: String,
    /// The navigation has started, so an error is its own.
    pub(super) has_started: bool,
    pub(super) answer: oneshot::Sender<Navigated>,
}

#[derive(Debug, Default)]
pub(super) struct FrameState {
    pub(super) parent: Option<u32>,
    pub(super) document: Option<String>,
    pub(super) world: Option<i64>,
    pub(super) loader: Option<LoaderId>,
    pub(super) pending: Option<LoaderId>,
    /// The type of the document that is being loaded.
    pub(super) media_type: String,
    /// The number of its `<iframe>` in the document around it.
    pub(super) owner: Option<u32>,
}

#[derive(Debug, Clone)]
pub(super) struct KnownRequest {
    pub(super) id: RequestId,
    pub(super) started: QuietRequest,
    /// Its content was reported to the hands.
    pub(super) is_reported: bool,
}

#[derive(Debug, Clone)]
pub(super) struct StoppedForm {
    pub(super) tab: u32,
    pub(super) frame: u32,
    pub(super) document: String,
    pub(super) form: u32,
}

impl State {
    pub(super) fn new(start: QuietStart) -> Self {
        Self {
            documents: HashMap::new(),
            last_world: 0,
            last_loader: 0,
            tabs: HashMap::new(),
            frames: HashMap::new(),
            requests: HashMap::new(),
            forms: HashMap::new(),
            is_guarding: false,
            begins_in: match start {
                QuietStart::NewTab => None,
                QuietStart::InTab(tab) => Some(tab),
            },
        }
    }

    pub(super) fn document(&self, world: ScriptWorld) -> Option<Document> {
        self.documents.get(&world.0).cloned()
    }

    pub(super) fn top(&self, tab: u32) -> Option<Document> {
        let world = self.frames.get(&(tab, 0))?.world?;
        self.documents.get(&world).cloned()
    }

    pub(super) fn frame(&mut self, tab: u32, frame: u32) -> &mut FrameState {
        self.frames.entry((tab, frame)).or_default()
    }

    pub(super) fn knows_frame(&self, tab: u32, frame: u32) -> bool {
        self.frames.contains_key(&(tab, frame))
    }

    /// The documents in the frames of a document.
    pub(super) fn children(&self, of: &Document) -> Vec<Document> {
        let is_child =
            |(key, frame): &(&(u32, u32), &FrameState)| key.0 == of.tab && frame.parent == Some(of.frame) && key.1 != 0;
        let frames = self.frames.iter().filter(is_child);
        frames.filter_map(|(_, frame)| self.documents.get(&frame.world?).cloned()).collect()
    }

    /// A frame is about to load a document; the name of the loading.
    pub(super) fn begin_loading(&mut self, tab: u32, frame: u32) -> LoaderId {
        if let Some(pending) = &self.frame(tab, frame).pending {
            return pending.clone();
        }
        let loader = self.next_loader();
        self.frame(tab, frame).pending = Some(loader.clone());
        loader
    }

    pub(super) fn next_loader(&mut self) -> LoaderId {
        self.last_loader += 1;
        LoaderId::new(format!("nav-{}", self.last_loader))
    }

    /// The frame shows this document from now on. Returns the world of the one before it.
    pub(super) fn shows(&mut self, tab: u32, frame: u32, document: Option<String>, loader: LoaderId) -> Option<i64> {
        let state = self.frame(tab, frame);
        state.document = document;
        state.loader = Some(loader);
        state.pending = None;
        let ended = state.world.take();
        if let Some(world) = ended {
            self.documents.remove(&world);
        }
        let children: Vec<_> = self
            .frames
            .iter()
            .filter(|(key, child)| key.0 == tab && key.1 != 0 && child.parent == Some(frame))
            .map(|(key, _)| key.1)
            .collect();
        for child in children {
            self.forget_frame(tab, child);
        }
        ended
    }

    pub(super) fn add_world(&mut self, document: Document) -> ScriptWorld {
        self.last_world += 1;
        let world = self.last_world;
        let frame = self.frame(document.tab, document.frame);
        if let Some(old) = frame.world.replace(world) {
            self.documents.remove(&old);
        }
        self.documents.insert(world, document);
        ScriptWorld(world)
    }

    pub(super) fn forget_frame(&mut self, tab: u32, frame: u32) {
        if let Some(old) = self.frames.remove(&(tab, frame)).and_then(|frame| frame.world) {
            self.documents.remove(&old);
        }
        let children: Vec<_> = self
            .frames
            .iter()
            .filter(|(key, child)| key.0 == tab && key.1 != 0 && child.parent == Some(frame))
            .map(|(key, _)| key.1)
            .collect();
        for child in children {
            self.forget_frame(tab, child);
        }
    }

    pub(super) fn forget_tab(&mut self, tab: u32) {
        self.tabs.remove(&tab);
        self.frames.retain(|key, _| key.0 != tab);
        let kept: HashSet<i64> = self.frames.values().filter_map(|frame| frame.world).collect();
        self.documents.retain(|world, _| kept.contains(world));
        self.requests.retain(|_, request| request.started.tab != Some(tab));
        self.forms.retain(|_, form| form.tab != tab);
    }

    pub(super) fn note_request(&mut self, id: String, request: KnownRequest) {
        if self.requests.len() >= MOST_REQUESTS {
            // One that never ends, such as a stream, is no reason to forget all others, so any half goes.
            let old: Vec<_> = self.requests.keys().take(MOST_REQUESTS / 2).cloned().collect();
            for old in old {
                self.requests.remove(&old);
            }
        }
        self.requests.insert(id, request);
    }

    pub(super) fn request(&mut self, id: &str) -> Option<&mut KnownRequest> {
        self.requests.get_mut(id)
    }

    pub(super) fn end_request(&mut self, id: &str) -> Option<KnownRequest> {
        self.requests.remove(id)
    }

    /// Records an address that a tab has come to.
    pub(super) fn note_visit(&mut self, tab: u32, url: &str, in_history: bool) {
        let tab = self.tabs.entry(tab).or_default();
        let is_at = |at: Option<usize>| at.filter(|at| tab.visited.get(*at).is_some_and(|known| known == url));
        if in_history && let Some(at) = is_at(tab.at.checked_sub(1)).or_else(|| is_at(Some(tab.at + 1))) {
            tab.at = at;
            return;
        }
        if tab.visited.get(tab.at).is_some_and(|known| known == url) {
            return;
        }
        if !tab.visited.is_empty() {
            tab.visited.truncate(tab.at + 1);
        }
        if tab.visited.len() >= MOST_VISITED {
            tab.visited.remove(0);
        }
        tab.visited.push(url.to_owned());
        tab.at = tab.visited.len() - 1;
    }
}

pub(super) fn session_of(tab: u32) -> SessionId {
    SessionId::new(format!("tab-{tab}"))
}

pub(super) fn target_of(tab: u32) -> TargetId {
    TargetId::new(format!("tab-{tab}"))
}

/// The top frame has the name of its tab.
pub(super) fn frame_id(tab: u32, frame: u32) -> FrameId {
    FrameId::new(if frame == 0 { format!("tab-{tab}") } else { format!("tab-{tab}/{frame}") })
}

pub(super) fn tab_number(session: &SessionId) -> Option<u32> {
    number(&Arc::<str>::from(session))
}

pub(super) fn target_number(target: &TargetId) -> Option<u32> {
    number(target.as_str())
}

pub(super) fn frame_number(frame: &FrameId) -> Option<(u32, u32)> {
    match frame.as_str().split_once('/') {
        Some((tab, frame)) => Some((number(tab)?, frame.parse().ok()?)),
        None => Some((number(frame.as_str())?, 0)),
    }
}

fn number(name: &str) -> Option<u32> {
    name.strip_prefix("tab-")?.parse().ok()
}

const MOST_REQUESTS: usize = 2000;
const MOST_VISITED: usize = 100;
