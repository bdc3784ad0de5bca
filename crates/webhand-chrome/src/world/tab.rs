//! Tabs of the run, and which of them it is working in.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use webhand_model::{NativeDialog, Rev, TabId, TabInfo, clean, cut};

use crate::cdp::Session;
use crate::cdp::protocol::{FrameId, SessionId, TargetId};

#[derive(Debug)]
pub(crate) struct Tab {
    pub(crate) id: TabId,
    pub(crate) target: TargetId,
    pub(crate) session: Session,
    pub(crate) top: FrameId,
    pub(crate) opener: Option<TabId>,
    pub(crate) title: String,
    /// Set up, so that nothing it does goes unnoticed.
    pub(crate) ready: bool,
    pub(crate) crashed: bool,
    pub(crate) dialog: Option<NativeDialog>,
    /// A question of the page whether to leave it is answered with yes: webhand itself is leaving.
    pub(crate) leaving: bool,
    /// The page asked whether to leave it, and was left.
    pub(crate) asked_to_stay: bool,
    pub(crate) rev: Rev,
    /// The document shown now was touched by the run.
    pub(crate) touched: bool,
    /// Marks that the document left by itself before it was touched: background noise.
    noise: BTreeSet<String>,
    console: VecDeque<String>,
    /// The last file chooser that was opened, by the browser's number of its field.
    pub(crate) chooser: Option<i64>,
}

impl Tab {
    pub(crate) fn new(id: TabId, target: TargetId, session: Session, opener: Option<TabId>) -> Self {
        Self {
            id,
            // The top frame of a tab has the tab's own id.
            top: FrameId::from(target.as_str().to_owned()),
            target,
            session,
            opener,
            title: String::new(),
            ready: false,
            crashed: false,
            dialog: None,
            leaving: false,
            asked_to_stay: false,
            rev: Rev(0),
            touched: false,
            noise: BTreeSet::new(),
            console: VecDeque::new(),
            chooser: None,
        }
    }

    pub(super) fn begin_document(&mut self) {
        self.touched = false;
        self.noise.clear();
        self.crashed = false;
        self.leaving = false;
        self.chooser = None;
    }

    pub(crate) fn note_noise(&mut self, mark: String) {
        if self.noise.len() < MOST_NOISE {
            self.noise.insert(mark);
        }
    }

    pub(crate) fn is_noise(&self, mark: &str) -> bool {
        self.noise.contains(mark)
    }

    pub(crate) fn log(&mut self, line: &str) {
        if self.console.len() == MOST_LINES {
            self.console.pop_front();
        }
        self.console.push_back(cut(&clean(line), MOST_LINE).into_owned());
    }

    pub(crate) fn console(&self) -> impl Iterator<Item = &str> {
        self.console.iter().map(String::as_str)
    }
}

#[derive(Debug, Default)]
pub(crate) struct Tabs {
    tabs: BTreeMap<TabId, Tab>,
    current: Option<TabId>,
    last: TabId,
}

impl Tabs {
    pub(crate) fn next_id(&mut self) -> TabId {
        self.last = self.last.next();
        self.last
    }

    pub(crate) fn add(&mut self, tab: Tab) {
        self.current.get_or_insert(tab.id);
        self.tabs.insert(tab.id, tab);
    }

    pub(crate) fn is_full(&self) -> bool {
        self.tabs.len() >= MOST_TABS
    }

    pub(crate) fn get(&self, id: TabId) -> Option<&Tab> {
        self.tabs.get(&id)
    }

    pub(crate) fn get_mut(&mut self, id: TabId) -> Option<&mut Tab> {
        self.tabs.get_mut(&id)
    }

    pub(crate) fn current(&self) -> Option<&Tab> {
        self.tabs.get(&self.current?)
    }

    pub(crate) fn switch_to(&mut self, id: TabId) {
        if self.tabs.contains_key(&id) {
            self.current = Some(id);
        }
    }

    /// The run goes on where a closed tab came from, or else in the newest one.
    pub(super) fn remove(&mut self, id: TabId) {
        let removed = self.tabs.remove(&id);
        if self.current == Some(id) {
            let opener = removed.and_then(|tab| tab.opener).filter(|opener| self.tabs.contains_key(opener));
            self.current = opener.or_else(|| self.tabs.keys().next_back().copied());
        }
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &Tab> {
        self.tabs.values()
    }

    pub(crate) fn with_target(&self, target: &TargetId) -> Option<TabId> {
        self.tabs.values().find(|tab| tab.target == *target).map(|tab| tab.id)
    }

    pub(crate) fn with_session(&self, session: &SessionId) -> Option<TabId> {
        self.tabs.values().find(|tab| tab.session.id() == Some(session)).map(|tab| tab.id)
    }

    pub(crate) fn ids(&self) -> BTreeSet<TabId> {
        self.tabs.keys().copied().collect()
    }
}

impl super::World {
    pub(crate) fn tab_infos(&self) -> Vec<TabInfo> {
        let info = |tab: &Tab| {
            let url = self.frames.get(&tab.top).map(|frame| frame.url.clone()).unwrap_or_default();
            TabInfo { id: tab.id, title: clean(&tab.title), url }
        };
        self.tabs.all().map(info).collect()
    }
}

/// Popups beyond this are closed as soon as they appear.
const MOST_TABS: usize = 20;
const MOST_NOISE: usize = 200;
const MOST_LINES: usize = 100;
const MOST_LINE: usize = 300;
