//! Web sockets that are open, and the frames that wait in the browser because a page sent them after a touch.
//!
//! Invariant: frames of one target wait or go together, so they go only when none of them is undecided.

use std::collections::BTreeMap;

use webhand_model::HeldRequestId;

use crate::driver::{RequestId, SessionId};

/// Names one socket: the connection to its page or worker, and the request that opened it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SocketId {
    pub(crate) session: SessionId,
    pub(crate) request: RequestId,
}

#[derive(Debug, Default)]
pub(crate) struct Sockets {
    /// The addresses of open sockets.
    open: BTreeMap<SocketId, String>,
    /// The targets whose frames are held.
    held: BTreeMap<SessionId, HeldFrames>,
}

/// The frames of one target.
#[derive(Debug, Default)]
struct HeldFrames {
    waiting: Vec<WaitingFrame>,
    flow: FrameFlow,
    /// A frame waits that nobody can decide about, so none of the target goes any more.
    is_stuck: bool,
}

#[derive(Debug)]
struct WaitingFrame {
    socket: RequestId,
    verdict: FrameVerdict,
}

/// The verdict on a frame that waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FrameVerdict {
    MayGo,
    Asked(HeldRequestId),
    /// It never goes; its connection is being cut.
    Refused,
}

/// Whether the frames of a target wait in the browser at this moment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum FrameFlow {
    #[default]
    Held,
    /// The rule is lifted for a moment, so that waiting frames go. A frame that is sent meanwhile may have left.
    Lifted,
    /// No rule holds them.
    Open,
}

impl Sockets {
    /// Whether there is room for it: one that is not known cannot be judged.
    pub(crate) fn opened(&mut self, socket: SocketId, url: String) -> bool {
        let has_room = self.open.len() < MOST_SOCKETS;
        if has_room {
            self.open.insert(socket, url);
        }
        has_room
    }

    /// Drops the socket and returns the questions about its frames, which will never leave.
    pub(crate) fn closed(&mut self, socket: &SocketId) -> Vec<HeldRequestId> {
        self.open.remove(socket);
        let Some(frames) = self.held.get_mut(&socket.session) else { return Vec::new() };
        let (gone, left) =
            std::mem::take(&mut frames.waiting).into_iter().partition(|frame| frame.socket == socket.request);
        frames.waiting = left;
        let gone: Vec<WaitingFrame> = gone;
        gone.into_iter().filter_map(|frame| frame.question()).collect()
    }

    /// The targets that have sockets open.
    pub(crate) fn open_sessions(&self) -> impl Iterator<Item = &SessionId> {
        self.open.keys().map(|socket| &socket.session)
    }

    pub(crate) fn address(&self, socket: &SocketId) -> Option<&str> {
        self.open.get(socket).map(String::as_str)
    }

    /// The addresses of all sockets of a target.
    pub(crate) fn addresses(&self, session: &SessionId) -> Vec<String> {
        self.open.iter().filter(|(socket, _)| socket.session == *session).map(|(_, address)| address.clone()).collect()
    }

    pub(crate) fn flow(&self, session: &SessionId) -> FrameFlow {
        self.held.get(session).map_or(FrameFlow::Open, |frames| frames.flow)
    }

    pub(crate) fn is_lifted(&self, session: &SessionId) -> bool {
        self.flow(session) == FrameFlow::Lifted
    }

    /// Marks that a rule holds the frames of a target; whether it is the first one.
    pub(crate) fn hold(&mut self, session: &SessionId) -> bool {
        let is_new = !self.held.contains_key(session);
        self.held.entry(session.clone()).or_default();
        is_new
    }

    /// Marks that no rule holds the frames of a target any more.
    pub(crate) fn end_hold(&mut self, session: &SessionId) {
        self.held.remove(session);
    }

    pub(crate) fn wait(&mut self, socket: &SocketId, verdict: FrameVerdict) {
        let Some(frames) = self.held.get_mut(&socket.session) else { return };
        if frames.waiting.len() < MOST_WAITING {
            frames.waiting.push(WaitingFrame { socket: socket.request.clone(), verdict });
        } else if verdict != FrameVerdict::MayGo {
            frames.is_stuck = true;
        }
    }

    /// Marks that a frame of a target waits that cannot be judged: nothing of the target goes any more.
    pub(crate) fn block(&mut self, session: &SessionId) {
        if let Some(frames) = self.held.get_mut(session) {
            frames.is_stuck = true;
        }
    }

    /// Marks that a frame may go.
    pub(crate) fn allow(&mut self, session: &SessionId, question: HeldRequestId) {
        let frames = self.held.get_mut(session).into_iter().flat_map(|frames| frames.waiting.iter_mut());
        for frame in frames.filter(|frame| frame.question() == Some(question)) {
            frame.verdict = FrameVerdict::MayGo;
        }
    }

    /// Starts to let frames of a target go, if some wait and none is undecided.
    pub(crate) fn begin_release(&mut self, session: &SessionId) -> bool {
        let Some(frames) = self.held.get_mut(session) else { return false };
        let may_go = !frames.waiting.is_empty() && !frames.has_undecided();
        let begins = may_go && frames.flow == FrameFlow::Held;
        if begins {
            frames.flow = FrameFlow::Lifted;
            frames.waiting.clear();
        }
        begins
    }

    /// The rule holds again.
    pub(crate) fn end_release(&mut self, session: &SessionId) {
        if let Some(frames) = self.held.get_mut(session) {
            frames.flow = FrameFlow::Held;
        }
    }

    /// Whether frames of a target wait that may not go.
    pub(crate) fn has_undecided(&self, session: &SessionId) -> bool {
        self.held.get(session).is_some_and(HeldFrames::has_undecided)
    }

    /// The addresses of a target's sockets with frames that may not go: the browser may send those when it closes the
    /// sockets. Where one is not known, all of the target.
    pub(crate) fn undecided_addresses(&self, session: &SessionId) -> Vec<String> {
        let Some(frames) = self.held.get(session) else { return Vec::new() };
        let is_undecided = |socket: &SocketId| {
            let of_socket = |frame: &&WaitingFrame| frame.socket == socket.request;
            frames.is_stuck || frames.waiting.iter().filter(of_socket).any(|frame| frame.verdict != FrameVerdict::MayGo)
        };
        let own = self.open.iter().filter(|(socket, _)| socket.session == *session && is_undecided(socket));
        own.map(|(_, address)| address.clone()).collect()
    }

    /// Forgets a target that is gone.
    pub(crate) fn session_ended(&mut self, session: &SessionId) {
        self.held.remove(session);
        self.open.retain(|socket, _| socket.session != *session);
    }
}

impl HeldFrames {
    fn has_undecided(&self) -> bool {
        self.is_stuck || self.waiting.iter().any(|frame| frame.verdict != FrameVerdict::MayGo)
    }
}

impl WaitingFrame {
    fn question(&self) -> Option<HeldRequestId> {
        match self.verdict {
            FrameVerdict::Asked(question) => Some(question),
            FrameVerdict::MayGo | FrameVerdict::Refused => None,
        }
    }
}

/// Of the whole browser; the connection of one more is cut.
const MOST_SOCKETS: usize = 1_000;
/// Of one target. Those after them may go with these, unless they are not allowed to.
const MOST_WAITING: usize = 1_000;

#[cfg(test)]
mod tests;
