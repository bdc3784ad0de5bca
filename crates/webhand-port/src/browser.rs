//! The hands: whatever can look at pages and touch them.

use futures_util::future::BoxFuture;
use webhand_guard::{Approved, Ruling};
use webhand_model::{Action, Facts, Outcome, Ref, Snapshot, UnknownRef, Visibility};

/// One browser, or the part of one that a run may use.
///
/// Requests that would leave a mark at their far end are held from a run's first input on and reported in
/// [`Outcome::held`]; they wait until [`Browser::rule`] is called for them.
pub trait Browser: Send + Sync {
    /// Looks at the current tab.
    fn observe(&self) -> BoxFuture<'_, Result<Snapshot, BrowserError>>;

    /// Looks at what the current tab shows now; of a large page, what is far from the viewport is only counted.
    fn glance(&self) -> BoxFuture<'_, Result<Snapshot, BrowserError>>;

    /// A picture of what the current tab shows. None when there is nothing to see or the capture failed, which is
    /// never fatal.
    fn picture(&self) -> BoxFuture<'_, Option<Picture>>;

    /// The same with the ref of each element of a look written on it, and with what the look calls `withheld` covered.
    /// Hands that cannot write leave it plain, unless something is to be covered.
    fn marked_picture<'a>(&'a self, seen: &'a Snapshot) -> BoxFuture<'a, Option<Picture>>;

    /// Which element is meant by a ref somebody wrote, among all that were shown so far. Never waits.
    ///
    /// # Errors
    /// When no element that is still there has that ref.
    fn recall(&self, written: &str) -> Result<Ref, UnknownRef>;

    /// Reads, freshly, what the guard has to know about an action. An action that cannot be done (stale ref) answers
    /// with the outcome that says so.
    fn inspect<'a>(&'a self, action: &'a Action) -> BoxFuture<'a, Result<Facts, Outcome>>;

    /// Does it, waits until what it started has come to rest, and says what changed.
    fn act(&self, approved: Approved) -> BoxFuture<'_, Done>;

    /// Lets a held request go or stops it, and waits until that has come to rest. The outcome tells what changed.
    fn rule(&self, ruling: Ruling) -> BoxFuture<'_, Outcome>;

    /// Lets go of what an action left held down, such as a mouse button: the run pauses, and the person may use the
    /// same page meanwhile. Hands that never hold anything have nothing to do.
    fn let_go(&self) -> BoxFuture<'_, ()>;

    /// Takes the hands off, for the person to use the browser: what is held is stopped, and from now on nothing is
    /// held or done. Says whether they can see it.
    fn step_aside(&self) -> BoxFuture<'_, Visibility>;

    /// Puts the hands back: from now on requests are held as before.
    fn step_in(&self) -> BoxFuture<'_, ()>;

    /// Ends the browser or gives the tabs back. Called once, at the end; nothing of it is left behind.
    fn close(&self) -> BoxFuture<'_, ()>;
}

/// What was done.
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

impl Picture {
    /// Width and height in pixels, from the frame header; nothing when there is none.
    #[must_use]
    pub fn size(&self) -> Option<[u16; 2]> {
        let mut at = 2;
        loop {
            let [0xff, kind, high, low] = *self.jpeg.get(at..at + 4)? else { return None };
            // Every kind of frame, and none of the tables that have numbers among them.
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
