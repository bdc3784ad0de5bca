//! The mouse: aiming, arming, clicking, dragging, scrolling, and the facts that the guard needs beforehand.

pub(crate) mod arming;
pub(crate) mod click;
pub(crate) mod drag;
pub(crate) mod held_input;
pub(crate) mod inspect;
pub(crate) mod mouse;
pub(crate) mod mouse_button;
pub(crate) mod points;
pub(crate) mod pre_aim;
pub(crate) mod scroll;

use std::sync::Arc;

use crate::access::Access;
use crate::documents::{Elements, Pages};
use crate::hints::Hints;
use crate::settling::Settler;

pub(crate) use arming::Arming;
pub(crate) use held_input::HeldInput;
pub(crate) use inspect::Inspector;
pub(crate) use mouse::Mouse;
pub(crate) use points::Points;
pub(crate) use pre_aim::PreAims;

/// Clicks, drags, hovers, scrolls and presses of a mouse button.
#[derive(Debug)]
pub(crate) struct Gestures {
    access: Arc<Access>,
    arming: Arc<Arming>,
    elements: Arc<Elements>,
    held_input: Arc<HeldInput>,
    hints: Arc<Hints>,
    mouse: Arc<Mouse>,
    pages: Arc<Pages>,
    points: Arc<Points>,
    pre_aims: Arc<PreAims>,
    settler: Arc<Settler>,
}

impl Gestures {
    #[expect(clippy::too_many_arguments, reason = "each argument is one part that this one builds on")]
    pub(crate) fn new(
        access: &Arc<Access>,
        arming: &Arc<Arming>,
        elements: &Arc<Elements>,
        held_input: &Arc<HeldInput>,
        hints: &Arc<Hints>,
        mouse: &Arc<Mouse>,
        pages: &Arc<Pages>,
        points: &Arc<Points>,
        pre_aims: &Arc<PreAims>,
        settler: &Arc<Settler>,
    ) -> Self {
        Self {
            access: Arc::clone(access),
            arming: Arc::clone(arming),
            elements: Arc::clone(elements),
            held_input: Arc::clone(held_input),
            hints: Arc::clone(hints),
            mouse: Arc::clone(mouse),
            pages: Arc::clone(pages),
            points: Arc::clone(points),
            pre_aims: Arc::clone(pre_aims),
            settler: Arc::clone(settler),
        }
    }
}
