//! The script that runs in a world of its own in every frame.

/// Defines `webhand` in its world, once.
pub(crate) const PAGE_SCRIPT: &str = include_str!(env!("WEBHAND_PAGE_SCRIPT"));

/// The name of its world; a page cannot see into it.
pub(crate) const WORLD: &str = "webhand";
