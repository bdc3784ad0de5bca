//! Looks at pages and touches them: the `Browser` port over the Chrome `DevTools` Protocol.
//!
//! The crate needs no operating system and also builds for wasm: the connection comes as a [`webhand_cdp::Client`],
//! time and tasks come from `webhand-rt`, files from [`Files`]. It starts no browser; `webhand-chrome` does. Every
//! action arrives as `Approved`, judged by the guard. Start reading at [`BrowserConnection`] and [`Hands`].

mod access;
mod attach;
mod body;
mod connection;
mod documents;
mod fields;
mod files;
mod hands;
mod hints;
mod looking;
mod page_script;
mod pictures;
mod pointing;
mod pump;
mod reading;
mod requests;
mod settling;
mod tabs;
mod trouble;
mod world;

pub use connection::{BrowserConnection, Options, Presence};
pub use files::{FileKind, Files, NoFiles};
pub use hands::Hands;
