//! Brains by role: one decides, another verifies, another extracts data from pages.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use webhand_model::BrainAnswer;
use webhand_port::{Brain, BrainError, BrainRequest, ChatRequest, Role};

/// Sends each request to the brain of its role.
pub struct BrainPerRole {
    pub decides: Arc<dyn Brain>,
    pub verifies: Arc<dyn Brain>,
    pub extracts: Arc<dyn Brain>,
}

impl Brain for BrainPerRole {
    fn answer<'a>(&'a self, request: BrainRequest<'a>) -> BoxFuture<'a, Result<BrainAnswer, BrainError>> {
        match request.role {
            Role::Decide => self.decides.answer(request),
            Role::Verify => self.verifies.answer(request),
            Role::Extract => self.extracts.answer(request),
        }
    }

    fn reply<'a>(&'a self, request: ChatRequest<'a>) -> BoxFuture<'a, Result<BrainAnswer, BrainError>> {
        self.decides.reply(request)
    }

    fn talks(&self) -> bool {
        self.decides.talks()
    }

    /// True if one of them does; the others get no picture.
    fn sees_pictures(&self) -> bool {
        self.decides.sees_pictures() || self.verifies.sees_pictures()
    }

    fn needs_whole_pages(&self) -> bool {
        self.decides.needs_whole_pages() || self.verifies.needs_whole_pages()
    }
}
