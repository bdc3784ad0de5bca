//! Looking at a tab: takes the snapshots of all its frames, merges them into one, and resolves the refs in it.
//!
//! Nothing here changes a page. Start reading at `observe`, then at `frames` and `merge`.

pub(crate) mod captcha;
pub(crate) mod frames;
pub(crate) mod merge;
pub(crate) mod observe;
pub(crate) mod recent;
pub(crate) mod renamed_elements;
pub(crate) mod resolve_ref;
pub(crate) mod successors;

use std::sync::{Arc, Mutex};

use webhand_guard::FrameRedactor;

use crate::access::Access;
use crate::documents::Pages;
use crate::hints::Hints;

pub(crate) use recent::RecentLooks;

/// Takes snapshots of the current tab and keeps the last ones.
#[derive(Debug)]
pub(crate) struct Looker {
    access: Arc<Access>,
    hints: Arc<Hints>,
    pages: Arc<Pages>,
    recent: Arc<RecentLooks>,
    /// Removes from a snapshot the frames whose content the newest action may not report.
    pub(crate) redactor: Mutex<Option<FrameRedactor>>,
}

impl Looker {
    pub(crate) fn new(access: &Arc<Access>, hints: &Arc<Hints>, pages: &Arc<Pages>, recent: &Arc<RecentLooks>) -> Self {
        Self {
            access: Arc::clone(access),
            hints: Arc::clone(hints),
            pages: Arc::clone(pages),
            recent: Arc::clone(recent),
            redactor: Mutex::default(),
        }
    }
}
