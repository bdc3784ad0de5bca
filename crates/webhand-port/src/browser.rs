//! The browser port: looks at pages and acts on them.

use futures_util::future::BoxFuture;
use webhand_guard::{Approved, RequestResolution};
use webhand_model::{Action, Facts, NativeDialog, Outcome, Ref, SentRequest, Snapshot, UnknownRef, Visibility};

use crate::{PersonInput, PersonInputError};

/// One browser, or the part of one that a run may use.
///
/// Requests that would leave a mark at their far end are held from a run's first input on and reported in
/// [`Outcome::held`]; they wait until [`Browser::resolve_request`] is called for them.
///
/// A wrapper implements [`Browser::inner`] and the methods in which it differs; the others pass the call on. A browser
/// of its own implements every method and has itself as its inner one; it puts `#[deny(clippy::missing_trait_methods)]`
/// on its implementation, because a method left out there would call itself without end.
pub trait Browser: Send + Sync {
    /// The browser that answers for every method which an implementation leaves out.
    fn inner(&self) -> &dyn Browser;

    /// Looks at the current tab.
    fn observe(&self) -> BoxFuture<'_, Result<Snapshot, BrowserError>> {
        self.inner().observe()
    }

    /// Looks at what the current tab shows now; elements of a large page far from the viewport are only counted.
    fn observe_near(&self) -> BoxFuture<'_, Result<Snapshot, BrowserError>> {
        self.inner().observe_near()
    }

    /// A picture of what the current tab shows. None when there is nothing to see or the capture failed, which is
    /// never fatal.
    fn picture(&self) -> BoxFuture<'_, Option<Picture>> {
        self.inner().picture()
    }

    /// The same with the ref of each element of a look drawn on it, and with the elements that the look marks `withheld`
    /// covered. A browser that cannot draw on pictures returns a plain one, or none if an element is to be covered.
    fn marked_picture<'a>(&'a self, seen: &'a Snapshot) -> BoxFuture<'a, Option<Picture>> {
        self.inner().marked_picture(seen)
    }

    /// The view of the current tab now, for a person who watches. Unlike [`Browser::picture`] it waits for no action,
    /// delays none, and the points of later actions do not refer to it. The elements that `covering` marks `withheld`
    /// are covered; without it a browser covers what it knows itself.
    fn watch<'a>(&'a self, covering: Option<&'a Snapshot>) -> BoxFuture<'a, WatchedView> {
        self.inner().watch(covering)
    }

    /// Resolves a ref as a caller wrote it, against all elements that were shown so far. Never waits.
    ///
    /// # Errors
    /// When no element that is still there has that ref.
    fn resolve_ref(&self, written: &str) -> Result<Ref, UnknownRef> {
        self.inner().resolve_ref(written)
    }

    /// Reads the current facts that the guard needs to judge an action. For an action that cannot be performed, such as
    /// one with a stale ref, returns the outcome that reports it.
    fn inspect<'a>(&'a self, action: &'a Action) -> BoxFuture<'a, Result<Facts, Outcome>> {
        self.inner().inspect(action)
    }

    /// Performs an action, waits until the page has settled, and reports what changed.
    fn act(&self, approved: Approved) -> BoxFuture<'_, Done> {
        self.inner().act(approved)
    }

    /// Releases or stops a held request, waits until the page has settled, and reports what changed.
    fn resolve_request(&self, resolution: RequestResolution) -> BoxFuture<'_, Outcome> {
        self.inner().resolve_request(resolution)
    }

    /// Waits for the next request that a page sends by itself and a grant covers, so that it can be recorded before it goes.
    /// From the first call on such requests wait to be let go; without one they go at once. A call may be given up at
    /// any time.
    fn next_outgoing_request(&self) -> BoxFuture<'_, OutgoingRequest> {
        self.inner().next_outgoing_request()
    }

    /// Releases keys and buttons that an action left pressed: the run pauses, and the person may use the same page
    /// meanwhile.
    fn release_input(&self) -> BoxFuture<'_, ()> {
        self.inner().release_input()
    }

    /// Hands the browser over to the person: held requests are stopped, and from now on none is held and no action
    /// performed. Returns whether the person can see the browser.
    fn hand_over(&self) -> BoxFuture<'_, Visibility> {
        self.inner().hand_over()
    }

    /// Takes the browser back from the person: from now on requests are held as before.
    fn take_back(&self) -> BoxFuture<'_, ()> {
        self.inner().take_back()
    }

    /// Passes on what the person does with mouse and keyboard, while the browser is theirs. No guard judges it and nothing
    /// records it.
    ///
    /// # Errors
    /// When the browser is not handed over, or the page does not take the input.
    fn person_input(&self, input: PersonInput) -> BoxFuture<'_, Result<(), PersonInputError>> {
        self.inner().person_input(input)
    }

    /// Ends the browser or gives the tabs back. Called once, at the end; no process or file is left behind.
    fn close(&self) -> BoxFuture<'_, ()> {
        self.inner().close()
    }
}

/// A request that waits to be recorded. Dropped, it waits until its page is gone.
pub struct OutgoingRequest {
    pub sent: SentRequest,
    release: BoxFuture<'static, ()>,
}

impl OutgoingRequest {
    #[must_use]
    pub fn new(sent: SentRequest, release: BoxFuture<'static, ()>) -> Self {
        Self { sent, release }
    }

    /// Lets the request go, after it was recorded.
    pub async fn let_go(self) {
        self.release.await;
    }
}

/// The result of an action.
#[derive(Debug, Clone, PartialEq)]
pub struct Done {
    pub outcome: Outcome,
    /// The answer to a `screenshot` action.
    pub picture: Option<Picture>,
}

impl From<Outcome> for Done {
    fn from(outcome: Outcome) -> Self {
        Self { outcome, picture: None }
    }
}

/// A JPEG at one pixel per CSS pixel, or fewer of a very large view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    pub jpeg: Vec<u8>,
}

/// The view of a tab for a person who watches it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WatchedView {
    Picture(Picture),
    /// A dialog of the page, which the browser draws outside of it.
    Dialog(NativeDialog),
    /// Nothing can be shown now: the page is just opening, or must not be shown.
    Nothing,
}

impl Picture {
    /// Width and height in pixels, from the frame header; `None` when there is no such header.
    #[must_use]
    pub fn size(&self) -> Option<[u16; 2]> {
        let mut at = 2;
        loop {
            let [0xff, kind, high, low] = *self.jpeg.get(at..at + 4)? else { return None };
            // Every frame marker; 0xc4, 0xc8 and 0xcc lie between them and start tables.
            if matches!(kind, 0xc0..=0xcf) && !matches!(kind, 0xc4 | 0xc8 | 0xcc) {
                let [height, below, width, beside] = *self.jpeg.get(at + 5..at + 9)? else { return None };
                return Some([u16::from_be_bytes([width, beside]), u16::from_be_bytes([height, below])]);
            }
            at += 2 + usize::from(u16::from_be_bytes([high, low]));
        }
    }
}

/// Why a page could not be looked at.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BrowserError {
    #[error("the page did not answer within {0} s; it may be busy: wait, reload it or open another")]
    Hung(u64),
    #[error("the page crashed; reload it or open another")]
    Crashed,
    #[error("the tab was closed; switch to another or open one")]
    TabGone,
    #[error("the connection to the browser is lost: {0}")]
    Disconnected(String),
    #[error("the browser answered something unexpected: {0}")]
    Unexpected(String),
}

impl BrowserError {
    /// Whether the browser itself is gone, so that nothing further can be done with it.
    #[must_use]
    pub fn is_final(&self) -> bool {
        match self {
            Self::Disconnected(_) => true,
            Self::Hung(_) | Self::Crashed | Self::TabGone | Self::Unexpected(_) => false,
        }
    }
}
