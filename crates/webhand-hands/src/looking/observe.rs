//! Takes one snapshot of the current tab with all its frames.

use std::borrow::Cow;
use std::sync::PoisonError;
use std::time::Duration;

use webhand_model::{FailCode, Origin, PageState, Snapshot, TabId, Viewport};
use webhand_port::BrowserError;
use webhand_wire::PageSnapshot;

use crate::action_error::ActionError;
use crate::documents::pages::FrameDocument;
use crate::driver::NetError;
use crate::looking::Looker;
use crate::looking::frames::Extent;
use crate::looking::merge::{Children, DocumentPart, merge, title};
use crate::settling::settled::Seen;
use crate::tabs::navigation::unreachable;
use crate::world::{LeaseId, Tab, World};

impl Looker {
    pub(crate) async fn observe(&self, extent: Extent) -> Result<Snapshot, BrowserError> {
        let _turn = self.access.turn.lock().await;
        self.look(extent).await
    }

    /// Takes a snapshot and keeps it as the newest.
    pub(crate) async fn look(&self, extent: Extent) -> Result<Snapshot, BrowserError> {
        self.look_reusing(extent, None).await
    }

    /// As [`Self::look`], but reuses the snapshot that settling took if it is still complete.
    pub(crate) async fn look_reusing(&self, extent: Extent, mut seen: Option<Seen>) -> Result<Snapshot, BrowserError> {
        let mut attempts = 0;
        let snapshot = loop {
            attempts += 1;
            match self.look_once(extent, seen.take()).await {
                // The tab navigated meanwhile; the next attempt sees the new document.
                Err(LookError::Replaced) if attempts < MOST_LOOKS => self.wait_for_document().await,
                Err(LookError::Replaced) => return Err(BrowserError::Unexpected("the page keeps changing".to_owned())),
                Err(LookError::Error(error)) => return Err(error),
                Ok(snapshot) => break snapshot,
            }
        };
        let before = self.recent.newest.lock().unwrap_or_else(PoisonError::into_inner).replace(snapshot.clone());
        if let Some(before) = before {
            self.remember(before);
        }
        Ok(snapshot)
    }

    /// Waits until the current tab has a document with a page script, or has crashed.
    async fn wait_for_document(&self) {
        let arrived = |world: &World| {
            let tab = world.current(self.access.lease)?;
            let top = world.frames.get(&tab.top)?;
            (tab.crashed() || top.script_world.is_some()).then_some(())
        };
        let _ = self.access.until(ARRIVED_WITHIN, arrived).await;
    }

    async fn look_once(&self, extent: Extent, seen: Option<Seen>) -> Result<Snapshot, LookError> {
        let (tab, session) = match self.access.current() {
            Ok(current) => current,
            Err(_) if self.access.read(|world| world.disconnected) => {
                return Err(BrowserError::Disconnected("the browser has ended".to_owned()).into());
            }
            Err(_) => return Err(BrowserError::TabGone.into()),
        };
        if self.access.read(|world| world.tabs.get(tab).is_some_and(Tab::crashed)) {
            return Err(BrowserError::Crashed.into());
        }
        let blank =
            self.access.change(|world| blank_snapshot(world, self.access.lease, tab)).ok_or(BrowserError::TabGone)?;
        if blank.dialog.is_some() || matches!(blank.state, PageState::Closed(_)) {
            return Ok(blank);
        }
        if self.access.read(|world| world.is_suspended(&session)) {
            return Ok(self.as_last_seen(blank));
        }
        let top = self.pages.top(tab).map_err(|_| BrowserError::TabGone)?;
        let already = match seen {
            Some(seen) => self.reuse_snapshot(&top, extent, seen).await,
            None => None,
        };
        let seen = match already {
            Some(seen) => Ok((seen, Children::new())),
            None => self.snapshot_frames(tab, &top, extent, SEEN_WITHIN).await,
        };
        let seen = match seen {
            Err(error)
                if error.code() == Some(FailCode::TimedOut) && self.pages.stop_script_if_hung(&session).await =>
            {
                self.snapshot_frames(tab, &top, extent, FREED_WITHIN).await
            }
            seen => seen,
        };
        match seen {
            Ok((seen, children)) => self
                .access
                .change(|world| complete_snapshot(world, blank, &top, seen, children))
                .ok_or(LookError::Replaced),
            // The error may be a dialog that opened meanwhile; the next look shows it.
            Err(error) => Err(self.look_error(&error)),
        }
    }

    /// The nodes of the last look, because a page whose navigation is held does not answer but still shows the same.
    fn as_last_seen(&self, blank: Snapshot) -> Snapshot {
        let newest = self.recent.newest.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let last = newest.filter(|last| last.tab == blank.tab && last.url == blank.url);
        let nodes = last.map(|last| last.nodes).unwrap_or_default();
        Snapshot { nodes, state: PageState::Loading, ..blank }
    }

    fn look_error(&self, error: &ActionError) -> LookError {
        match error.code() {
            Some(FailCode::StaleRef | FailCode::DialogOpen) => LookError::Replaced,
            Some(FailCode::TimedOut) => BrowserError::Hung(SEEN_WITHIN.as_secs()).into(),
            Some(FailCode::Gone) if self.access.read(|world| world.disconnected) => {
                BrowserError::Disconnected("the browser has ended".to_owned()).into()
            }
            Some(FailCode::Gone)
                if self.access.read(|world| world.current(self.access.lease).is_some_and(Tab::crashed)) =>
            {
                BrowserError::Crashed.into()
            }
            Some(FailCode::Gone) => BrowserError::TabGone.into(),
            Some(_) | None => BrowserError::Unexpected(format!("{error:?}")).into(),
        }
    }

    /// A new snapshot, redacted for the newest action.
    pub(crate) async fn fresh(&self, extent: Extent) -> Result<Snapshot, ActionError> {
        let page = self.look(extent).await.map_err(|error| {
            let code = if error.is_final() { FailCode::Gone } else { FailCode::TimedOut };
            ActionError::failed(code, error.to_string())
        })?;
        Ok(match self.redacted(&page) {
            Cow::Borrowed(_) => page,
            Cow::Owned(redacted) => redacted,
        })
    }

    /// Whether the newest action may report the content of a frame of this origin, on this page.
    pub(crate) fn shows_frame(&self, frame: &Origin, page: &Origin) -> bool {
        let redactor = self.redactor.lock().unwrap_or_else(PoisonError::into_inner);
        redactor.as_ref().is_none_or(|redactor| redactor.shows(frame, page))
    }

    /// The snapshot without the frames whose content the newest action may not report.
    pub(crate) fn redacted<'a>(&self, page: &'a Snapshot) -> Cow<'a, Snapshot> {
        match self.redactor.lock().unwrap_or_else(PoisonError::into_inner).as_ref() {
            Some(redactor) => redactor.redact(page),
            None => Cow::Borrowed(page),
        }
    }
}

/// Why a look returned no snapshot.
enum LookError {
    /// The document was replaced, or a dialog opened; another look may succeed.
    Replaced,
    Error(BrowserError),
}

impl From<BrowserError> for LookError {
    fn from(error: BrowserError) -> Self {
        Self::Error(error)
    }
}

/// A snapshot with everything that is known of a tab without calling its page script.
fn blank_snapshot(world: &mut World, lease: LeaseId, id: TabId) -> Option<Snapshot> {
    let state = closed(world, id).map_or(PageState::Ready, PageState::Closed);
    let tabs = world.tab_infos(lease);
    let url = world.top(id)?.url.clone();
    let tab = world.tabs.get_mut(id)?;
    tab.rev = tab.rev.next();
    Some(Snapshot {
        tab: id,
        rev: tab.rev,
        url,
        title: title(&tab.title),
        state,
        viewport: Viewport::default(),
        nodes: Vec::new(),
        truncated: false,
        tabs,
        dialog: tab.dialog.clone(),
        picture: None,
    })
}

/// Adds the snapshots of the documents to the blank one. `None` when the tab shows another document by now.
fn complete_snapshot(
    world: &mut World,
    blank: Snapshot,
    top: &FrameDocument,
    seen: PageSnapshot,
    children: Children,
) -> Option<Snapshot> {
    let frame = world.frames.get(&top.frame).filter(|frame| frame.document == top.document)?;
    let [_, scroll_y, _, max_scroll_y] = seen.scroll;
    let truncated =
        seen.truncated || children.values().any(|part| part.seen.as_ref().is_some_and(|seen| seen.truncated));
    let is_ready = frame.interactive.is_some() || seen.ready != "loading";
    let state = if is_ready { PageState::Ready } else { PageState::Loading };
    let viewport = Viewport { width: seen.viewport[0], height: seen.viewport[1], scroll_y, max_scroll_y };
    let (page_title, url) = (title(&seen.title), seen.url.clone());
    let part = DocumentPart {
        document: top.document,
        origin: frame.origin.clone(),
        from: None,
        captcha: None,
        is_navigating: false,
        seen: Some(seen),
    };
    if let Some(tab) = world.tabs.get_mut(blank.tab) {
        // The browser reports title changes late.
        tab.title.clone_from(&page_title);
    }
    let mut nodes = merge(part, children, world.refs_of(blank.tab)?);
    nodes.extend(crate::reading::page_tool::as_nodes(world, blank.tab));
    Some(Snapshot { url, title: page_title, state, viewport, nodes, truncated, ..blank })
}

/// The reason why webhand cannot read or touch a page; `None` if it can.
pub(crate) fn closed(world: &World, tab: TabId) -> Option<String> {
    let top = world.top(tab)?;
    if let Some(url) = &top.unreachable {
        let loader = top.loader.as_ref().map(|loader| loader.as_str().to_owned()).unwrap_or_default();
        let exchange = world.traffic.recent(tab).rev().find(|exchange| exchange.id.as_str() == loader);
        let error = exchange.and_then(|exchange| exchange.failure.clone());
        return Some(unreachable(&error.unwrap_or_else(NetError::unknown), url, &world.egress));
    }
    if top.mime_type == "application/pdf" {
        return Some(
            "this is a PDF, which can be neither read nor touched here; go back, or open a page instead".to_owned(),
        );
    }
    let scheme = top.url.split(':').next().unwrap_or_default();
    let what = match scheme {
        "http" | "https" | "blob" => return None,
        // A page can write into an empty tab that it has opened.
        "about" if top.origin.as_str().starts_with("http") => return None,
        "about" => return Some("no page is open yet; open one".to_owned()),
        "chrome" | "chrome-error" | "devtools" | "edge" => "pages of the browser itself",
        "chrome-extension" => "pages of extensions",
        "view-source" => "the view of a page's source; open the page itself",
        "file" => "files of this machine",
        "data" => "data: addresses",
        _ => "pages of this kind",
    };
    Some(format!("webhand does not reach into {what} ({scheme}:); open an http or https address"))
}

const MOST_LOOKS: u32 = 3;
const SEEN_WITHIN: Duration = Duration::from_secs(8);
const FREED_WITHIN: Duration = Duration::from_secs(2);
const ARRIVED_WITHIN: Duration = Duration::from_secs(2);
