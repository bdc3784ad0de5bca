//! What a brain does not get to see: the content of frames whose origin it may not read.

use std::borrow::Cow;

use webhand_model::{NodeState, Origin, Permission, Snapshot};

use crate::Policy;

/// What of a page may be told by whoever carries out an action: the policy as it was when the action was judged.
#[derive(Debug, Clone, PartialEq)]
pub struct FrameRedactor(Policy);

impl FrameRedactor {
    pub(crate) fn of(policy: &Policy) -> Self {
        Self(policy.clone())
    }

    /// The page as it may be told; most pages have nothing to hide and are not copied.
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

/// Leaves only a marked placeholder of each frame that the policy does not let a brain read.
///
/// The page itself and frames of its own origin stay: whether it may be read was judged when it was opened. An origin
/// that cannot be told, as that of a sandboxed frame, is nobody's own.
#[must_use]
pub fn redact_frames(mut page: Snapshot, policy: &Policy) -> Snapshot {
    let own = page.origin();
    // How deep the frame is whose content is being left out.
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
    is_own || policy.permits(origin, Permission::Read) || policy.reads_unnamed(origin)
}
