//! Removes the content of frames whose origin the brain may not read.

use std::borrow::Cow;
use std::sync::Arc;

use webhand_model::{NodeState, Origin, Permission, Snapshot};

use crate::Policy;

/// Redacts the pages that the outcome of an action shows, by the policy as it was when the action was judged.
#[derive(Debug, Clone, PartialEq)]
pub struct FrameRedactor(Arc<Policy>);

impl FrameRedactor {
    pub(crate) fn of(policy: &Arc<Policy>) -> Self {
        Self(Arc::clone(policy))
    }

    /// The policy of that moment.
    pub(crate) fn policy(&self) -> &Policy {
        &self.0
    }

    /// Whether the content of a frame may be told to the brain, on a page of this origin.
    #[must_use]
    pub fn shows(&self, frame: &Origin, page: &Origin) -> bool {
        is_readable(frame, page, &self.0)
    }

    /// The page without withheld frames; most pages have none and are not copied.
    #[must_use]
    pub fn redact<'a>(&self, page: &'a Snapshot) -> Cow<'a, Snapshot> {
        let own = page.origin();
        let mut framed = page.nodes.iter().filter_map(|node| node.origin.as_ref());
        if framed.all(|origin| is_readable(origin, &own, &self.0)) {
            Cow::Borrowed(page)
        } else {
            Cow::Owned(redact_frames(page.clone(), &self.0))
        }
    }
}

/// Replaces each frame that the policy does not let a brain read by a marked placeholder.
///
/// The page itself and frames of its own origin stay: whether it may be read was judged when it was opened. The opaque
/// origin, as of a sandboxed frame, never counts as the page's own.
#[must_use]
pub fn redact_frames(mut page: Snapshot, policy: &Policy) -> Snapshot {
    let own = page.origin();
    // The depth of the frame whose content is being removed.
    let mut withheld: Option<u32> = None;
    page.nodes.retain_mut(|node| {
        if withheld.is_some_and(|depth| node.depth > depth) {
            return false;
        }
        withheld = None;
        if node.origin.as_ref().is_some_and(|origin| !is_readable(origin, &own, policy)) {
            withheld = Some(node.depth);
            node.push_state(NodeState::Withheld);
        }
        true
    });
    page
}

fn is_readable(origin: &Origin, own: &Origin, policy: &Policy) -> bool {
    let is_own = origin == own && *origin != Origin::opaque();
    is_own || policy.permits(origin, Permission::Read) || policy.reads_opaque(origin)
}
