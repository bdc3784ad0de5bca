//! Finds, starts and ends a local Chrome, Chromium or Edge: its process, pipe, profile and window focus.
//!
//! What is done inside pages is in `webhand-hands`. Start reading at [`Chrome`] and [`Launch`].
//!
//! Invariant: a browser started here never outlives its owner. Dropping [`RunningBrowser`] ends its whole process
//! group, and if the owner itself is killed, the closed pipe makes the browser end by itself.

mod chrome;
mod files;
mod find;
mod flags;
mod focus;
mod launch;
mod pipe;
mod process;
mod profile_lock;
mod running;
mod seat;
mod splitter;
mod tail;

pub use chrome::Chrome;
pub use find::{BrowserNotFound, Surroundings, System, find_browser, find_browser_among};
pub use flags::{Sandbox, Window};
pub use launch::{Launch, LaunchError};
pub use running::RunningBrowser;
pub use seat::{Seat, SeatError};
pub use webhand_hands::Options;
