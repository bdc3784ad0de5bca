//! Closed shadow roots: the page script lists elements that may have one, and the browser gives it those that exist.

use std::time::Duration;

use crate::action_error::ActionError;
use crate::documents::pages::FrameDocument;
use crate::hints::Hints;

impl Hints {
    /// Opens the closed roots of the elements that the last snapshot of a document listed. Returns whether there were any,
    /// so that another snapshot shows more; a failure counts as none.
    pub(crate) async fn open_roots(&self, document: &FrameDocument) -> bool {
        match self.try_open_roots(document).await {
            Ok(count) => count > 0,
            Err(error) => {
                tracing::debug!(?error, "closed shadow roots stay closed");
                false
            }
        }
    }

    async fn try_open_roots(&self, document: &FrameDocument) -> Result<usize, ActionError> {
        let Some(roots) = self.access.driver().closed_roots() else { return Ok(0) };
        let address = self.pages.address(document).await?;
        self.pages.answer_of(document, roots.open(&address, OPENED_WITHIN)).await
    }
}

/// For all elements of a document together; after that the look goes on without the roots.
const OPENED_WITHIN: Duration = Duration::from_secs(1);
