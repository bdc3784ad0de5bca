//! The crate against a real browser.

mod driving;
mod starting_and_ending;
mod support;
