//! Finds, starts and drives Chrome, Chromium or Edge over the `DevTools` protocol.
//!
//! Invariant: a browser started here never outlives its owner. Dropping [`RunningBrowser`] ends its whole process
//! group, and if the owner itself is killed, the closed pipe makes the browser end by itself.

mod attach;
mod body;
pub mod cdp;
mod chrome;
mod find;
mod flags;
mod focus;
mod hands;
mod launch;
mod page_script;
mod process;
mod profile_lock;
mod pump;
mod running;
mod seat;
mod tail;
mod trouble;
mod world;

pub use chrome::{Chrome, Options};
pub use find::{BrowserNotFound, Surroundings, System, find_browser, find_browser_among};
pub use flags::{Sandbox, Window};
pub use launch::{Launch, LaunchError};
pub use running::RunningBrowser;
pub use seat::{Seat, SeatError};
