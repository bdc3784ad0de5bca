//! The byte transport below the client: the pipe of a started browser, a WebSocket, or the extension's relay.

use std::io;

use futures_util::future::BoxFuture;

/// The receiving half. A frame is one whole JSON message, without its delimiter.
pub trait FrameSource: Send {
    /// The next frame, or `None` once the other side has closed. After an error or `None` the client does not call this again.
    fn next(&mut self) -> BoxFuture<'_, io::Result<Option<Vec<u8>>>>;
}

/// The sending half. Frames leave in the order of the calls.
pub trait FrameSink: Send {
    /// Sends all of `frames` and leaves the vector empty. Each write wakes the browser, so waiting frames go in one batch.
    fn send<'a>(&'a mut self, frames: &'a mut Vec<Vec<u8>>) -> BoxFuture<'a, io::Result<()>>;
}

/// Both halves of a connection; dropping them closes it.
pub struct Transport {
    pub source: Box<dyn FrameSource>,
    pub sink: Box<dyn FrameSink>,
}
