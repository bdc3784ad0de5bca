//! Looks at pages and touches them: the `Browser` port over any driver of a browser.
//!
//! The crate needs no operating system and also builds for wasm: the connection comes as a protocol client, time and
//! tasks come from `webhand-rt`, files from [`Files`]. It starts no browser; `webhand-chrome` does. Every action arrives
//! as `Approved`, judged by the guard. The hands decide and a driver performs: only `driver/cdp` speaks the Chrome
//! `DevTools` Protocol. Start reading at [`BrowserConnection`] and [`Hands`], then at the module `driver`.

mod access;
mod action_error;
mod body;
mod connection;
mod documents;
mod driver;
mod egress;
mod event_loop;
mod fields;
mod files;
mod hands;
mod hints;
mod interception;
mod live_frames;
mod looking;
mod page_environment;
mod pictures;
mod pointing;
mod reading;
mod requests;
mod settling;
mod tabs;
mod world;

pub use body::DigestKey;
pub use connection::{AskMode, BrowserConnection, Options, Presence};
pub use driver::quiet::QuietStart;
pub use egress::{EgressControl, EgressFailure, GateInfo};
pub use files::{FileKind, Files, NoFiles};
pub use hands::{ChatTab, Hands};
pub use page_environment::PageEnvironment;
pub use tabs::site_storage::{SiteStorage, StorageState, StoredItem};
