//! Closed shadow roots. The page script names those that may hold one; the browser knows, and hands the roots over.

use std::time::Duration;

use crate::documents::pages::Place;
use crate::hints::Hints;
use crate::trouble::Trouble;

impl Hints {
    /// Asks about the suspects of the last look into a document. Whether any root was found, so that one more look
    /// shows more; a failure finds none.
    pub(crate) async fn open_roots(&self, place: &Place) -> bool {
        match self.roots_opened(place).await {
            Ok(count) => count > 0,
            Err(trouble) => {
                tracing::debug!(?trouble, "closed shadow roots stay closed");
                false
            }
        }
    }

    async fn roots_opened(&self, place: &Place) -> Result<usize, Trouble> {
        let Some(roots) = self.access.driver().closed_roots() else { return Ok(0) };
        let address = self.pages.address(place).await?;
        self.pages.answer_of(place, roots.open(&address, OPENED_WITHIN)).await
    }
}

/// For all of it; the look goes on without the roots afterwards.
const OPENED_WITHIN: Duration = Duration::from_secs(1);
