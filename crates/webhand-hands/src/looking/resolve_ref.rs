//! Which element is meant by a ref somebody wrote.

use std::sync::PoisonError;

use webhand_model::{Ref, UnknownRef};

use crate::looking::Looker;
use crate::looking::successors::named;

impl Looker {
    /// Whatever we ever named in a document that is still there; what it shows by now is found out when it is used. Refs
    /// of other owners are in books of their own.
    pub(crate) fn recall(&self, written: &str) -> Result<Ref, UnknownRef> {
        let found = self.access.read(|world| world.leases.get(self.access.lease)?.refs.find_written(written));
        found.ok_or_else(|| {
            let bare = Ref::strip_marks(written);
            let newest = self.recent.newest.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(newest) = newest.as_ref() else { return UnknownRef::without_suggestion(written) };
            let meant = self.once(bare);
            let now = meant.as_ref().and_then(|meant| Some((meant, named(meant, newest)?)));
            now.map_or_else(|| newest.unknown_ref(bare), |(meant, now)| UnknownRef::for_gone_element(bare, meant, &now))
        })
    }
}
