//! Finds, starts and ends a local Chrome, Chromium or Edge: its process, pipe, profile and window focus; or attaches to one
//! that somebody else started, or to tabs behind a browser's extension.
//!
//! This crate never touches a page: `webhand-hands` looks and acts. Start reading at [`Chrome`] and [`Launch`].
//!
//! Invariant: a browser started here never outlives its owner. Dropping [`RunningBrowser`] ends its whole process
//! group, and if the owner itself is killed, the closed pipe makes the browser end by itself. It reaches the network only
//! through the gate in `egress`, which ends with its owner too.

mod attach;
mod chat_tab;
mod chrome;
mod egress;
mod environment;
mod extension_tabs;
mod files;
mod find_browser;
mod flags;
mod focus_steal_prevention;
mod frame_splitter;
mod launch;
mod pipe;
mod process;
mod profile_lock;
mod profile_settings;
mod running;
mod seat;
mod stderr_tail;

pub use attach::{AttachError, Endpoint, InvalidEndpoint};
pub use chat_tab::ChatTab;
pub use chrome::Chrome;
pub use egress::{
    EgressSettings, InvalidProxy, MappedResolver, OwnPort, Resolver, SystemResolver, UpstreamProxy, share_own_ports,
};
pub use extension_tabs::{ExtensionTabs, SendFrame};
pub use find_browser::{BrowserNotFound, SearchEnvironment, System, find_browser, find_browser_in};
pub use flags::{Sandbox, Window};
pub use launch::{Launch, LaunchError};
pub use running::RunningBrowser;
pub use seat::{Seat, SeatError};
pub use webhand_hands::{DigestKey, EgressControl, Options, PageEnvironment, StorageState};
