//! The browser port against a real browser and a small site.

mod data;
mod dialogs_and_tabs;
mod dragging;
mod faults;
mod guarding;
mod holding;
mod looking;
mod picturing;
mod settling;
mod site;
mod support;
mod touching;
