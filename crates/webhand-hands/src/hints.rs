//! Hints: facts about a document that only the browser knows. They may come late or not at all, and nothing may depend on
//! them. Start reading at `listeners`.

pub(crate) mod closed_roots;
pub(crate) mod element_internals;
pub(crate) mod event_masks;
pub(crate) mod listeners;
pub(crate) mod listeners_known;

use std::sync::Arc;

use crate::access::Access;
use crate::documents::Pages;

/// Fetches facts that only the browser knows (event listeners, closed shadow roots, element internals) and gives them to
/// the page scripts.
#[derive(Debug)]
pub(crate) struct Hints {
    access: Arc<Access>,
    pages: Arc<Pages>,
}

impl Hints {
    pub(crate) fn new(access: &Arc<Access>, pages: &Arc<Pages>) -> Self {
        Self { access: Arc::clone(access), pages: Arc::clone(pages) }
    }
}
