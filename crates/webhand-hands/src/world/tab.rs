//! Tabs, each under the lease of its owner.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use webhand_rt::Instant;

use webhand_guard::site_of;
use webhand_model::{DocumentId, NativeDialog, Rev, TabId, TabInfo, clean, truncate};

use super::LeaseId;
use crate::driver::{DragData, ElementNumber, FrameId, SessionId, TargetId};

#[derive(Debug)]
pub(crate) struct Tab {
    pub(crate) id: TabId,
    /// The lease of its owner.
    pub(crate) lease: LeaseId,
    /// It is not known who opened it, so it may have been the page of any owner.
    pub(crate) is_stray: bool,
    pub(crate) target: TargetId,
    pub(crate) session: SessionId,
    pub(crate) top: FrameId,
    pub(crate) opener: Option<TabId>,
    pub(crate) title: String,
    pub(crate) health: Health,
    pub(crate) dialog: Option<NativeDialog>,
    pub(crate) leaving: Leaving,
    pub(crate) rev: Rev,
    /// The document shown now was touched by the run.
    pub(crate) touched: bool,
    /// The document shown now follows from a touched one, or from an address that the brain composed.
    pub(crate) follows_touch: bool,
    /// The site of an address that a page or the person wrote and that is being opened: the document that it brings follows
    /// from nothing.
    pub(crate) opening_site: Option<String>,
    console: VecDeque<String>,
    /// Those of its lines that no outcome has reported.
    unreported: VecDeque<String>,
    /// The last file chooser that was opened. It was kept closed.
    pub(crate) chooser: Option<FileChooser>,
    /// Its page has begun to open another tab, which is not there yet: the moment and the time at which it began.
    pub(crate) opening: Option<(u64, Instant)>,
    /// How many dialogs it has opened in a row, while the run did nothing but answer them.
    pub(crate) dialogs: u32,
    /// Where the mouse was moved to last.
    pub(crate) pointer: Option<(f64, f64)>,
    /// The element that was pressed last, while the mouse has not moved away from where it was pressed.
    pub(crate) pressed: Option<(DocumentId, u32)>,
    /// The data that is being dragged, as the browser described it.
    pub(crate) drag: Option<DragData>,
}

/// Whether a tab can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Health {
    /// Not set up yet, so it may still do things unnoticed.
    Starting,
    Ready,
    Crashed,
    /// A tab of the person, which is not looked into.
    LeftAlone,
}

/// A file chooser that a page wanted to open.
#[derive(Debug, Clone)]
pub(crate) struct FileChooser {
    pub(crate) moment: u64,
    /// Where it was opened.
    pub(crate) session: SessionId,
    /// The browser's number of its field; a chooser without a field cannot be given files.
    pub(crate) field: Option<ElementNumber>,
    pub(crate) many: bool,
}

/// The response to a dialog of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DialogResponse {
    /// The brain answers it.
    Ask,
    /// It is dismissed unseen.
    Dismiss,
    /// The page is ended as if it had crashed, because nothing else stops it.
    EndPage,
}

/// Whether webhand itself is about to leave the page. A page that asks whether to leave it is then answered with yes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leaving {
    No,
    Yes,
    /// The page has asked.
    Asked,
}

impl Tab {
    pub(crate) fn new(id: TabId, lease: LeaseId, target: TargetId, session: SessionId, opener: Option<TabId>) -> Self {
        Self {
            id,
            lease,
            is_stray: false,
            // The top frame of a tab has the tab's own id.
            top: FrameId::new(target.as_str()),
            target,
            session,
            opener,
            title: String::new(),
            health: Health::Starting,
            dialog: None,
            leaving: Leaving::No,
            rev: Rev(0),
            touched: false,
            follows_touch: false,
            opening_site: None,
            console: VecDeque::new(),
            unreported: VecDeque::new(),
            chooser: None,
            opening: None,
            dialogs: 0,
            pointer: None,
            pressed: None,
            drag: None,
        }
    }

    pub(super) fn begin_document(&mut self, url: &str) {
        let is_opened = self.opening_site.take().is_some_and(|site| site_of(url) == Some(site));
        self.follows_touch = !is_opened && (self.follows_touch || self.touched);
        self.touched = false;
        self.revive();
        self.chooser = None;
        self.opening = None;
        self.dialogs = 0;
    }

    /// Counts another dialog of the document and returns the response to it: a page that opens them without end must
    /// not go on for ever.
    pub(crate) fn count_dialog(&mut self) -> DialogResponse {
        self.dialogs = self.dialogs.saturating_add(1);
        match self.dialogs {
            0..=MOST_DIALOGS => DialogResponse::Ask,
            _ if self.dialogs <= MOST_DISMISSED => DialogResponse::Dismiss,
            _ => DialogResponse::EndPage,
        }
    }

    /// The page has opened so many dialogs that they are dismissed unseen.
    pub(crate) fn floods(&self) -> bool {
        self.dialogs > MOST_DIALOGS
    }

    /// So many that it was ended for it.
    pub(crate) fn flooded(&self) -> bool {
        self.dialogs > MOST_DISMISSED
    }

    pub(crate) fn crashed(&self) -> bool {
        self.health == Health::Crashed
    }

    /// A document that comes after a crash runs in a new process.
    pub(crate) fn revive(&mut self) {
        if self.crashed() {
            self.health = Health::Ready;
        }
    }

    pub(crate) fn log(&mut self, line: &str) {
        if self.console.len() == MOST_LINES {
            self.console.pop_front();
        }
        let line = truncate(&clean(line), MOST_LINE).into_owned();
        if self.unreported.len() == MOST_REPORTED {
            self.unreported.pop_front();
        }
        self.unreported.push_back(truncate(&line, MOST_REPORTED_LINE).into_owned());
        self.console.push_back(line);
    }

    /// The lines of the console since the last report, the newest ones.
    pub(crate) fn report_console(&mut self) -> impl Iterator<Item = String> {
        std::mem::take(&mut self.unreported).into_iter()
    }

    pub(crate) fn console(&self) -> impl Iterator<Item = &str> {
        self.console.iter().map(String::as_str)
    }
}

#[derive(Debug, Default)]
pub(crate) struct Tabs {
    by_id: BTreeMap<TabId, Tab>,
    last: TabId,
}

impl Tabs {
    pub(crate) fn next_id(&mut self) -> TabId {
        self.last = self.last.next();
        self.last
    }

    pub(crate) fn add(&mut self, tab: Tab) {
        self.by_id.insert(tab.id, tab);
    }

    /// Whether a lease has as many tabs as one may have. The person is bound only as far as tabs are looked after.
    pub(crate) fn is_full(&self, lease: LeaseId) -> bool {
        let most = if lease == LeaseId::PERSON { MOST_OF_PERSON } else { MOST_TABS };
        self.of(lease).count() >= most
    }

    /// An action of a lease is over: documents that come later are the page's doing.
    pub(crate) fn end_opening(&mut self, lease: LeaseId) {
        for tab in self.by_id.values_mut().filter(|tab| tab.lease == lease) {
            tab.opening_site = None;
        }
    }

    pub(crate) fn get(&self, id: TabId) -> Option<&Tab> {
        self.by_id.get(&id)
    }

    pub(crate) fn get_mut(&mut self, id: TabId) -> Option<&mut Tab> {
        self.by_id.get_mut(&id)
    }

    pub(super) fn remove(&mut self, id: TabId) -> Option<Tab> {
        self.by_id.remove(&id)
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &Tab> {
        self.by_id.values()
    }

    pub(crate) fn with_target(&self, target: &TargetId) -> Option<TabId> {
        self.by_id.values().find(|tab| tab.target == *target).map(|tab| tab.id)
    }

    pub(crate) fn with_session(&self, session: &SessionId) -> Option<TabId> {
        self.by_id.values().find(|tab| tab.session == *session).map(|tab| tab.id)
    }

    /// The tabs of a lease, oldest first.
    pub(crate) fn of(&self, lease: LeaseId) -> impl DoubleEndedIterator<Item = &Tab> {
        self.by_id.values().filter(move |tab| tab.lease == lease)
    }

    pub(crate) fn ids(&self, lease: LeaseId) -> BTreeSet<TabId> {
        self.of(lease).map(|tab| tab.id).collect()
    }
}

impl super::World {
    /// The tab that the owner of a lease works in.
    pub(crate) fn current(&self, lease: LeaseId) -> Option<&Tab> {
        self.tabs.get(self.leases.get(lease)?.current?)
    }

    /// The owner of a tab goes on in it.
    pub(crate) fn switch_to(&mut self, id: TabId) {
        let lease = self.lease_of(id);
        if let Some(lease) = lease.and_then(|lease| self.leases.get_mut(lease)) {
            lease.current = Some(id);
        }
    }

    pub(crate) fn tab_infos(&self, lease: LeaseId) -> Vec<TabInfo> {
        let info = |tab: &Tab| {
            let url = self.frames.get(&tab.top).map(|frame| frame.url.clone()).unwrap_or_default();
            TabInfo { id: tab.id, title: clean(&tab.title), url }
        };
        self.tabs.of(lease).map(info).collect()
    }
}

/// Of one owner; popups beyond this are closed as soon as they appear.
const MOST_TABS: usize = 20;
/// Tabs of the person beyond this are left alone.
const MOST_OF_PERSON: usize = 200;
/// Dialogs in a row that are put to the brain, and those that are dismissed before the page is ended.
const MOST_DIALOGS: u32 = 5;
const MOST_DISMISSED: u32 = 60;
const MOST_LINES: usize = 100;
const MOST_LINE: usize = 300;
/// Of one tab in one outcome.
const MOST_REPORTED: usize = 20;
const MOST_REPORTED_LINE: usize = 200;
