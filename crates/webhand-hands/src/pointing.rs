//! The mouse: aiming, arming, clicking, dragging, scrolling, and the facts that the guard judges an action by.
//!
//! Input is sent only after the guard has approved the action, and it reaches the element that was judged or nothing.
//!
//! - Why does a covered button refuse? Aiming refuses first: `mouse.rs` requests a free point from the page script
//!   (`page/src/input/aim.ts`, `coveredFailure`). If something covers the button only afterwards, the armed documents
//!   block the press and `arming.rs` (`Landing::check_click`) reports it. `click.rs` retries both for a short time.
//! - Which document lets which event pass? `arming.rs`, and in the page `page/src/input/event_gate.ts`.
//! - What happens after the press? `crate::settling` waits and reports.
//!
//! Start reading at `click.rs`, the shortest way through all parts.

pub(crate) mod arming;
pub(crate) mod click;
pub(crate) mod drag;
pub(crate) mod inspect;
pub(crate) mod mouse;
pub(crate) mod mouse_button;
pub(crate) mod points;
pub(crate) mod pre_aim;
pub(crate) mod pressed_input;
pub(crate) mod scroll;

use std::sync::Arc;

use crate::access::Access;
use crate::documents::{Elements, Pages};
use crate::hints::Hints;
use crate::settling::Settler;

pub(crate) use arming::Arming;
pub(crate) use inspect::Inspector;
pub(crate) use mouse::Mouse;
pub(crate) use points::Points;
pub(crate) use pre_aim::PreAims;
pub(crate) use pressed_input::PressedInput;

/// Performs the actions of the mouse: click, hover, drag, scroll, press and release a button.
#[derive(Debug)]
pub(crate) struct Gestures {
    access: Arc<Access>,
    arming: Arc<Arming>,
    elements: Arc<Elements>,
    pressed_input: Arc<PressedInput>,
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
        pressed_input: &Arc<PressedInput>,
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
            pressed_input: Arc::clone(pressed_input),
            hints: Arc::clone(hints),
            mouse: Arc::clone(mouse),
            pages: Arc::clone(pages),
            points: Arc::clone(points),
            pre_aims: Arc::clone(pre_aims),
            settler: Arc::clone(settler),
        }
    }
}
