//! The person's grants, as far as they cover requests: hands judge by them while no action waits for a verdict.

use std::sync::Arc;

use webhand_model::{ActionClass, Origin};

use crate::Policy;
use crate::classify::Need;

/// The policy as it was when the newest action was judged. It releases what a grant covers; everything else is asked about.
#[derive(Debug, Clone, PartialEq)]
pub struct RequestGrants(Arc<Policy>);

impl RequestGrants {
    pub(crate) fn of(policy: &Arc<Policy>) -> Self {
        Self(Arc::clone(policy))
    }

    pub(crate) fn policy(&self) -> &Policy {
        &self.0
    }

    /// Whether the run may read the whole public web, so that no public document has to wait for the person.
    #[must_use]
    pub fn reads_public_web(&self) -> bool {
        self.0.is_outside()
    }

    /// Whether the person allowed scripts of the brain on some site.
    #[must_use]
    pub fn permit_scripts(&self) -> bool {
        self.0.runs_scripts()
    }

    /// Whether a grant covers a request that leaves a mark, by its sender and its receiver.
    #[must_use]
    pub fn cover(&self, from: &Origin, to: &Origin) -> bool {
        self.0.covers_request(from, to)
    }

    /// Whether the person allowed the open connections of a page whose messages cannot be held.
    #[must_use]
    pub fn cover_channel(&self, page: &Origin) -> bool {
        self.0.permits_channel(page)
    }
}

impl Policy {
    /// Whether a request that leaves a mark needs no question. A grant for the receiver does not cover every sender: a frame
    /// of another site needs its own permission.
    pub(crate) fn covers_request(&self, from: &Origin, to: &Origin) -> bool {
        self.permits(from, webhand_model::Permission::Input)
            && self.meets(&Need { class: ActionClass::Commit, origin: to.clone() })
    }
}
