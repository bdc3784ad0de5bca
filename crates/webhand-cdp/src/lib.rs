//! A client for the Chrome `DevTools` Protocol: typed commands out, replies and events in, over any [`Transport`].
//!
//! Invariant: every call ends: with a result, a refusal, a timeout, or the end of its session or connection. No frame
//! that a browser sends (unknown event, late reply, malformed JSON) can stop the client. The crate must never start a
//! process or open a socket; it also builds for wasm. Start reading at [`Client`] and [`Session`].

mod client;
mod dispatcher;
mod error;
mod event;
mod message;
pub mod protocol;
mod session;
mod surrogates;
mod transport;

pub use client::{Client, DiscardedFrames};
pub use error::CdpError;
pub use event::{Event, Events, EventsReceived, Filter, Received};
pub use session::{Command, Session, TypedEvent};
pub use transport::{FrameSink, FrameSource, Transport};
