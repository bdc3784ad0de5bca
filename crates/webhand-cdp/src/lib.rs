//! A client for the Chrome `DevTools` Protocol: typed commands out, replies and events in, over any [`Transport`].
//!
//! Invariant: every call ends. It is answered, refused, out of time, or told that its session or the connection is
//! gone. Nothing a browser sends (unknown events, late replies, broken frames) can stop the client. The crate starts no
//! process and opens no socket; it also builds for wasm. Start reading at [`Client`] and [`Session`].

mod client;
mod error;
mod event;
mod message;
pub mod protocol;
mod session;
mod surrogates;
mod table;
mod transport;

pub use client::{Client, Tally};
pub use error::CdpError;
pub use event::{Event, Events, EventsReceived, Filter, Received};
pub use session::{Command, Notice, Session};
pub use transport::{FrameSink, FrameSource, Transport};
