//! Fields and the keyboard: filling, choosing, typing, uploading, and verifying the value that a field holds afterwards.
//!
//! Keys for a target must never reach another element: they are sent within [`Keyboard::type_only_into`].
//! Start reading at [`fill`], then [`verify_value`]; [`keys`] is the table of keys.

pub(crate) mod choose;
pub(crate) mod date_parts;
pub(crate) mod fill;
pub(crate) mod keyboard;
pub(crate) mod keys;
pub(crate) mod number;
pub(crate) mod options;
pub(crate) mod slider;
pub(crate) mod upload;
pub(crate) mod validate;
pub(crate) mod verify_value;

use std::sync::Arc;

use webhand_model::FailCode;

use crate::access::Access;
use crate::action_error::ActionError;
use crate::documents::elements::Element;
use crate::documents::{Elements, Pages};
use crate::looking::Looker;
use crate::pointing::Gestures;
use crate::settling::Settler;

pub(crate) use keyboard::Keyboard;

/// Fills, clears and chooses in fields of every kind.
#[derive(Debug)]
pub(crate) struct Fields {
    access: Arc<Access>,
    elements: Arc<Elements>,
    gestures: Arc<Gestures>,
    keyboard: Arc<Keyboard>,
    looker: Arc<Looker>,
    pages: Arc<Pages>,
    settler: Arc<Settler>,
}

impl Fields {
    pub(crate) fn new(
        access: &Arc<Access>,
        elements: &Arc<Elements>,
        gestures: &Arc<Gestures>,
        keyboard: &Arc<Keyboard>,
        looker: &Arc<Looker>,
        pages: &Arc<Pages>,
        settler: &Arc<Settler>,
    ) -> Self {
        Self {
            access: Arc::clone(access),
            elements: Arc::clone(elements),
            gestures: Arc::clone(gestures),
            keyboard: Arc::clone(keyboard),
            looker: Arc::clone(looker),
            pages: Arc::clone(pages),
            settler: Arc::clone(settler),
        }
    }
}

/// The error of an action on this element, with its ref and name in front.
fn element_error(element: &Element, code: FailCode, why: &str) -> ActionError {
    ActionError::failed(code, format!("{} ({}): {why}", element.target, element.called))
}
