//! A small client for the Chrome `DevTools` protocol: calls out, replies and events in, over any carrier of frames.
//!
//! Invariant: every call ends. It is answered, refused, out of time, or told that its session or the connection is
//! gone. Nothing a browser sends (unknown events, late replies, broken frames) can stop the client.

mod client;
mod error;
mod event;
mod message;
mod pipe;
pub mod protocol;
mod session;
mod splitter;
mod surrogates;
mod table;
mod transport;

pub use client::{Client, Tally};
pub use error::CdpError;
pub use event::{Event, Events, Filter, Heard, Received};
pub use pipe::pipe_transport;
pub use session::{Command, Notice, Session};
pub use transport::{FrameSink, FrameSource, Transport};
