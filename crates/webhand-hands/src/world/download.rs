//! Downloads of pages.

use std::collections::VecDeque;

use webhand_model::{clean, truncate};

use super::LeaseId;
use crate::driver::DownloadId;

/// How far a download is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    UnderWay,
    Complete,
    Cancelled,
}

#[derive(Debug, Clone)]
pub(crate) struct Download {
    id: DownloadId,
    /// The owner whose page started it; `None` when that is not known.
    lease: Option<LeaseId>,
    pub(crate) file: String,
    pub(crate) stage: Stage,
    pub(crate) bytes: u64,
    /// The moment at which it last changed.
    pub(crate) moment: u64,
}

#[derive(Debug, Default)]
pub(crate) struct Downloads(VecDeque<Download>);

impl Downloads {
    /// Whether it is one too many, so that it has to be cancelled.
    #[must_use]
    pub(crate) fn begin(&mut self, lease: Option<LeaseId>, id: DownloadId, suggested: &str, moment: u64) -> bool {
        let own = |download: &&Download| download.lease == lease;
        let kept = self.0.iter().filter(own).filter(|download| download.stage != Stage::Cancelled).count();
        if self.0.iter().filter(own).count() == MOST_LISTED {
            let oldest = self.0.iter().position(|download| download.lease == lease);
            oldest.map(|at| self.0.remove(at));
        }
        let file = truncate(&clean(suggested), MOST_NAME).into_owned();
        self.0.push_back(Download { id, lease, file, stage: Stage::UnderWay, bytes: 0, moment });
        kept >= MOST_KEPT
    }

    /// Whether it has become too large, so that it has to be cancelled.
    #[must_use]
    pub(crate) fn progress(&mut self, id: &DownloadId, stage: Stage, bytes: u64, moment: u64) -> bool {
        let Some(download) = self.0.iter_mut().find(|download| download.id == *id) else { return false };
        download.bytes = bytes;
        if download.stage == stage {
            return stage == Stage::UnderWay && bytes > MOST_BYTES;
        }
        download.stage = stage;
        download.moment = moment;
        false
    }

    /// The name that a page wants a file to have.
    pub(crate) fn wanted_name(&self, id: &DownloadId) -> Option<String> {
        self.0.iter().find(|download| download.id == *id).map(|download| download.file.clone())
    }

    /// Notes that a file lies whole in its folder under this name; without a name it was lost.
    pub(crate) fn kept(&mut self, id: &DownloadId, name: Option<String>, bytes: u64, moment: u64) {
        let Some(download) = self.0.iter_mut().find(|download| download.id == *id) else { return };
        (download.bytes, download.moment) = (bytes, moment);
        download.stage = if name.is_some() { Stage::Complete } else { Stage::Cancelled };
        if let Some(name) = name {
            download.file = name;
        }
    }

    /// Those of a lease, oldest first.
    pub(crate) fn of(&self, lease: LeaseId) -> impl Iterator<Item = &Download> {
        self.0.iter().filter(move |download| download.lease == Some(lease))
    }

    pub(crate) fn lease_of(&self, id: &DownloadId) -> Option<LeaseId> {
        self.0.iter().find(|download| download.id == *id)?.lease
    }

    /// Forgets those of a lease and answers with the ones under way, which have to be cancelled.
    pub(super) fn forget(&mut self, lease: LeaseId) -> Vec<DownloadId> {
        let is_under_way = |download: &&Download| download.stage == Stage::UnderWay;
        let under_way = self.of(lease).filter(is_under_way).map(|download| download.id.clone()).collect();
        self.0.retain(|download| download.lease != Some(lease));
        under_way
    }
}

/// Of one owner; more are refused.
const MOST_KEPT: usize = 100;
const MOST_LISTED: usize = 200;
/// A larger one is cancelled.
const MOST_BYTES: u64 = 1 << 30;
const MOST_NAME: usize = 200;
