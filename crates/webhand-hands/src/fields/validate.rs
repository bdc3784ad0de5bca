//! Validates the arguments of an action without looking at the page, before a person is asked to approve it.
//!
//! The validation must not check whether a file exists: without approval, that would reveal which files there are.

use webhand_model::{Action, ActionInput, FailCode};

use crate::action_error::ActionError;
use crate::fields::choose::requested_values;
use crate::fields::keys::{Chord, parse_chord};

/// Fails if the arguments alone show that the action cannot succeed.
pub(crate) fn sound(action: &Action) -> Result<(), ActionError> {
    match action.input() {
        ActionInput::Key(key) => read_chord(key).map(drop),
        ActionInput::Options { value, values } => requested_values(value, values).map(drop),
        ActionInput::Files([]) => Err(ActionError::failed(FailCode::BadCall, "upload needs at least one file")),
        ActionInput::Files(_)
        | ActionInput::Click { .. }
        | ActionInput::MouseUp
        | ActionInput::Keystrokes { .. }
        | ActionInput::Text(_)
        | ActionInput::Address(_)
        | ActionInput::Other => Ok(()),
    }
}

pub(crate) fn read_chord(written: &str) -> Result<Chord, ActionError> {
    parse_chord(written).map_err(|why| ActionError::failed(FailCode::BadCall, why))
}
