//! A seat: one owner's part of a browser that several owners share.
//!
//! Invariant: nothing of a seat outlives it. A seat that is dropped without being closed, because its client crashed,
//! closes its tabs as well; the other seats are not affected.

use std::path::PathBuf;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use webhand_guard::{Approved, RequestResolution};
use webhand_hands::Hands;
use webhand_model::{Outcome, TabInfo, TabOwner};
use webhand_port::{Browser, Done};
use webhand_rt::Spawner;

use crate::chrome::Chrome;
use crate::egress::{EgressGate, PolicyHolder};

/// One owner's hands in a shared browser, with their own tabs, refs and order of actions.
#[derive(Debug)]
pub struct Seat {
    hands: Hands,
    owner: TabOwner,
    /// Absent in a browser that somebody else started.
    policy: Option<PolicyHolder>,
    /// Present for a seat with a context of its own.
    _gate: Option<EgressGate>,
    /// Runs the closing of tabs that are left when the seat is dropped outside of a runtime.
    runtime: Spawner,
    /// The browser lives as long as one of its seats.
    _chrome: Arc<Chrome>,
}

/// Why no seat could be taken.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SeatError {
    #[error("too many work in this browser already; close a session first, or start another browser")]
    TooMany,
    #[error("no tab could be opened for {owner}: {why}")]
    NoTab { owner: TabOwner, why: String },
}

impl Chrome {
    /// Takes a seat with one empty tab. Two seats of one owner are separate: neither reaches into the other's tabs.
    ///
    /// # Errors
    /// See [`SeatError`]; nothing is left open.
    pub async fn seat(self: &Arc<Self>, owner: TabOwner) -> Result<Seat, SeatError> {
        let hands = self.new_hands(owner.clone()).ok_or(SeatError::TooMany)?;
        let (policy, runtime) = (self.policy_holder(), Spawner::current());
        Seat { hands, owner, policy, _gate: None, runtime, _chrome: Arc::clone(self) }.with_first_tab().await
    }

    /// Takes a seat with cookies, a cache and a gate of its own, as in a browser of its own: nothing of another seat is seen
    /// there, and nothing is left of it.
    ///
    /// `cookies` are those that [`Seat::cookies`] of an earlier seat returned.
    ///
    /// # Errors
    /// See [`SeatError`]; nothing is left open.
    pub async fn private_seat(self: &Arc<Self>, owner: TabOwner, cookies: Option<&[u8]>) -> Result<Seat, SeatError> {
        let hands = self.new_hands(owner.clone()).ok_or(SeatError::TooMany)?;
        let no_context = |why: String| SeatError::NoTab { owner: owner.clone(), why };
        let gate = self.open_context_gate().ok_or_else(|| no_context(NOT_STARTED.to_owned()))?;
        let gate = gate.map_err(|error| no_context(error.to_string()))?;
        let (policy, proxy) = (Some(gate.policy_holder()), format!("http://127.0.0.1:{}", gate.port()));
        let (runtime, chrome, info) = (Spawner::current(), Arc::clone(self), gate.info());
        let seat = Seat { hands, owner: owner.clone(), policy, _gate: Some(gate), runtime, _chrome: chrome };
        seat.hands.use_own_context(&proxy, info).await.map_err(no_context)?;
        if let Some(cookies) = cookies
            && let Err(why) = seat.hands.restore_cookies(cookies).await
        {
            tracing::warn!(why, "a browser did not take the cookies of before; its pages may ask for log-ins again");
        }
        seat.with_first_tab().await
    }
}

impl Seat {
    async fn with_first_tab(self) -> Result<Self, SeatError> {
        match self.hands.open_first_tab().await {
            Ok(()) => Ok(self),
            Err(why) => Err(SeatError::NoTab { owner: self.owner.clone(), why }),
        }
    }

    /// The cookies of a seat with a context of its own.
    ///
    /// # Errors
    /// The reason why they cannot be had, as text for a person.
    pub async fn cookies(&self) -> Result<Vec<u8>, String> {
        self.hands.cookies().await
    }

    #[must_use]
    pub fn owner(&self) -> &TabOwner {
        &self.owner
    }

    /// Moves downloads from now on into `folder`, which must be on the same disk as the browser's download folder.
    pub fn keep_downloads_in(&self, folder: PathBuf) {
        self.hands.keep_downloads_in(folder);
    }

    /// The tabs of this seat, the current one first.
    #[must_use]
    pub fn tabs(&self) -> Vec<TabInfo> {
        self.hands.tabs()
    }

    /// Resolves when the browser is gone.
    pub async fn ended(&self) {
        self.hands.disconnected().await;
    }

    /// As [`Chrome::session`].
    #[cfg(feature = "raw-cdp")]
    #[must_use]
    pub fn session(&self) -> Option<webhand_cdp::Session> {
        self.hands.session()
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.hands.abandon(&self.runtime);
    }
}

impl Browser for Seat {
    fn inner(&self) -> &dyn Browser {
        &self.hands
    }

    fn act(&self, approved: Approved) -> BoxFuture<'_, Done> {
        if let Some(policy) = &self.policy {
            policy.apply(&approved);
        }
        self.hands.act(approved)
    }

    fn resolve_request(&self, resolution: RequestResolution) -> BoxFuture<'_, Outcome> {
        if let Some(policy) = &self.policy {
            policy.apply_resolution(&resolution);
        }
        self.hands.resolve_request(resolution)
    }
}

const NOT_STARTED: &str = "this browser was not started by webhand, so nobody gets a part of it for themselves";
