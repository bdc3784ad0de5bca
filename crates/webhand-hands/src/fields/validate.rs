//! What is wrong with a call whatever the page shows: told before a person is asked about it.
//!
//! Whether a file exists is not part of it: that is told only to whom files may be given.

use webhand_model::{Action, FailCode};

use crate::fields::choose::wanted;
use crate::fields::keys::{Chord, parse_chord};
use crate::trouble::Trouble;

/// Fails where the arguments alone say that nothing can come of an action.
pub(crate) fn sound(action: &Action) -> Result<(), Trouble> {
    if let Action::Press { key, .. } = action {
        read_chord(key)?;
    }
    if let Action::Select { value, values, .. } = action {
        wanted(value.as_ref(), values.as_deref())?;
    }
    if let Action::Upload { files, .. } = action
        && files.is_empty()
    {
        return Err(Trouble::failed(FailCode::BadCall, "upload needs at least one file"));
    }
    Ok(())
}

pub(crate) fn read_chord(written: &str) -> Result<Chord, Trouble> {
    parse_chord(written).map_err(|why| Trouble::failed(FailCode::BadCall, why))
}
