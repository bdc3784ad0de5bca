//! A browser that keeps quiet once it is gone: its run does not fail, but waits until the pool gives it another.

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, pending};
use std::sync::Arc;
use tokio::sync::Notify;
use webhand_guard::Approved;
use webhand_model::{ActionClass, FailCode, OutcomeStatus, Snapshot, Visibility};
use webhand_port::{Browser, BrowserError, Done};

/// Looks that fail for good never return; the pool drops the driver that waits for them.
pub(super) struct LossReportingBrowser {
    inner: Arc<dyn Browser>,
    lost: Arc<Notify>,
}

impl LossReportingBrowser {
    pub(super) fn new(inner: Arc<dyn Browser>, lost: Arc<Notify>) -> Self {
        Self { inner, lost }
    }

    async fn or_wait(&self, look: Result<Snapshot, BrowserError>) -> Result<Snapshot, BrowserError> {
        if look.as_ref().is_err_and(BrowserError::is_final) {
            self.lost.notify_one();
            return pending().await;
        }
        look
    }
}

impl Browser for LossReportingBrowser {
    fn inner(&self) -> &dyn Browser {
        self.inner.as_ref()
    }

    fn observe(&self) -> BoxFuture<'_, Result<Snapshot, BrowserError>> {
        async move { self.or_wait(self.inner.observe().await).await }.boxed()
    }

    fn observe_near(&self) -> BoxFuture<'_, Result<Snapshot, BrowserError>> {
        async move { self.or_wait(self.inner.observe_near().await).await }.boxed()
    }

    /// An action that ends with the browser is done again in the next one. What leaves a mark elsewhere is reported instead:
    /// nothing of that kind is repeated by itself.
    fn act(&self, approved: Approved) -> BoxFuture<'_, Done> {
        async move {
            let may_repeat = approved.class() < ActionClass::Commit;
            let done = self.inner.act(approved).await;
            let is_undone =
                matches!(done.outcome.status, OutcomeStatus::Failed(FailCode::Gone) | OutcomeStatus::InDoubt);
            if may_repeat && is_undone && self.inner.observe().await.is_err_and(|error| error.is_final()) {
                self.lost.notify_one();
                return pending().await;
            }
            done
        }
        .boxed()
    }

    /// A browser without a window is shown by the server, which passes the person's input on.
    fn hand_over(&self) -> BoxFuture<'_, Visibility> {
        async move {
            match self.inner.hand_over().await {
                Visibility::InWindow => Visibility::InWindow,
                Visibility::Nowhere | Visibility::InDashboard => Visibility::InDashboard,
            }
        }
        .boxed()
    }
}
