//! Captures the picture of a look beside the run: the look does not wait for it, only effects that change the page do.

use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};

use webhand_rt::JoinHandle;

/// The capture under way, at most one.
#[derive(Debug, Clone, Default)]
pub(crate) struct PendingPicture {
    capture: Arc<Mutex<Option<JoinHandle<()>>>>,
}

impl PendingPicture {
    /// Starts a capture. The caller has waited for the one before.
    pub(crate) fn start(&self, picture: impl Future<Output = ()> + Send + 'static) {
        if let Some(before) = self.replace(Some(webhand_rt::spawn(picture))) {
            before.abort();
        }
    }

    /// Returns when no capture is under way. Each capture has a deadline of its own.
    pub(crate) async fn wait(&self) {
        if let Some(picture) = self.replace(None)
            && let Err(error) = picture.await
        {
            tracing::warn!(%error, "a picture came to nothing");
        }
    }

    /// Aborts the capture under way.
    pub(crate) fn abort(&self) {
        if let Some(picture) = self.replace(None) {
            picture.abort();
        }
    }

    fn replace(&self, next: Option<JoinHandle<()>>) -> Option<JoinHandle<()>> {
        std::mem::replace(&mut *self.capture.lock().unwrap_or_else(PoisonError::into_inner), next)
    }
}
