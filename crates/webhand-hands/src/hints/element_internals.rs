//! What custom elements are, where they told only the browser (`ElementInternals`). The page script names those that may
//! have; the browser knows, and what it knows is handed over in the words of attributes.

use std::time::Duration;

use crate::action_error::ActionError;
use crate::documents::elements::Element;
use crate::documents::pages::FrameDocument;
use crate::driver::InternalsOf;
use crate::hints::Hints;

impl Hints {
    /// Asks about those that the last look into a document named. Whether anything new was said, so that one more look
    /// shows it; a failure says nothing.
    pub(crate) async fn hear_speakers(&self, place: &FrameDocument) -> bool {
        self.hear_listed(place, InternalsOf::Candidates).await
    }

    /// Asks about one element whose state is wanted now.
    pub(crate) async fn hear_again(&self, element: &Element) -> bool {
        self.hear_listed(&element.place, InternalsOf::Element(element.node)).await
    }

    async fn hear_listed(&self, place: &FrameDocument, list: InternalsOf) -> bool {
        self.heard_listed(place, list).await.unwrap_or_else(|error| {
            tracing::debug!(?error, "what elements told the browser alone stays unknown");
            false
        })
    }

    async fn heard_listed(&self, place: &FrameDocument, list: InternalsOf) -> Result<bool, ActionError> {
        let Some(internals) = self.access.driver().element_internals() else { return Ok(false) };
        let address = self.pages.address(place).await?;
        self.pages.answer_of(place, internals.apply(&address, list, HEARD_WITHIN)).await
    }
}

/// For all of it; the look goes on without it afterwards.
const HEARD_WITHIN: Duration = Duration::from_secs(1);
