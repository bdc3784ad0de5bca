//! A seat: one owner's part of a browser that several owners share.
//!
//! Invariant: nothing of a seat outlives it. Whoever drops one without closing it, because its client crashed, leaves no
//! tab behind either, and the others in the browser notice nothing.

use std::path::PathBuf;
use std::sync::Arc;

use tokio::runtime::Handle;
use webhand_model::{Outcome, Owner, TabInfo};
use webhand_port::Browser;

use crate::cdp::Session;
use crate::chrome::Chrome;
use crate::hands::{Hands, clear};

/// Hands of their own in a browser they share: own tabs, own refs, own turn.
#[derive(Debug)]
pub struct Seat {
    hands: Hands,
    owner: Owner,
    /// Where what is left behind is closed, when the seat is dropped outside of it.
    runtime: Handle,
    /// The browser lives as long as anybody sits in it.
    _chrome: Arc<Chrome>,
}

/// Why there is no seat.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SeatError {
    #[error("too many work in this browser already; close a session first, or start another browser")]
    TooMany,
    #[error("no tab could be opened for {owner}: {why}")]
    NoTab { owner: Owner, why: String },
}

impl Chrome {
    /// A seat with one empty tab. Two seats of one owner are still two: neither reaches into the other's tabs.
    ///
    /// # Errors
    /// See [`SeatError`]; nothing is left open.
    pub async fn seat(self: &Arc<Self>, owner: Owner) -> Result<Seat, SeatError> {
        let hands = self.new_hands(owner.clone()).ok_or(SeatError::TooMany)?;
        let seat = Seat { hands, owner, runtime: Handle::current(), _chrome: Arc::clone(self) };
        match seat.hands.make_tab().await {
            Ok(_) => Ok(seat),
            Err(trouble) => Err(SeatError::NoTab { owner: seat.owner.clone(), why: Outcome::from(trouble).text }),
        }
    }
}

impl Seat {
    #[must_use]
    pub fn owner(&self) -> &Owner {
        &self.owner
    }

    /// Keeps what is downloaded from now on in a folder of its own, on the same disk as the browser's.
    pub fn keep_downloads_in(&self, folder: PathBuf) {
        self.hands.keep_downloads_in(folder);
    }

    /// The tabs of this seat, the current one first.
    #[must_use]
    pub fn tabs(&self) -> Vec<TabInfo> {
        self.hands.tabs()
    }

    /// Comes back when the browser is gone.
    pub async fn ended(&self) {
        self.hands.disconnected().await;
    }

    /// As [`Chrome::session`].
    #[must_use]
    pub fn session(&self) -> Option<Session> {
        self.hands.current().ok().map(|(_, session)| session)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let vacated = self.hands.give_back();
        if !vacated.is_empty() {
            let around = self.hands.around().clone();
            self.runtime.spawn(async move { clear(&around, vacated).await });
        }
    }
}

impl Browser for Seat {
    fn inner(&self) -> &dyn Browser {
        &self.hands
    }
}
