//! A seat: one owner's part of a browser that several owners share.
//!
//! Invariant: nothing of a seat outlives it. Whoever drops one without closing it, because its client crashed, leaves no
//! tab behind either, and the others in the browser notice nothing.

use std::path::PathBuf;
use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::runtime::Handle;
use webhand_guard::{Approved, Ruling};
use webhand_model::{Action, Facts, Outcome, Owner, Ref, Snapshot, TabInfo, UnknownRef, Visibility};
use webhand_port::{Browser, BrowserError, Done, Picture};

use crate::cdp::Session;
use crate::chrome::Chrome;
use crate::hands::{Extent, Hands, clear};

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
    fn observe(&self) -> BoxFuture<'_, Result<Snapshot, BrowserError>> {
        self.hands.observe(Extent::Whole).boxed()
    }

    fn glance(&self) -> BoxFuture<'_, Result<Snapshot, BrowserError>> {
        self.hands.observe(Extent::Near).boxed()
    }

    fn picture(&self) -> BoxFuture<'_, Option<Picture>> {
        self.hands.view(None).boxed()
    }

    fn marked_picture<'a>(&'a self, seen: &'a Snapshot) -> BoxFuture<'a, Option<Picture>> {
        self.hands.view(Some(seen)).boxed()
    }

    fn recall(&self, written: &str) -> Result<Ref, UnknownRef> {
        self.hands.recall(written)
    }

    fn inspect<'a>(&'a self, action: &'a Action) -> BoxFuture<'a, Result<Facts, Outcome>> {
        self.hands.inspect(action).boxed()
    }

    fn act(&self, approved: Approved) -> BoxFuture<'_, Done> {
        async move { self.hands.act(&approved).await }.boxed()
    }

    fn rule(&self, ruling: Ruling) -> BoxFuture<'_, Outcome> {
        async move { self.hands.rule(&ruling).await }.boxed()
    }

    fn let_go(&self) -> BoxFuture<'_, ()> {
        self.hands.let_go().boxed()
    }

    fn step_aside(&self) -> BoxFuture<'_, Visibility> {
        self.hands.step_aside().boxed()
    }

    fn step_in(&self) -> BoxFuture<'_, ()> {
        async { self.hands.step_in() }.boxed()
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        async {
            let vacated = self.hands.give_back();
            clear(self.hands.around(), vacated).await;
        }
        .boxed()
    }
}
