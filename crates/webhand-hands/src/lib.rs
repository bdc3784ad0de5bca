//! Looks at pages and touches them: the `Browser` port over the Chrome `DevTools` Protocol.
//!
//! The crate needs no operating system and also builds for wasm: the connection comes as a [`webhand_cdp::Client`],
//! time and tasks come from `webhand-rt`, files from [`Files`]. It starts no browser; `webhand-chrome` does. Every
//! action arrives as `Approved`, judged by the guard. Start reading at [`BrowserConnection`] and [`Hands`].

mod attach;
mod body;
mod connection;
mod files;
mod hands;
mod page_script;
mod pump;
mod trouble;
mod world;

pub use connection::{BrowserConnection, Options, Presence};
pub use files::{FileKind, Files, NoFiles};
pub use hands::Hands;
