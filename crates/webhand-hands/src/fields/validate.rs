//! Validates the arguments of an action without looking at the page, before a person is asked to approve it.
//!
//! The validation must not check whether a file exists: without approval, that would reveal which files there are.

use webhand_model::{Action, FailCode};

use crate::action_error::ActionError;
use crate::fields::choose::requested_values;
use crate::fields::keys::{Chord, parse_chord};

/// Fails if the arguments alone show that the action cannot succeed.
pub(crate) fn sound(action: &Action) -> Result<(), ActionError> {
    if let Action::Press { key, .. } = action {
        read_chord(key)?;
    }
    if let Action::Select { value, values, .. } = action {
        requested_values(value.as_ref(), values.as_deref())?;
    }
    if let Action::Upload { files, .. } = action
        && files.is_empty()
    {
        return Err(ActionError::failed(FailCode::BadCall, "upload needs at least one file"));
    }
    Ok(())
}

pub(crate) fn read_chord(written: &str) -> Result<Chord, ActionError> {
    parse_chord(written).map_err(|why| ActionError::failed(FailCode::BadCall, why))
}
