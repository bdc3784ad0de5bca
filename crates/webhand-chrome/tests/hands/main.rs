//! The browser port against a real browser and a small site.

mod arriving;
mod choosing;
mod data;
mod dialogs_and_tabs;
mod dragging;
mod enormous;
mod faults;
mod files;
mod frames;
mod frameworks;
mod guarding;
mod hidden_text;
mod holding;
mod listeners;
mod looking;
mod picturing;
mod reacting;
mod refusals;
mod renaming;
mod roots;
mod settling;
mod site;
mod support;
mod tampering;
mod touching;
mod typing;
