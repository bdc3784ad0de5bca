//! Creates tabs for an owner, hands them over to the person, and closes them when the lease is returned.

use crate::tabs::LeaseControl;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::Value;
use webhand_model::{FailCode, TabId, Visibility};
use webhand_rt::timeout;

use crate::action_error::ActionError;
use crate::driver::{ContextId, PausedKinds, Refusal, TabWindow, TargetId};
use crate::egress::GateInfo;
use crate::event_loop::BrowserHandle;
use crate::hands::release_outgoing_request;
use crate::live_frames;
use crate::world::{HeldBy, LeaseId, PausedRequest, ReturnedLease, World, gated_socket, is_sending};

impl LeaseControl {
    /// Gives the owner a context of its own, before its first tab. All its connections go through the proxy.
    pub(crate) async fn use_own_context(&self, proxy: &str, gate: Arc<dyn GateInfo>) -> Result<(), ActionError> {
        let downloads = self.access.browser.options.downloads.as_deref();
        let Some(contexts) = self.access.driver().contexts() else {
            return Err(ActionError::failed(FailCode::Unsupported, "this browser has no contexts; start another one"));
        };
        let context = contexts.create(proxy, downloads, READY_WITHIN).await?;
        self.access.change(|world| {
            if world.interception.covers(PausedKinds::All) && !world.leases.has_person {
                gate.await_admissions();
            }
            if let Some(lease) = world.leases.get_mut(self.access.lease) {
                lease.context = Some(context);
                lease.gate = Some(gate);
            }
        });
        Ok(())
    }

    /// The cookies of the owner's own context; none where there is no such context.
    pub(crate) async fn cookies(&self) -> Result<Vec<Value>, ActionError> {
        let context = self.access.read(|world| world.leases.get(self.access.lease)?.context.clone());
        let (Some(context), Some(contexts)) = (context, self.access.driver().contexts()) else { return Ok(Vec::new()) };
        Ok(contexts.cookies(Some(&context), CLOSED_WITHIN).await?)
    }

    pub(crate) async fn set_cookies(&self, cookies: Vec<Value>) -> Result<(), ActionError> {
        let context = self.access.read(|world| world.leases.get(self.access.lease)?.context.clone());
        let (Some(context), Some(contexts)) = (context, self.access.driver().contexts()) else { return Ok(()) };
        Ok(contexts.set_cookies(Some(&context), cookies, CLOSED_WITHIN).await?)
    }

    /// Creates a tab and waits until it is attached. Snapshots work then, but a page may be loaded only after the tab is
    /// set up.
    pub(crate) async fn create_tab(&self) -> Result<TabId, ActionError> {
        // A task of its own, because the tab must get an owner even if the caller stops waiting.
        let made = webhand_rt::spawn(create_owned_tab(self.access.browser.clone(), self.access.lease)).await;
        made.unwrap_or_else(|_cancelled| Err(tab_not_ready()))
    }

    /// Makes another tab the current one of the owner. A window that a person sees keeps its tab.
    pub(crate) async fn switch_to(&self, tab: TabId) {
        let hidden = self.access.change(|world| {
            world.switch_to(tab);
            world.tabs.get(tab).filter(|_| !world.leases.has_person).map(|tab| tab.target.clone())
        });
        if let Some(target) = hidden
            && let Err(error) = self.access.driver().tabs().activate(&target, CLOSED_WITHIN).await
        {
            tracing::debug!(%error, "a tab stays behind others");
        }
    }

    /// Lets the person use the owner's tabs. Held requests are refused, and until
    /// [`take_back`](Self::take_back) new requests are attributed to the person.
    pub(crate) async fn hand_over(&self) -> Visibility {
        let _turn = self.access.turn.lock().await;
        let (held, tab, shown) = self.access.change(|world| {
            world.leases.lend(self.access.lease, true);
            let shown = if world.leases.has_person { Visibility::InWindow } else { Visibility::Nowhere };
            (world.held.drain(self.access.lease), world.current(self.access.lease).map(|tab| tab.target.clone()), shown)
        });
        refuse_requests(&self.access.browser, held).await;
        live_frames::stop_holding(&self.access.browser, self.access.lease).await;
        self.pressed_input.let_go().await;
        self.pressed_input.disarm_all().await;
        if let Some(target) = tab.filter(|_| shown == Visibility::InWindow)
            && let Err(error) = self.access.driver().tabs().activate(&target, CLOSED_WITHIN).await
        {
            tracing::debug!(%error, "the person has to look for the tab");
        }
        shown
    }

    pub(crate) fn take_back(&self) {
        self.access.change(|world| world.leases.lend(self.access.lease, false));
    }

    /// Returns the lease: from now on no request of its tabs is sent, and [`close_returned_lease`] closes them.
    pub(crate) fn return_lease(&self) -> ReturnedLease {
        self.access.change(|world| world.give_back(self.access.lease))
    }
}

async fn create_owned_tab(browser: BrowserHandle, lease: LeaseId) -> Result<TabId, ActionError> {
    // A hidden tab is drawn once a second at most, and delays mouse input as long. Without a person at the screen each
    // tab can have a window of its own; with one, each owner has at least one window.
    let own_window = browser.shared.read(|world| !world.leases.has_person || world.tabs.of(lease).next().is_none());
    let window = if own_window { TabWindow::New } else { TabWindow::Shared };
    browser.shared.change(|world| world.tabs_requested += 1);
    let context = browser.shared.read(|world| world.leases.get(lease).and_then(|lease| lease.context.clone()));
    let opened = open_tab(&browser, window, context.as_ref()).await;
    browser.shared.change(|world| world.tabs_requested -= 1);
    let target = opened?;
    let claimed = browser
        .shared
        .change(|world| if world.leases.is_given_back(lease) { None } else { world.claim(&target, lease) });
    if claimed.is_none() {
        close(&browser, target).await;
    }
    claimed.ok_or_else(session_ended)
}

/// Opens a tab and waits until it is attached.
async fn open_tab(
    browser: &BrowserHandle,
    window: TabWindow,
    context: Option<&ContextId>,
) -> Result<TargetId, ActionError> {
    let target = match (context, browser.driver.contexts()) {
        (Some(context), Some(contexts)) => contexts.open(context, window, READY_WITHIN).await?,
        (Some(_), None) => return Err(session_ended()),
        (None, _) => browser.driver.tabs().open(window, READY_WITHIN).await?,
    };
    let there = browser.shared.until(|world| world.tabs.with_target(&target));
    timeout(READY_WITHIN, there).await.map_err(|_elapsed| tab_not_ready())?;
    Ok(target)
}

/// Closes the tabs of a returned lease with their context, refuses its held requests and cancels its downloads.
pub(crate) async fn close_returned_lease(browser: &BrowserHandle, returned: ReturnedLease) {
    let context = returned.context.clone();
    close_tabs(browser, returned).await;
    if let (Some(context), Some(contexts)) = (context, browser.driver.contexts())
        && let Err(error) = contexts.dispose(&context, CLOSED_WITHIN).await
    {
        tracing::debug!(%error, "a context was gone before it was closed");
    }
}

async fn close_tabs(browser: &BrowserHandle, returned: ReturnedLease) {
    let ReturnedLease { lease, held, targets, downloads, context: _, departing } = returned;
    join_all(departing.into_iter().map(|paused| release_outgoing_request(browser.clone(), paused))).await;
    refuse_requests(browser, held).await;
    let is_sent = |world: &World| (world.disconnected || !is_sending(world, lease)).then_some(());
    if timeout(SENT_WITHIN, browser.shared.until(is_sent)).await.is_err() {
        tracing::debug!("a tab is closed before its last request was answered");
    }
    for download in downloads {
        let Some(driver) = browser.driver.downloads() else { break };
        if let Err(error) = driver.cancel(&download, CLOSED_WITHIN).await {
            tracing::debug!(%error, "a download that nobody wants any more could not be cancelled");
        }
    }
    join_all(targets.into_iter().map(|target| close(browser, target))).await;
    let is_over = |world: &World| (world.disconnected || world.leases.get(lease).is_none()).then_some(());
    if timeout(CLOSED_WITHIN, browser.shared.until(is_over)).await.is_ok() {
        return;
    }
    // A page that hangs may keep its tab open, so its process is ended.
    let left = browser
        .shared
        .read(|world| world.tabs.of(lease).map(|tab| (tab.session.clone(), tab.target.clone())).collect::<Vec<_>>());
    for (session, target) in left {
        if let Err(error) = browser.driver.tabs().end_page(&session, CLOSED_WITHIN).await {
            tracing::debug!(%error, "ended a page that hangs");
        }
        close(browser, target).await;
    }
}

/// Refuses held requests, because none of them may be sent after its owner is gone.
pub(crate) async fn refuse_requests(browser: &BrowserHandle, held: Vec<PausedRequest>) {
    let Some(requests) = browser.driver.held_requests() else { return };
    for held in held {
        let paused = match &held.held_by {
            HeldBy::Pause(paused) => paused,
            HeldBy::FrameRule(socket) => {
                browser.shared.read(|world| gated_socket(world, &socket.session, held.request.url.clone())).cut();
                continue;
            }
            HeldBy::Stopped => continue,
        };
        if let Err(error) = requests.refuse(paused, Refusal::Aborted, CLOSED_WITHIN).await {
            tracing::debug!(%error, "a held request could not be stopped; its page or browser is gone");
        }
    }
}

async fn close(browser: &BrowserHandle, target: TargetId) {
    if let Err(error) = browser.driver.tabs().close(&target, CLOSED_WITHIN).await {
        tracing::debug!(%error, "a tab could not be closed; it may be gone");
    }
}

pub(crate) fn tab_not_ready() -> ActionError {
    ActionError::failed(FailCode::TimedOut, "the new tab did not answer; try again")
}

pub(crate) fn session_ended() -> ActionError {
    ActionError::failed(FailCode::Gone, "this session has ended and its tabs are closed; start another")
}

pub(crate) const READY_WITHIN: Duration = Duration::from_secs(10);
const CLOSED_WITHIN: Duration = Duration::from_secs(5);
/// How long the tabs of an owner that has ended stay open for requests that a grant let go.
const SENT_WITHIN: Duration = Duration::from_secs(2);
