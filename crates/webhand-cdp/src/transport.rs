//! What carries frames: the pipe of a browser we started, a WebSocket, or the extension's relay.

use std::io;

use futures_util::future::BoxFuture;

/// The receiving half. A frame is one whole JSON message, without its delimiter.
pub trait FrameSource: Send {
    /// The next frame, or `None` once the other side has closed. After an error or `None` it is not called again.
    fn next(&mut self) -> BoxFuture<'_, io::Result<Option<Vec<u8>>>>;
}

/// The sending half. Frames leave in the order of the calls.
pub trait FrameSink: Send {
    /// Sends all of `frames` and leaves none: each write wakes the browser, so what waits goes together.
    fn send<'a>(&'a mut self, frames: &'a mut Vec<Vec<u8>>) -> BoxFuture<'a, io::Result<()>>;
}

/// Both halves; dropping it closes the connection.
pub struct Transport {
    pub source: Box<dyn FrameSource>,
    pub sink: Box<dyn FrameSink>,
}
