//! Files the pages gave us.

use std::collections::VecDeque;

use webhand_model::{clean, cut};

/// How far a download is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    UnderWay,
    Complete,
    Cancelled,
}

#[derive(Debug, Clone)]
pub(crate) struct Download {
    guid: String,
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
    pub(crate) fn begin(&mut self, guid: String, suggested: &str, moment: u64) -> bool {
        let is_too_many = self.0.iter().filter(|download| download.stage != Stage::Cancelled).count() >= MOST_KEPT;
        if self.0.len() == MOST_LISTED {
            self.0.pop_front();
        }
        let file = cut(&clean(suggested), MOST_NAME).into_owned();
        self.0.push_back(Download { guid, file, stage: Stage::UnderWay, bytes: 0, moment });
        is_too_many
    }

    /// Whether it has become too large, so that it has to be cancelled.
    #[must_use]
    pub(crate) fn progress(&mut self, guid: &str, stage: Stage, bytes: u64, moment: u64) -> bool {
        let Some(download) = self.0.iter_mut().find(|download| download.guid == guid) else { return false };
        download.bytes = bytes;
        if download.stage == stage {
            return stage == Stage::UnderWay && bytes > MOST_BYTES;
        }
        download.stage = stage;
        download.moment = moment;
        false
    }

    /// What a page wants a file to be called.
    pub(crate) fn wanted_name(&self, guid: &str) -> Option<String> {
        self.0.iter().find(|download| download.guid == guid).map(|download| download.file.clone())
    }

    /// It lies in its folder under this name, whole; without one it was lost.
    pub(crate) fn kept(&mut self, guid: &str, name: Option<String>, bytes: u64, moment: u64) {
        let Some(download) = self.0.iter_mut().find(|download| download.guid == guid) else { return };
        (download.bytes, download.moment) = (bytes, moment);
        download.stage = if name.is_some() { Stage::Complete } else { Stage::Cancelled };
        if let Some(name) = name {
            download.file = name;
        }
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &Download> {
        self.0.iter()
    }
}

/// Of one browser; more are refused.
const MOST_KEPT: usize = 100;
const MOST_LISTED: usize = 200;
/// A larger one is cancelled.
const MOST_BYTES: u64 = 1 << 30;
const MOST_NAME: usize = 200;
