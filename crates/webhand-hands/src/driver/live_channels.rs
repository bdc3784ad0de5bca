//! Outgoing frames of web sockets.

use std::time::Duration;

use super::{Answer, SessionId};

/// Holds frames inside the browser. A held frame is announced with its content, and the page does not notice that it waits.
pub(crate) trait LiveChannels: Send + Sync {
    /// From now on frames of the target's sockets wait in the browser, also those of sockets that are open already.
    fn hold_frames<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, ()>;

    /// Lets every waiting frame of the target go, and those that follow.
    fn release_frames<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, ()>;
}
