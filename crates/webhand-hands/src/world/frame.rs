//! Frames and the documents they show.

use std::collections::HashMap;
use std::time::Duration;

use webhand_rt::Instant;

use webhand_model::{DocumentId, Origin, TabId};

use super::{KnownFields, KnownListeners};
use crate::driver::{FrameId, FrameInfo, LoaderId, OfferedTool, ScriptWorld, SessionId};

#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) tab: TabId,
    /// `None` for the top frame of a tab.
    pub(crate) parent: Option<FrameId>,
    pub(crate) session: SessionId,
    pub(crate) loader: Option<LoaderId>,
    pub(crate) document: DocumentId,
    pub(crate) url: String,
    pub(crate) origin: Origin,
    /// The page script's world in this frame.
    pub(crate) script_world: Option<ScriptWorld>,
    /// The page's own world.
    pub(crate) page_world: Option<ScriptWorld>,
    /// The document lives in the window of the one before it, so the page script needs a world of another name.
    pub(crate) took_over: bool,
    /// Since when the document can be used, though parts of it may still be coming.
    pub(crate) interactive: Option<Instant>,
    /// The moment at which the frame began to show this document, and the time.
    pub(crate) since: u64,
    pub(crate) shown_at: Option<Instant>,
    pub(crate) pending_navigation: Option<PendingNavigation>,
    attached_at: Instant,
    /// The number of its `<iframe>` in the parent's document. An `<iframe>` keeps its frame, so it never changes.
    pub(crate) owner: Option<u32>,
    /// Tools that the document offers to agents.
    pub(crate) tools: Vec<OfferedTool>,
    /// Its `<iframe>` was not seen in the last look, so the next one does not look into it.
    pub(crate) out_of_sight: bool,
    /// The address that could not be loaded, where an error page stands in its place.
    pub(crate) unreachable: Option<String>,
    /// The document's type where it is no page of its own: a PDF, for example.
    pub(crate) mime_type: String,
    pub(crate) known_listeners: KnownListeners,
    /// The fields of its forms; values of secret ones are withheld in reports of requests too.
    pub(crate) known_fields: KnownFields,
}

/// A navigation under way.
#[derive(Debug, Clone)]
pub(crate) struct PendingNavigation {
    pub(crate) loader: LoaderId,
    pub(crate) moment: u64,
}

impl Frame {
    pub(super) fn empty(tab: TabId, parent: Option<FrameId>, session: SessionId, document: DocumentId) -> Self {
        Self {
            tab,
            parent,
            session,
            loader: None,
            document,
            url: "about:blank".to_owned(),
            origin: Origin::opaque(),
            script_world: None,
            page_world: None,
            took_over: false,
            interactive: None,
            since: 0,
            shown_at: None,
            attached_at: Instant::now(),
            pending_navigation: None,
            owner: None,
            tools: Vec::new(),
            out_of_sight: false,
            unreachable: None,
            mime_type: String::new(),
            known_listeners: KnownListeners::default(),
            known_fields: KnownFields::default(),
        }
    }

    /// Whether the frame is about to show another document. A frame that holds none of its own is on its way to one at first, but
    /// one with a `javascript:` address, or with that of two frames around it, never gets there.
    pub(crate) fn is_navigating(&self) -> bool {
        self.pending_navigation.is_some() || (self.loader.is_none() && self.attached_at.elapsed() < BEGUN_WITHIN)
    }

    /// The source of a document without an origin of its own: `https://ads.test`, `data:`.
    pub(crate) fn from(&self) -> Option<String> {
        if self.origin != Origin::opaque() {
            return None;
        }
        let address = self.url.strip_prefix("blob:").unwrap_or(&self.url);
        match address.split_once(':') {
            Some(("http" | "https", _)) => Some(Origin::from_url(address).as_str().to_owned()),
            Some((scheme, _)) => Some(format!("{scheme}:")),
            None => None,
        }
    }

    pub(super) fn shows(&mut self, info: &FrameInfo, moment: u64) {
        self.loader = Some(info.loader.clone());
        self.url.clone_from(&info.url);
        // The origin as the browser reports it, because a sandboxed or script-written frame has another origin than its address says.
        self.origin = Origin::from_url(&info.security_origin);
        self.unreachable.clone_from(&info.unreachable_url);
        self.mime_type.clone_from(&info.mime_type);
        self.since = moment;
        self.shown_at = Some(Instant::now());
        self.tools.clear();
        self.known_fields.clear();
        if self.pending_navigation.as_ref().is_some_and(|going| going.loader == info.loader) {
            self.pending_navigation = None;
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Frames(HashMap<FrameId, Frame>);

impl Frames {
    pub(crate) fn get(&self, id: &FrameId) -> Option<&Frame> {
        self.0.get(id)
    }

    pub(crate) fn get_mut(&mut self, id: &FrameId) -> Option<&mut Frame> {
        self.0.get_mut(id)
    }

    pub(crate) fn showing(&self, document: DocumentId) -> Option<(&FrameId, &Frame)> {
        self.0.iter().find(|(_, frame)| frame.document == document)
    }

    pub(crate) fn children(&self, parent: &FrameId) -> Vec<FrameId> {
        let is_child = |frame: &Frame| frame.parent.as_ref() == Some(parent);
        self.0.iter().filter(|(_, frame)| is_child(frame)).map(|(id, _)| id.clone()).collect()
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &Frame> {
        self.0.values()
    }

    pub(crate) fn of_tab(&self, tab: TabId) -> Vec<FrameId> {
        self.in_tab(tab).map(|(id, _)| id.clone()).collect()
    }

    pub(crate) fn in_tab(&self, tab: TabId) -> impl Iterator<Item = (&FrameId, &Frame)> {
        self.0.iter().filter(move |(_, frame)| frame.tab == tab)
    }

    pub(super) fn insert(&mut self, id: FrameId, frame: Frame) {
        self.0.insert(id, frame);
    }

    pub(super) fn remove(&mut self, id: &FrameId) -> Option<Frame> {
        self.0.remove(id)
    }

    /// Whether a frame is the outermost one of its session.
    pub(super) fn is_root(&self, frame: &Frame) -> bool {
        let parent = frame.parent.as_ref().and_then(|parent| self.get(parent));
        parent.is_none_or(|parent| parent.session != frame.session)
    }

    /// The request that was to bring a document was given up, so its frame stays where it is. Such a request has the id of
    /// its loader.
    pub(crate) fn abandon_navigation(&mut self, loader: &str) {
        let is_it =
            |frame: &&mut Frame| frame.pending_navigation.as_ref().is_some_and(|going| going.loader.as_str() == loader);
        for frame in self.0.values_mut().filter(is_it) {
            frame.pending_navigation = None;
        }
    }

    /// All worlds of a session are gone.
    pub(crate) fn forget_script_worlds(&mut self, session: &SessionId) {
        for frame in self.0.values_mut().filter(|frame| frame.session == *session) {
            frame.script_world = None;
        }
    }

    /// One world of a session is gone.
    pub(crate) fn forget_script_world(&mut self, session: &SessionId, ended: ScriptWorld) {
        let is_it = |frame: &&mut Frame| frame.session == *session && frame.script_world == Some(ended);
        for frame in self.0.values_mut().filter(is_it) {
            frame.script_world = None;
        }
    }
}

/// How long after it came up the browser may take to begin to load what a frame is for.
const BEGUN_WITHIN: Duration = Duration::from_secs(1);
