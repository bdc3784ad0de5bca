//! What the browser alone can tell of a document. Everything here may come late or not at all.

pub(crate) mod closed_roots;
pub(crate) mod element_internals;
pub(crate) mod event_masks;
pub(crate) mod listeners;
pub(crate) mod listeners_known;

use std::sync::Arc;

use crate::access::Access;
use crate::documents::Pages;

/// What only the browser knows of a document: event listeners, closed shadow roots, element internals. A look goes on
/// without them.
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
