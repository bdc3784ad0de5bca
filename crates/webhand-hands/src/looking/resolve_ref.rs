//! Resolves a ref as a person or brain wrote it.

use std::sync::PoisonError;

use webhand_model::{Ref, UnknownRef};

use crate::looking::Looker;
use crate::looking::successors::describe_successors;

impl Looker {
    /// Finds every ref that this owner ever got for a document that still exists. Whether the element is still there is
    /// checked when the ref is used. Other owners have ref books of their own.
    pub(crate) fn resolve_ref(&self, written: &str) -> Result<Ref, UnknownRef> {
        let found = self.access.read(|world| world.leases.get(self.access.lease)?.refs.find_written(written));
        found.ok_or_else(|| {
            let bare = Ref::strip_marks(written);
            let newest = self.recent.newest.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(newest) = newest.as_ref() else { return UnknownRef::without_suggestion(written) };
            let meant = self.earlier_node(bare);
            let now = meant.as_ref().and_then(|meant| Some((meant, describe_successors(meant, newest)?)));
            now.map_or_else(|| newest.unknown_ref(bare), |(meant, now)| UnknownRef::for_gone_element(bare, meant, &now))
        })
    }

    /// Whether the newest look, which shows the whole document of the element, told that the element is gone.
    pub(crate) fn is_told_gone(&self, target: Ref) -> bool {
        let newest = self.recent.newest.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(newest) = newest.as_ref().filter(|newest| !newest.is_partial() && !newest.truncated) else {
            return false;
        };
        let shows_document =
            newest.nodes.iter().any(|node| node.target.is_some_and(|other| other.document() == target.document()));
        if !shows_document || newest.node(target).is_some() {
            return false;
        }
        let earlier = self.recent.earlier.lock().unwrap_or_else(PoisonError::into_inner);
        earlier.iter().any(|snapshot| snapshot.node(target).is_some())
    }
}
