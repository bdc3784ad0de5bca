//! The effect of an action on a page, and what its outcome says about it.

mod actions;
mod dragging;
mod generated_targets;
mod mouse_and_keyboard;
mod reactions;
mod renamed_controls;
mod scripts;
mod settling;
mod swapped_targets;
