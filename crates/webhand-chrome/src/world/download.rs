//! Files the pages gave us.

use std::collections::VecDeque;
use std::path::Path;

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
    /// The moment at which it last changed.
    pub(crate) moment: u64,
}

#[derive(Debug, Default)]
pub(crate) struct Downloads(VecDeque<Download>);

impl Downloads {
    pub(crate) fn begin(&mut self, guid: String, suggested: &str, moment: u64) {
        if self.0.len() == MOST_DOWNLOADS {
            self.0.pop_front();
        }
        let file = cut(&clean(suggested), MOST_NAME).into_owned();
        self.0.push_back(Download { guid, file, stage: Stage::UnderWay, moment });
    }

    pub(crate) fn progress(&mut self, guid: &str, stage: Stage, path: Option<&str>, moment: u64) {
        let Some(download) = self.0.iter_mut().find(|download| download.guid == guid) else { return };
        if download.stage == stage {
            return;
        }
        download.stage = stage;
        download.moment = moment;
        if let Some(name) = path.and_then(|path| Path::new(path).file_name()) {
            download.file = name.to_string_lossy().into_owned();
        }
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &Download> {
        self.0.iter()
    }
}

const MOST_DOWNLOADS: usize = 100;
const MOST_NAME: usize = 200;
