//! The browser port against a real browser and a small site.

mod arriving;
mod choosing;
mod data;
mod dialogs_and_tabs;
mod dragging;
mod enormous;
mod faults;
mod files;
#[cfg(target_os = "linux")]
mod focus;
mod frames;
mod frameworks;
mod guarding;
mod halves;
mod hidden_text;
mod holding;
mod lending;
mod listeners;
mod looking;
mod near;
mod picturing;
mod reacting;
mod refusals;
mod renaming;
mod roots;
mod scripts;
mod seats;
mod settling;
mod several;
mod sharing;
mod site;
mod support;
mod tampering;
mod touching;
mod typing;
mod widgets;
