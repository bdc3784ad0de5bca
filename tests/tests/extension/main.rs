//! The built extension in a real browser: tasks without a server, in tabs of that browser.

#[path = "../cli/support.rs"]
#[expect(dead_code, clippy::unwrap_used, reason = "the tests of the program use more of it")]
mod support;

mod browser;
mod build;
mod hostile;
mod interrupted;
mod models;
mod orders;
mod presence;
mod site;
mod stops;
mod storms;
mod view;
