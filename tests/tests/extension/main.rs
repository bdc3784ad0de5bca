//! The built extension in a real browser: tasks without a server, in tabs of that browser.

#[path = "../cli/support.rs"]
#[expect(dead_code, clippy::unwrap_used, reason = "the tests of the program use more of it")]
mod support;

#[path = "../cli/chat_tab/sites.rs"]
#[expect(clippy::unwrap_used, reason = "a test ends where something it needs is missing")]
mod chat_sites;

mod browser;
mod build;
mod chat_tab;
mod debugger;
mod hostile;
mod interrupted;
mod models;
mod orders;
mod paired;
mod presence;
mod server;
mod site;
mod stops;
mod storms;
mod view;
