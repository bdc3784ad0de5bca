//! Roles and states that custom elements set through `ElementInternals`. The page script lists the elements that may have
//! some, and the browser's answer is given to it as the attributes that would say the same.

use std::time::Duration;

use crate::action_error::ActionError;
use crate::documents::elements::Element;
use crate::documents::pages::FrameDocument;
use crate::driver::InternalsOf;
use crate::hints::Hints;

impl Hints {
    /// Queries the elements that the last snapshot of a document listed. Returns whether anything is new, so that another
    /// snapshot shows it; a failure counts as nothing new.
    pub(crate) async fn apply_internals_of_candidates(&self, document: &FrameDocument) -> bool {
        self.apply_internals(document, InternalsOf::Candidates).await
    }

    /// Queries one element, before its state is read.
    pub(crate) async fn apply_internals_of(&self, element: &Element) -> bool {
        self.apply_internals(&element.place, InternalsOf::Element(element.node)).await
    }

    async fn apply_internals(&self, document: &FrameDocument, of: InternalsOf) -> bool {
        self.try_apply_internals(document, of).await.unwrap_or_else(|error| {
            tracing::debug!(?error, "what elements told the browser alone stays unknown");
            false
        })
    }

    async fn try_apply_internals(&self, document: &FrameDocument, of: InternalsOf) -> Result<bool, ActionError> {
        let Some(internals) = self.access.driver().element_internals() else { return Ok(false) };
        let address = self.pages.address(document).await?;
        self.pages.answer_of(document, internals.apply(&address, of, INTERNALS_WITHIN)).await
    }
}

/// For all elements of a document together; after that the look goes on without the internals.
const INTERNALS_WITHIN: Duration = Duration::from_secs(1);
