//! Aims at the target of a click while the guard still judges the click, which saves one round trip to the page.
//!
//! `inspect.rs` requests the aim together with the facts for the guard; `click.rs` uses it if the guard approves the
//! click.
//!
//! Invariant: if the click never follows, neither the page nor a person notices the aim: nothing scrolls or moves, and
//! the page script disarms the element by its own clock after half a second. A press is sent long before that.

use crate::pointing::Arming;
use std::sync::PoisonError;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use webhand_model::{Action, Aiming, Ref};
use webhand_rt::Instant;

use crate::documents::elements::Element;
use crate::documents::pages::FrameDocument;
use crate::pointing::mouse::Spot;

/// The target of an expected click, already aimed at and armed.
#[derive(Debug)]
pub(crate) struct PreAim {
    pub(crate) target: Ref,
    pub(crate) at: Instant,
    pub(crate) spot: Spot,
    pub(crate) armed: Vec<FrameDocument>,
    /// Whether the page script knows every event listener that a press can reach.
    pub(crate) listeners_known: bool,
}

/// Keeps the pre-aim between the inspection of a click and the click itself.
#[derive(Debug)]
pub(crate) struct PreAims {
    arming: Arc<Arming>,
    pending: Mutex<Option<PreAim>>,
}

impl PreAims {
    pub(crate) fn new(arming: &Arc<Arming>) -> Self {
        Self { arming: Arc::clone(arming), pending: Mutex::default() }
    }
}

impl PreAims {
    /// Keeps a fresh pre-aim if `action` is the click it was made for; otherwise schedules its documents to be
    /// disarmed.
    pub(crate) fn keep_for(&self, action: &Action) {
        let Some(pre_aim) = self.replace(None) else { return };
        let is_its_action = action.properties().aiming == Aiming::Early && action.target() == Some(pre_aim.target);
        if is_its_action && pre_aim.at.elapsed() < FRESH {
            self.replace(Some(pre_aim));
        } else {
            self.arming.disarm_later(pre_aim.armed.iter());
        }
    }

    /// Takes the pre-aim out, and returns it if its target is this element.
    pub(crate) fn take_for(&self, element: &Element) -> Option<PreAim> {
        self.replace(None).filter(|pre_aim| pre_aim.target == element.target)
    }

    /// Stores a pre-aim and returns the previous one.
    pub(crate) fn replace(&self, pre_aim: Option<PreAim>) -> Option<PreAim> {
        std::mem::replace(&mut *self.pending.lock().unwrap_or_else(PoisonError::into_inner), pre_aim)
    }
}

/// How long a pre-aim stays valid: longer than the journal takes to store the decision, and much shorter than the half
/// second after which the page script disarms the element.
const FRESH: Duration = Duration::from_millis(50);
