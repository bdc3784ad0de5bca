//! Which element is meant by a ref somebody wrote.

use std::sync::PoisonError;

use webhand_model::{Ref, UnknownRef};

use super::Hands;

impl Hands {
    /// Whatever we ever named in a document that is still there; what it shows by now is found out when it is used. Refs
    /// of other owners are in books of their own.
    pub(crate) fn recall(&self, written: &str) -> Result<Ref, UnknownRef> {
        let found = self.read(|world| world.leases.get(self.lease)?.refs.written(written));
        found.ok_or_else(|| {
            let newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
            match newest.as_ref() {
                Some(newest) => newest.unknown(Ref::bare(written)),
                None => UnknownRef::anywhere(written),
            }
        })
    }
}
