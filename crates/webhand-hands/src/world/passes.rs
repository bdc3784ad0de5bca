//! One-shot passes of an owner: in a browser that cannot hold a request, what the person allowed goes when the action that
//! sends it is done again.
//!
//! Invariant: a pass lets one request go, and only while the action is being repeated.

use webhand_guard::RequestPass;
use webhand_model::HeldRequest;

use crate::driver::{PauseState, RequestId};

#[derive(Debug, Default)]
pub(crate) struct RequestPasses {
    unspent: Vec<RequestPass>,
    repetition: Option<Repetition>,
    /// Something of the action has left already, so doing it again would send that twice.
    has_sent: bool,
}

/// The fate of requests while an action was repeated.
#[derive(Debug, Default)]
pub(crate) struct Repetition {
    /// Those that went, with their numbers in the network's events.
    pub(crate) sent: Vec<(HeldRequest, Option<RequestId>)>,
    /// Those that nobody had allowed like this.
    pub(crate) stopped: Vec<HeldRequest>,
    /// Those that were allowed and did not come again.
    pub(crate) missing: Vec<HeldRequest>,
    /// Those that came again exactly as they were allowed, and were stopped by a rule that knows no contents.
    pub(crate) rehearsed: Vec<RequestPass>,
    /// Those that left although nobody had allowed them like this.
    pub(crate) leaked: Vec<HeldRequest>,
}

/// The verdict on a request in a browser that cannot hold it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PassVerdict {
    /// A pass lets it go.
    Go,
    /// Its action is being repeated, and it is none of those that were allowed.
    Other,
    /// No action is being repeated.
    NotRepeating,
}

impl RequestPasses {
    pub(crate) fn extend(&mut self, passes: impl IntoIterator<Item = RequestPass>) {
        self.unspent.extend(passes);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.unspent.is_empty()
    }

    pub(crate) fn begin_repetition(&mut self) {
        self.repetition = Some(Repetition::default());
    }

    /// Ends the repetition; passes that were not used are void.
    pub(crate) fn end_repetition(&mut self) -> Repetition {
        let unused = std::mem::take(&mut self.unspent);
        let missing = unused.iter().map(RequestPass::request).filter(|request| !request.only_reads()).cloned();
        Repetition { missing: missing.collect(), ..self.repetition.take().unwrap_or_default() }
    }

    /// Voids all passes, because the action is not repeated or another one begins.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Something that leaves a mark went without a pass.
    pub(crate) fn note_sent(&mut self) {
        self.has_sent = true;
    }

    pub(crate) fn has_sent(&self) -> bool {
        self.has_sent
    }

    /// Looks for a pass and spends it.
    pub(crate) fn judge(
        &mut self,
        request: &HeldRequest,
        network: Option<&RequestId>,
        state: PauseState,
    ) -> PassVerdict {
        let Some(repetition) = &mut self.repetition else { return PassVerdict::NotRepeating };
        if let Some(at) = self.unspent.iter().position(|pass| pass.covers(request)) {
            let pass = self.unspent.remove(at);
            match state {
                PauseState::Waits | PauseState::Sent => repetition.sent.push((request.clone(), network.cloned())),
                PauseState::Stopped => repetition.rehearsed.push(pass),
            }
            return PassVerdict::Go;
        }
        match state {
            PauseState::Waits | PauseState::Stopped => repetition.stopped.push(request.clone()),
            PauseState::Sent => repetition.leaked.push(request.clone()),
        }
        PassVerdict::Other
    }
}
