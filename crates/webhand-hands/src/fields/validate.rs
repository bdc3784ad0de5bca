//! What is wrong with a call whatever the page shows: told before a person is asked about it.
//!
//! Whether a file exists is not part of it: that is told only to whom files may be given.

use webhand_model::{Action, FailCode};

use crate::action_error::ActionError;
use crate::fields::choose::wanted;
use crate::fields::keys::{Chord, parse_chord};

/// Fails where the arguments alone say that nothing can come of an action.
pub(crate) fn sound(action: &Action) -> Result<(), ActionError> {
    if let Action::Press { key, .. } = action {
        read_chord(key)?;
    }
    if let Action::Select { value, values, .. } = action {
        wanted(value.as_ref(), values.as_deref())?;
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
