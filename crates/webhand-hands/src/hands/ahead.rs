//! What a click has to know, asked in the same breath as what the guard has to know about it.
//!
//! Invariant: a page or a person notices nothing of it, should the click never come: nothing is scrolled or moved, and
//! the element is armed for half a second by the page's own clock. A press is sent long before that.

use std::sync::PoisonError;
use std::time::Duration;

use webhand_model::{Action, Facts, Ref};
use webhand_rt::{Instant, timeout};

use super::Hands;
use super::click::{HEARD_WITHIN, is_item};
use super::element::Element;
use super::place::Place;
use super::pointer::Spot;
use crate::trouble::Trouble;

/// An element that is aimed at and armed.
#[derive(Debug)]
pub(super) struct Ahead {
    target: Ref,
    at: Instant,
    pub(super) spot: Spot,
    pub(super) armed: Vec<Place>,
    /// Whether the page script knows everything that hears a press.
    pub(super) heard: bool,
}

impl Hands {
    /// Whether an element may be aimed at before it is known whether it will be clicked.
    pub(super) fn may_aim_ahead(&self, element: &Element) -> bool {
        let is_alone = self.read(|world| world.frames.in_tab(element.place.tab).count() == 1);
        // What is held or armed has to be let go of first.
        let is_free = !self.holds_anything() && self.armed.lock().unwrap_or_else(PoisonError::into_inner).is_empty();
        is_alone && is_free && !is_item(element)
    }

    /// What the guard has to know of an element that may be clicked next. Aims at it, if that takes no time; otherwise
    /// nothing comes of it.
    pub(super) async fn facts_and_aim(&self, element: &Element) -> Result<Facts, Trouble> {
        let hearing = timeout(HEARD_WITHIN, self.is_overheard(&element.place));
        let (facts, heard) = tokio::join!(self.inspected(element, true), hearing);
        let mut facts = facts?;
        if let Some(aimed) = facts.aimed.take() {
            let (spot, armed) = (Spot::of(&aimed), vec![element.place.clone()]);
            let heard = heard.unwrap_or(false);
            self.put_ahead(Some(Ahead { target: element.target, at: Instant::now(), spot, armed, heard }));
        }
        Ok(self.in_guards_words(element, facts))
    }

    /// Keeps what was aimed at for the action that is to come; for any other it is disarmed.
    pub(super) fn keep_ahead_for(&self, action: &Action) {
        let ahead = self.put_ahead(None);
        let Some(ahead) = ahead else { return };
        if matches!(action, Action::Click { target, .. } if *target == ahead.target) && ahead.at.elapsed() < FRESH {
            self.put_ahead(Some(ahead));
        } else {
            self.later(ahead.armed.iter());
        }
    }

    /// What was aimed at, if it is this element.
    pub(super) fn take_ahead(&self, element: &Element) -> Option<Ahead> {
        self.put_ahead(None).filter(|ahead| ahead.target == element.target)
    }

    /// What was there before.
    pub(super) fn put_ahead(&self, ahead: Option<Ahead>) -> Option<Ahead> {
        std::mem::replace(&mut *self.ahead.lock().unwrap_or_else(PoisonError::into_inner), ahead)
    }
}

/// How long a page can be taken to be as it was. Longer than the journal needs, and far from what the page itself allows.
const FRESH: Duration = Duration::from_millis(50);
