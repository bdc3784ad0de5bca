//! The built extension in a real browser: tasks without a server, in tabs of that browser.

#[path = "../cli/support.rs"]
#[expect(dead_code, clippy::unwrap_used, reason = "the tests of the program use more of it")]
mod support;

mod browser;
mod build;
mod debugger;
mod interrupted;
mod models;
mod orders;
mod site;
mod stops;
mod view;
