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
use crate::egress::PolicyHolder;

/// One owner's hands in a shared browser, with their own tabs, refs and order of actions.
#[derive(Debug)]
pub struct Seat {
    hands: Hands,
    owner: TabOwner,
    policy: PolicyHolder,
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
        let seat =
            Seat { hands, owner, policy: self.policy_holder(), runtime: Spawner::current(), _chrome: Arc::clone(self) };
        match seat.hands.open_first_tab().await {
            Ok(()) => Ok(seat),
            Err(why) => Err(SeatError::NoTab { owner: seat.owner.clone(), why }),
        }
    }
}

impl Seat {
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
        self.policy.apply(&approved);
        self.hands.act(approved)
    }

    fn resolve_request(&self, resolution: RequestResolution) -> BoxFuture<'_, Outcome> {
        self.policy.apply_resolution(&resolution);
        self.hands.resolve_request(resolution)
    }
}
