//! What a click has to know, asked in the same breath as what the guard has to know about it.
//!
//! Invariant: a page or a person notices nothing of it, should the click never come: nothing is scrolled or moved, and
//! the element is armed for half a second by the page's own clock. A press is sent long before that.

use crate::pointing::Arming;
use std::sync::PoisonError;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use webhand_model::{Action, Ref};
use webhand_rt::Instant;

use crate::documents::elements::Element;
use crate::documents::pages::FrameDocument;
use crate::pointing::mouse::Spot;

/// An element that is aimed at and armed.
#[derive(Debug)]
pub(crate) struct Ahead {
    pub(crate) target: Ref,
    pub(crate) at: Instant,
    pub(crate) spot: Spot,
    pub(crate) armed: Vec<FrameDocument>,
    /// Whether the page script knows everything that hears a press.
    pub(crate) heard: bool,
}

/// The element that was aimed at and armed while the guard was asked about it.
#[derive(Debug)]
pub(crate) struct PreAims {
    arming: Arc<Arming>,
    ahead: Mutex<Option<Ahead>>,
}

impl PreAims {
    pub(crate) fn new(arming: &Arc<Arming>) -> Self {
        Self { arming: Arc::clone(arming), ahead: Mutex::default() }
    }
}

impl PreAims {
    /// Keeps what was aimed at for the action that is to come; for any other it is disarmed.
    pub(crate) fn keep_ahead_for(&self, action: &Action) {
        let ahead = self.put_ahead(None);
        let Some(ahead) = ahead else { return };
        if matches!(action, Action::Click { target, .. } if *target == ahead.target) && ahead.at.elapsed() < FRESH {
            self.put_ahead(Some(ahead));
        } else {
            self.arming.later(ahead.armed.iter());
        }
    }

    /// What was aimed at, if it is this element.
    pub(crate) fn take_ahead(&self, element: &Element) -> Option<Ahead> {
        self.put_ahead(None).filter(|ahead| ahead.target == element.target)
    }

    /// What was there before.
    pub(crate) fn put_ahead(&self, ahead: Option<Ahead>) -> Option<Ahead> {
        std::mem::replace(&mut *self.ahead.lock().unwrap_or_else(PoisonError::into_inner), ahead)
    }
}

/// How long a page can be taken to be as it was. Longer than the journal needs, and far from what the page itself allows.
const FRESH: Duration = Duration::from_millis(50);
