//! Pictures are developed beside the run: a look is told at once, and only what would change the page waits for them.

use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};

use webhand_rt::JoinHandle;

/// At most one picture under way.
#[derive(Debug, Clone, Default)]
pub(crate) struct PendingPicture {
    under_way: Arc<Mutex<Option<JoinHandle<()>>>>,
}

impl PendingPicture {
    /// Starts a picture. One that was under way before must have been waited for.
    pub(crate) fn start(&self, picture: impl Future<Output = ()> + Send + 'static) {
        if let Some(before) = self.replace(Some(webhand_rt::spawn(picture))) {
            before.abort();
        }
    }

    /// Comes back when no picture is under way; whoever takes one keeps a deadline.
    pub(crate) async fn wait(&self) {
        if let Some(picture) = self.replace(None)
            && let Err(error) = picture.await
        {
            tracing::warn!(%error, "a picture came to nothing");
        }
    }

    /// Gives up what is under way.
    pub(crate) fn abort(&self) {
        if let Some(picture) = self.replace(None) {
            picture.abort();
        }
    }

    fn replace(&self, next: Option<JoinHandle<()>>) -> Option<JoinHandle<()>> {
        std::mem::replace(&mut *self.under_way.lock().unwrap_or_else(PoisonError::into_inner), next)
    }
}
