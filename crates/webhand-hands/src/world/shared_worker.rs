//! Workers that no tab announced: they serve several pages, or go on after the last page is closed.

use std::collections::BTreeMap;

use webhand_model::Origin;

use crate::driver::{SessionId, TargetId};

#[derive(Debug, Default)]
pub(crate) struct SharedWorkers(BTreeMap<SessionId, SharedWorker>);

#[derive(Debug)]
pub(crate) struct SharedWorker {
    pub(crate) target: TargetId,
    /// The origin of its script, which is that of the pages it serves.
    pub(crate) origin: Origin,
}

impl SharedWorkers {
    pub(crate) fn add(&mut self, session: SessionId, target: TargetId, url: &str) {
        let origin = Origin::from_url(url.strip_prefix("blob:").unwrap_or(url));
        self.0.insert(session, SharedWorker { target, origin });
    }

    pub(crate) fn get(&self, session: &SessionId) -> Option<&SharedWorker> {
        self.0.get(session)
    }

    pub(crate) fn with_target(&self, target: &str) -> Option<&SharedWorker> {
        self.0.values().find(|worker| worker.target.as_str() == target)
    }

    pub(crate) fn sessions(&self) -> impl Iterator<Item = &SessionId> {
        self.0.keys()
    }

    pub(crate) fn remove(&mut self, session: &SessionId) {
        self.0.remove(session);
    }
}
