//! What a brain does not get to see: the content of frames whose origin it may not read.

use webhand_model::{May, Origin, Snapshot};

use crate::Policy;

/// Leaves only a marked placeholder of each frame that the policy does not let a brain read.
///
/// The page itself and frames of its own origin stay: whether it may be read was judged when it was opened. An origin
/// that cannot be told, as that of a sandboxed frame, is nobody's own.
#[must_use]
pub fn veil(mut page: Snapshot, policy: &Policy) -> Snapshot {
    let own = page.origin();
    let is_readable =
        |origin: &Origin| (*origin == own && *origin != Origin::none()) || policy.permits(origin, May::Read);
    // How deep the frame is whose content is being left out.
    let mut withheld: Option<u32> = None;
    page.nodes.retain_mut(|node| {
        if withheld.is_some_and(|depth| node.depth > depth) {
            return false;
        }
        withheld = None;
        if node.origin.as_ref().is_some_and(|origin| !is_readable(origin)) {
            withheld = Some(node.depth);
            node.states.push("withheld".to_owned());
        }
        true
    });
    page
}
