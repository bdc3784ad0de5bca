//! Closed shadow roots. The page script names those that may hold one; the browser knows, and hands the roots over.

use std::time::Duration;

use crate::action_error::ActionError;
use crate::documents::pages::FrameDocument;
use crate::hints::Hints;

impl Hints {
    /// Asks about the suspects of the last look into a document. Whether any root was found, so that one more look
    /// shows more; a failure finds none.
    pub(crate) async fn open_roots(&self, place: &FrameDocument) -> bool {
        match self.roots_opened(place).await {
            Ok(count) => count > 0,
            Err(error) => {
                tracing::debug!(?error, "closed shadow roots stay closed");
                false
            }
        }
    }

    async fn roots_opened(&self, place: &FrameDocument) -> Result<usize, ActionError> {
        let Some(roots) = self.access.driver().closed_roots() else { return Ok(0) };
        let address = self.pages.address(place).await?;
        self.pages.answer_of(place, roots.open(&address, OPENED_WITHIN)).await
    }
}

/// For all of it; the look goes on without the roots afterwards.
const OPENED_WITHIN: Duration = Duration::from_secs(1);
