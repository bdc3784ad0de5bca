//! The known state of the browser: tabs, frames, requests, downloads. Events change it, actions read it.
//!
//! Invariant: nothing here waits or performs anything. A document gets a number when its frame shows it, and the number
//! is never used again, so an element of an older document is always recognised as such. Start reading at [`World`].

mod attribution;
mod download;
mod frame;
mod gates;
mod held;
mod interception;
mod known_fields;
mod known_listeners;
mod lease;
mod outgoing_requests;
mod passes;
mod request_memory;
mod sent;
mod shared;
mod shared_worker;
mod sockets;
mod tab;
mod traffic;

use std::collections::{BTreeSet, HashMap, VecDeque};
use webhand_rt::Instant;

use webhand_model::{DocumentId, Ref, RefBook, TabId};

use crate::body::Digester;
use crate::connection::AskMode;
use crate::driver::{FrameId, FrameInfo, LoaderId, SessionId, TargetId, ToolResponse};
use crate::egress::{EgressControl, GatedSocket};

pub(crate) use attribution::{Attribution, allowed_by};
pub(crate) use download::{Download, Downloads, Stage};
pub(crate) use frame::{Frame, Frames, PendingNavigation};
pub(crate) use gates::{all_gates, closing_in_tab, gate_of, gated_socket, sockets_of, undecided_sockets};
pub(crate) use held::{HeldBy, PausedRequest, PausedRequests};
pub(crate) use interception::{Interception, awaits_scripts, fail_unaware, page_sessions, sending_sessions};
pub(crate) use known_fields::KnownFields;
pub(crate) use known_listeners::{KnownListeners, WindowListeners};
pub(crate) use lease::{Activity, Lease, LeaseId, Leases, ReturnedLease};
pub(crate) use outgoing_requests::{OutgoingRequests, WaitingOutgoingRequest};
pub(crate) use passes::{PassVerdict, Repetition, RequestPasses};
pub(crate) use request_memory::{Fate, RequestMemory, UnaskedRequest, is_sending, reach_of, report_unasked};
pub(crate) use sent::SentRequests;
pub(crate) use shared::SharedWorld;
pub(crate) use shared_worker::SharedWorkers;
pub(crate) use sockets::{FrameFlow, FrameVerdict, SocketId, Sockets};
pub(crate) use tab::{DialogResponse, FileChooser, Health, Leaving, Tab, Tabs};
pub(crate) use traffic::{Cause, Exchange, Traffic};

#[derive(Debug, Default)]
pub(crate) struct World {
    pub(crate) tabs: Tabs,
    pub(crate) frames: Frames,
    pub(crate) leases: Leases,
    pub(crate) traffic: Traffic,
    pub(crate) held: PausedRequests,
    pub(crate) sent: SentRequests,
    pub(crate) sockets: Sockets,
    pub(crate) shared_workers: SharedWorkers,
    pub(crate) downloads: Downloads,
    /// The answers of the tools of pages that were called last.
    pub(crate) tool_answers: VecDeque<ToolResponse>,
    /// The target of each session; workers and frames of other processes have sessions of their own.
    pub(crate) sessions: HashMap<SessionId, AttachedTarget>,
    /// The sessions of targets that run in no tab, such as service workers.
    pub(crate) unowned_sessions: BTreeSet<SessionId>,
    pub(crate) disconnected: bool,
    pub(crate) egress: EgressControl,
    pub(crate) interception: Interception,
    pub(crate) outgoing_requests: OutgoingRequests,
    /// Addresses whose requests are answered with an empty document and never leave.
    pub(crate) empty_documents: BTreeSet<String>,
    /// How a request waits for the person.
    pub(crate) ask_mode: AskMode,
    /// Tabs that the browser was asked for and that are not claimed yet.
    pub(crate) tabs_requested: u32,
    /// Grows with every navigation and every request that starts: the clock by which "since then" is measured.
    pub(crate) moment: u64,
    /// How many of the browser's events were applied.
    pub(crate) events_applied: u64,
    last_document: DocumentId,
    /// Digests the values that approvals are bound to.
    pub(crate) digester: Digester,
}

/// The target that a session is attached to, with its tab.
#[derive(Debug, Clone)]
pub(crate) struct AttachedTarget {
    pub(crate) tab: TabId,
    pub(crate) target: TargetId,
}

impl World {
    pub(crate) fn tab_of(&self, session: Option<&SessionId>) -> Option<TabId> {
        self.sessions.get(session?).map(|attached| attached.tab)
    }

    /// The tabs that a worker serves.
    pub(crate) fn tabs_of_worker(&self, worker: &str) -> impl Iterator<Item = TabId> {
        self.sessions.values().filter(move |attached| attached.target.as_str() == worker).map(|attached| attached.tab)
    }

    /// The top frame of a tab, once it is known.
    pub(crate) fn top(&self, tab: TabId) -> Option<&Frame> {
        self.frames.get(&self.tabs.get(tab)?.top)
    }

    /// The ref of what the page script of a document calls `node`. A child's document gets its number when something in
    /// it is first named, so numbers follow the order in which people see frames.
    pub(crate) fn name(&mut self, document: DocumentId, node: u32) -> Option<Ref> {
        let (_, frame) = self.frames.showing(document)?;
        let (tab, is_child) = (frame.tab, frame.parent.is_some());
        let refs = self.refs_of(tab)?;
        if is_child {
            refs.add_frame(document);
        }
        refs.assign_ref(document, node)
    }

    /// The refs of a tab's owner, who is given no others.
    pub(crate) fn refs_of(&mut self, tab: TabId) -> Option<&mut RefBook> {
        let lease = self.lease_of(tab)?;
        self.leases.get_mut(lease).map(|lease| &mut lease.refs)
    }

    /// A frame that its parent has announced; it shows nothing yet.
    pub(crate) fn frame_attached(&mut self, id: FrameId, parent: FrameId, session: SessionId) {
        if self.frames.get(&id).is_some() {
            return;
        }
        let Some(tab) = self.frames.get(&parent).map(|parent| parent.tab) else { return };
        let document = self.new_document();
        self.frames.insert(id, Frame::empty(tab, Some(parent), session, document));
    }

    /// The top frame of a tab that has just appeared.
    pub(crate) fn expect_frame(&mut self, id: FrameId, tab: TabId, session: &SessionId) {
        let document = self.new_document();
        if let Some(refs) = self.refs_of(tab) {
            refs.add_top(document);
        }
        self.frames.insert(id, Frame::empty(tab, None, session.clone(), document));
    }

    /// A frame goes on in another process.
    pub(crate) fn moves_to(&mut self, id: &FrameId, session: &SessionId) {
        if let Some(frame) = self.frames.get_mut(id) {
            frame.session = session.clone();
            frame.script_world = None;
            frame.loader = None;
        }
    }

    /// A frame shows a document, perhaps a new one.
    pub(crate) fn frame_shows(&mut self, info: &FrameInfo, tab: TabId, session: SessionId) {
        let known = self.frames.get(&info.id).and_then(|frame| frame.loader.clone());
        if known.as_ref() != Some(&info.loader) {
            self.replace_document(info, tab, &session);
        }
        let moment = self.tick(Some(tab));
        let Some(frame) = self.frames.get_mut(&info.id) else { return };
        frame.session = session;
        frame.shows(info, moment);
    }

    fn replace_document(&mut self, info: &FrameInfo, tab: TabId, session: &SessionId) {
        for child in self.frames.children(&info.id) {
            self.frame_gone(&child);
        }
        let document = self.new_document();
        let is_top = self.tabs.get(tab).is_some_and(|tab| tab.top == info.id);
        if is_top {
            if let Some(refs) = self.refs_of(tab) {
                refs.add_top(document);
            }
            self.traffic.forget_polls(tab);
            if let Some(tab) = self.tabs.get_mut(tab) {
                tab.begin_document(&info.url);
            }
            self.note_visit(tab, &info.url);
        }
        let mut frame = Frame::empty(tab, info.parent.clone(), session.clone(), document);
        if let Some(old) = self.frames.remove(&info.id) {
            self.forget_refs(tab, old.document);
            let stays = old.script_world.is_some() && old.session == *session;
            if old.loader.is_none() {
                // The document was there all the time and is only now known.
                frame.script_world = old.script_world.filter(|_| stays);
                frame.page_world = old.page_world;
            } else {
                // Worlds that end are announced before. One that is still there is that of an empty document whose
                // window the first real one took over, and the page script in it knows only the old document.
                frame.took_over = stays;
                frame.page_world = old.page_world.filter(|_| stays);
            }
            frame.pending_navigation = old.pending_navigation;
            frame.owner = old.owner;
            frame.out_of_sight = old.out_of_sight;
            frame.parent = frame.parent.or(old.parent);
        }
        self.frames.insert(info.id.clone(), frame);
    }

    pub(crate) fn frame_gone(&mut self, id: &FrameId) {
        for child in self.frames.children(id) {
            self.frame_gone(&child);
        }
        if let Some(frame) = self.frames.remove(id) {
            self.forget_refs(frame.tab, frame.document);
        }
    }

    fn forget_refs(&mut self, tab: TabId, document: DocumentId) {
        if let Some(refs) = self.refs_of(tab) {
            refs.remove(document);
        }
    }

    pub(crate) fn frame_starts_navigating(&mut self, id: &FrameId, loader: LoaderId) {
        let moment = self.tick(self.frames.get(id).map(|frame| frame.tab));
        if let Some(frame) = self.frames.get_mut(id) {
            frame.pending_navigation = Some(PendingNavigation { loader, moment });
        }
    }

    pub(crate) fn frame_is_interactive(&mut self, id: &FrameId, loader: &LoaderId) {
        if let Some(frame) = self.frames.get_mut(id).filter(|frame| frame.loader.as_ref() == Some(loader)) {
            frame.interactive.get_or_insert_with(Instant::now);
        }
    }

    /// Whether a navigation that is held keeps the browser from passing anything on to the frames of a session.
    pub(crate) fn is_suspended(&self, session: &SessionId) -> bool {
        if self.held.is_empty() {
            return false;
        }
        self.frames.all().any(|frame| {
            let is_held = frame.pending_navigation.as_ref().is_some_and(|going| self.held.holds(going.loader.as_str()));
            is_held && frame.session == *session && self.frames.is_root(frame)
        })
    }

    /// Whether anything that runs in a tab has a web socket open.
    pub(crate) fn has_open_socket(&self, tab: TabId) -> bool {
        self.sockets.open_sessions().any(|session| self.tab_of(Some(session)) == Some(tab))
    }

    pub(crate) fn frame_stops_loading(&mut self, id: &FrameId) {
        if let Some(frame) = self.frames.get_mut(id) {
            frame.pending_navigation = None;
        }
    }

    /// A session has ended, and with it the tab, the frames or the worker it was for.
    ///
    /// Returns its sockets that have to be cut, because frames for them may be undecided.
    pub(crate) fn session_ended(&mut self, session: &SessionId) -> Vec<GatedSocket> {
        let undecided = gates::closing_sockets(self, session);
        self.sessions.remove(session);
        self.unowned_sessions.remove(session);
        self.interception.remove_unaware(session);
        self.sockets.session_ended(session);
        self.shared_workers.remove(session);
        self.frames.forget_script_worlds(session);
        let Some(tab) = self.tabs.with_session(session) else { return undecided };
        for frame in self.frames.of_tab(tab) {
            self.frame_gone(&frame);
        }
        self.traffic.forget_tab(tab);
        self.held.forget_tab(tab);
        self.tab_gone(tab);
        undecided
    }

    fn new_document(&mut self) -> DocumentId {
        self.last_document = self.last_document.next();
        self.last_document
    }
}
