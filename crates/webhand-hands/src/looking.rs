//! Looking at a tab: the snapshots of all its frames, merged into one, and the refs in them.

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

/// Looks at the current tab and remembers what was seen.
#[derive(Debug)]
pub(crate) struct Looker {
    access: Arc<Access>,
    hints: Arc<Hints>,
    pages: Arc<Pages>,
    recent: Arc<RecentLooks>,
    /// Takes out of a look what the newest action may not tell.
    pub(crate) sight: Mutex<Option<FrameRedactor>>,
}

impl Looker {
    pub(crate) fn new(access: &Arc<Access>, hints: &Arc<Hints>, pages: &Arc<Pages>, recent: &Arc<RecentLooks>) -> Self {
        Self {
            access: Arc::clone(access),
            hints: Arc::clone(hints),
            pages: Arc::clone(pages),
            recent: Arc::clone(recent),
            sight: Mutex::default(),
        }
    }
}
