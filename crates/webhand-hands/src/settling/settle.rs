//! Decides how long an action waits: for navigations, requests (does a click wait for this fetch?) and page changes.
//!
//! [`Settler::watch`] records the state before the action, so that nothing the action starts is missed. Then
//! [`Settler::wait_until_settled`] repeats two steps until nothing new has begun:
//!
//! 1. Network: [`network_idle`] decides. The action waits for each request that began after the watch, that matters
//!    (documents, scripts, style sheets, XHR and fetch; `crate::world::traffic`), that the page did not poll before,
//!    and that the guard does not hold. Requests of a new page are given up after [`LATE_PARTS_WITHIN`]; other
//!    requests, such as the fetch of a click, are awaited until the deadline (`settle_within` of the options).
//!    Navigations, new tabs and downloads are awaited likewise.
//! 2. Documents: the page script answers when its document has been quiet for a moment (`page/src/settle/settle.ts`).
//!
//! The page's own activity (polling, streams, tickers) does not prolong the wait.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::time::Duration;

use webhand_model::{DocumentId, FailCode, TabId};
use webhand_rt::{Instant, timeout_at};
use webhand_wire::{PageCommand, Reaction, SettleReason, Settled, Settling, SignScope};

use crate::action_error::ActionError;
use crate::documents::pages::{FrameDocument, nonsense};
use crate::driver::RequestId;
use crate::looking::frames::looking;
use crate::settling::Settler;
use crate::settling::settled::{LookAfter, Seen, SettledPage};
use crate::world::{Health, LeaseId, Stage, World};

/// The state of the tab before an action. It separates the effects of the action from the page's own activity.
#[derive(Debug, Clone)]
pub(crate) struct Watch {
    /// Only tabs and downloads of this lease are awaited and reported.
    pub(crate) lease: LeaseId,
    pub(crate) tab: TabId,
    /// The tab in which the run continues, and which has to settle.
    into: TabId,
    /// Requests and navigations that begin after this moment count as started by the action.
    pub(crate) moment: u64,
    pub(crate) tabs: BTreeSet<TabId>,
    pub(crate) document: Option<DocumentId>,
    pub(crate) url: String,
    pub(crate) had_dialog: bool,
    /// Addresses that the page polled before the action; requests to them are not awaited.
    polled: BTreeSet<String>,
    begun: Instant,
    /// The document in a child frame that received the input, and has to become quiet too.
    pub(crate) inner: Option<FrameDocument>,
    /// The page script knows every event listener that the action can reach.
    listeners_known: bool,
    /// Why the page script is queried, for example because an earlier answer came too early.
    reason: SettleReason,
    /// Which signs that the page is busy are awaited.
    signs: SignScope,
}

impl Watch {
    /// The same watch, but everything that ever began in the tab is awaited.
    pub(crate) fn since_its_beginning(self) -> Self {
        Self { moment: 0, ..self }
    }

    /// The same watch, but every sign that the page is busy is awaited, whenever it appeared.
    pub(crate) fn with_all_signs(self) -> Self {
        Self { signs: SignScope::All, ..self }
    }

    /// The same watch for an action that leads to another tab.
    pub(crate) fn leading_to(self, into: TabId) -> Self {
        Self { into, ..self }
    }

    pub(crate) fn listeners_known(&self) -> bool {
        self.listeners_known
    }

    /// The same watch, with whether the page script knows every event listener that the action can reach.
    pub(crate) fn with_listeners_known(self, listeners_known: bool) -> Self {
        Self { listeners_known, ..self }
    }

    /// The same watch after the page script reported the document as quiet too early.
    pub(crate) fn after_early_end(self) -> Self {
        Self { reason: SettleReason::Again, ..self }
    }

    /// The same watch after the page script noticed a reaction of which a look shows nothing.
    pub(crate) fn after_unseen_reaction(self) -> Self {
        Self { reason: SettleReason::Unseen, ..self }
    }
}

/// How the wait after an action ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SettleState {
    Settled,
    /// Everything that the action started has ended, but the page keeps changing by itself.
    Streaming,
    /// The deadline passed, or a document did not become quiet.
    TimedOut,
}

impl SettleState {
    pub(crate) fn of(settled: &Settled) -> Self {
        match settled {
            Settled { quiet: false, .. } => Self::TimedOut,
            Settled { stream: true, .. } => Self::Streaming,
            Settled { .. } => Self::Settled,
        }
    }

    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::TimedOut, _) | (_, Self::TimedOut) => Self::TimedOut,
            (Self::Streaming, _) | (_, Self::Streaming) => Self::Streaming,
            (Self::Settled, Self::Settled) => Self::Settled,
        }
    }
}

/// How long to wait for documents.
#[derive(Debug, Clone, Copy)]
struct WaitLimits {
    /// The limit for one document that keeps changing.
    most: Duration,
    /// The limit for the whole wait.
    deadline: Instant,
}

impl WaitLimits {
    fn left(self) -> Duration {
        self.most.min(self.until_deadline())
    }

    fn until_deadline(self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }
}

/// Why the network needs no more waiting, as far as the browser's events show.
enum NetworkIdle {
    /// Waiting is impossible or pointless: a dialog, a crash, a closed tab.
    Stopped,
    /// The action opened a tab, and the run continues there.
    OpenedTab(TabId),
    /// The network is idle; `late` when parts of a page were given up.
    Idle { moment: u64, late: bool },
}

impl Settler {
    /// Records the state before an action; to be called before any input is sent.
    pub(crate) fn watch(&self, tab: TabId) -> Watch {
        self.access.read(|world| Watch {
            lease: self.access.lease,
            tab,
            into: tab,
            moment: world.moment,
            tabs: world.tabs.ids(self.access.lease),
            document: world.top(tab).map(|frame| frame.document),
            url: world.top(tab).map(|frame| frame.url.clone()).unwrap_or_default(),
            had_dialog: world.tabs.get(tab).is_some_and(|tab| tab.dialog.is_some()),
            polled: world.traffic.polled(tab),
            begun: Instant::now(),
            inner: None,
            listeners_known: false,
            reason: SettleReason::First,
            signs: SignScope::Brought,
        })
    }

    /// As [`Self::watch`], for the decision on a held request: the request counts as started by the decision.
    pub(crate) fn watch_released(&self, tab: TabId, network: Option<&RequestId>) -> Watch {
        let mut watch = self.watch(tab);
        let released = network.and_then(|network| self.access.read(|world| world.traffic.began(tab, network)));
        if let Some((moment, place)) = released {
            watch.moment = moment.saturating_sub(1);
            watch.polled.remove(&place);
        }
        watch
    }

    /// Waits for everything that the action started. The run follows into a tab that was opened.
    pub(crate) async fn come_to_rest(&self, watch: &Watch) -> SettleState {
        self.wait_until_settled(watch, LookAfter::No).await.state
    }

    /// As [`Self::come_to_rest`], with a look at the settled page if `look_after` requests it.
    pub(crate) async fn wait_until_settled(&self, watch: &Watch, look_after: LookAfter) -> SettledPage {
        let deadline = Instant::now() + self.access.browser.options.settle_within;
        let mut tab = watch.into;
        let mut watch = Cow::Borrowed(watch);
        loop {
            let Some(idle) = self.wait_for_network_idle(&watch, tab, deadline).await else {
                return SettleState::TimedOut.into();
            };
            let (moment, late) = match idle {
                NetworkIdle::Stopped if tab != watch.tab && self.access.read(|world| world.tabs.get(tab).is_none()) => {
                    // A tab that only brought a download closes again by itself.
                    tab = watch.tab;
                    continue;
                }
                NetworkIdle::Stopped => return SettleState::Settled.into(),
                NetworkIdle::OpenedTab(opened) => {
                    tab = opened;
                    self.access.change(|world| world.switch_to(opened));
                    continue;
                }
                NetworkIdle::Idle { moment, late } => (moment, late),
            };
            let most = if late { LATE_AND_MUTATING_AT_MOST } else { MUTATING_AT_MOST };
            let limits = WaitLimits { most, deadline };
            let page = self.wait_for_quiet_documents(&watch, tab, limits, look_after).await;
            self.wait_for_received_events().await;
            match page {
                // The sign that the page is busy may still go away.
                Some(page) if page.is_at_work() && Instant::now() < deadline => {
                    watch = Cow::Owned(watch.into_owned().after_early_end());
                }
                Some(page) if page.state == SettleState::TimedOut => return page,
                Some(page) if self.moment() == moment => {
                    return if late { SettledPage { state: SettleState::TimedOut, ..page } } else { page };
                }
                // Something has begun meanwhile, so the wait starts again.
                Some(_) => watch = Cow::Owned(watch.into_owned().after_early_end()),
                None => {
                    // The document went away during the call; the browser is about to announce its successor.
                    let _ = self.access.until(RETRY_WITHIN, |world| self.began_since(world, moment)).await;
                }
            }
            if Instant::now() >= deadline {
                return SettleState::TimedOut.into();
            }
        }
    }

    /// The moment at which something of this lease last began.
    pub(crate) fn moment(&self) -> u64 {
        self.access.read(|world| world.moment_of(self.access.lease))
    }

    /// Whether something of this lease has begun after a moment that [`Self::moment`] returned.
    pub(crate) fn began_since(&self, world: &World, moment: u64) -> Option<()> {
        (world.moment_of(self.access.lease) != moment).then_some(())
    }

    /// Waits until all events that have been received from the browser are applied to the world.
    pub(crate) async fn wait_for_received_events(&self) {
        let received = self.access.driver().events_received();
        let _ =
            self.access.until(EVENTS_APPLIED_WITHIN, |world| (world.events_applied >= received).then_some(())).await;
    }

    /// `None` when the deadline passes first.
    async fn wait_for_network_idle(&self, watch: &Watch, tab: TabId, deadline: Instant) -> Option<NetworkIdle> {
        loop {
            // Checks again when the time for late parts of the page is up, even if no event arrives.
            let late_after = self.access.read(|world| late_after(world, watch, tab));
            let wake = deadline.min(late_after.filter(|end| *end > Instant::now()).unwrap_or(deadline));
            let idle = self.access.browser.shared.until(|world| network_idle(world, watch, tab));
            match timeout_at(wake, idle).await {
                Ok(idle) => return Some(idle),
                Err(_elapsed) if wake >= deadline => return None,
                Err(_elapsed) => {}
            }
        }
    }

    /// Waits for the top document and the touched child frame; `None` when they cannot be queried now.
    async fn wait_for_quiet_documents(
        &self,
        watch: &Watch,
        tab: TabId,
        limits: WaitLimits,
        look_after: LookAfter,
    ) -> Option<SettledPage> {
        let is_blocked = |world: &World| {
            let session = world.tabs.get(tab).map(|tab| &tab.session);
            crate::looking::observe::closed(world, tab).is_some()
                || session.is_some_and(|session| world.is_suspended(session))
        };
        if self.access.read(is_blocked) {
            return Some(SettleState::Settled.into());
        }
        let left = limits.left();
        let top = self.pages.top(tab).ok()?;
        let plain = self.settling_command(watch, tab, left);
        let blank =
            self.access.read(|world| if is_new(world, watch, tab) { limits.until_deadline() } else { Duration::ZERO });
        let inner = watch.inner.as_ref().filter(|inner| inner.tab == tab && inner.document != top.document);
        let inner_settled = async {
            match inner {
                Some(inner) => self.wait_for_quiet_document(inner, &plain, left).await,
                None => None,
            }
        };
        let extent = if look_after == LookAfter::No { None } else { self.look_extent(watch, &top) };
        let settle = Settling { look: extent.map(looking), blank_ms: milliseconds(blank), ..plain.clone() };
        let (settled, inner) =
            tokio::join!(self.wait_for_quiet_document(&top, &settle, left.max(blank)), inner_settled);
        let settled = settled?;
        // A frame that was removed counts as settled.
        let inner = inner.unwrap_or(EMPTY);
        let state = SettleState::of(&settled).and(SettleState::of(&inner));
        let is_touched = watch.inner.as_ref().is_none_or(|inner| inner.document == top.document);
        Some(SettledPage {
            state,
            busy: inner.busy.or(settled.busy),
            reaction: if is_touched { settled.reaction } else { Reaction::Some },
            same: settled.same,
            seen: extent.and_then(|extent| Seen::of(top.document, extent, settled)),
        })
    }

    /// The command to a document to answer when it has settled.
    pub(crate) fn settling_command(&self, watch: &Watch, tab: TabId, most: Duration) -> Settling {
        let answered = self.access.read(|world| world.traffic.answered_since(tab, watch.moment, &watch.polled));
        let since = |at| milliseconds(Instant::now().saturating_duration_since(at));
        Settling {
            max_ms: milliseconds(most),
            blank_ms: 0,
            answered_ms: answered.map(since),
            heard: watch.listeners_known,
            disarm: false,
            rests: false,
            asked: watch.reason,
            signs: watch.signs,
            look: None,
        }
    }

    /// Waits for one document; `None` when it cannot be queried now.
    async fn wait_for_quiet_document(
        &self,
        place: &FrameDocument,
        settling: &Settling,
        most: Duration,
    ) -> Option<Settled> {
        match self.ask_settling(place, settling, most).await {
            Ok(settled) => Some(settled),
            Err(error) if error.code() == Some(FailCode::TimedOut) && !self.pages.is_leaving(place) => {
                self.pages.stop_script_if_hung(&place.session).await;
                Some(BUSY)
            }
            Err(_) => None,
        }
    }

    /// Sends the command to a document. The answer may contain a whole snapshot, so it is parsed directly into its
    /// type.
    pub(crate) async fn ask_settling(
        &self,
        place: &FrameDocument,
        settling: &Settling,
        most: Duration,
    ) -> Result<Settled, ActionError> {
        let reply = self.pages.ask_raw(place, &PageCommand::Settle(settling.clone()), most + ANSWERED_WITHIN).await?;
        if !reply.starts_with(r#"{"kind":"settled","#) {
            // A page whose own script removed the whole document has nothing left that could change.
            return Ok(EMPTY);
        }
        serde_json::from_str(&reply).map_err(|error| nonsense(&error))
    }
}

fn milliseconds(duration: Duration) -> u32 {
    u32::try_from(duration.as_millis()).unwrap_or(u32::MAX)
}

/// Until when the action waits for parts of a page that is loading.
fn late_after(world: &World, watch: &Watch, tab: TabId) -> Option<Instant> {
    let top = world.top(tab)?;
    if top.since <= watch.moment {
        return Some(watch.begun + LATE_PARTS_WITHIN);
    }
    match top.interactive {
        Some(interactive) => Some(interactive + LATE_PARTS_WITHIN),
        // The part of a slowly loading page that has arrived can already be read and used.
        None => Some(top.shown_at? + SLOW_DOCUMENT_WITHIN),
    }
}

/// Whether only changes in the documents can still prolong the wait.
pub(crate) fn is_network_idle(world: &World, watch: &Watch) -> bool {
    matches!(network_idle(world, watch, watch.into), Some(NetworkIdle::Idle { late: false, .. }))
}

/// Whether the action led to the document that is shown.
fn is_new(world: &World, watch: &Watch, tab: TabId) -> bool {
    world.top(tab).is_some_and(|top| top.since > watch.moment)
}

/// Decides whether the action has to wait for the network: `None` while a tab, a navigation, a request or a download
/// that the action started is under way.
fn network_idle(world: &World, watch: &Watch, id: TabId) -> Option<NetworkIdle> {
    let Some(tab) = world.tabs.get(id).filter(|tab| !tab.crashed() && tab.dialog.is_none() && !world.disconnected)
    else {
        return Some(NetworkIdle::Stopped);
    };
    let opened =
        world.tabs.of(watch.lease).find(|opened| opened.opener == Some(id) && !watch.tabs.contains(&opened.id));
    if let Some(opened) = opened {
        return Some(NetworkIdle::OpenedTab(opened.id));
    }
    let is_opening = |(moment, at): (u64, webhand_rt::Instant)| moment > watch.moment && at.elapsed() < OPENED_WITHIN;
    if tab.opening.is_some_and(is_opening) {
        return None;
    }
    if world.is_suspended(&tab.session) {
        return Some(NetworkIdle::Idle { moment: world.moment_of(watch.lease), late: false });
    }
    let top = world.top(id)?;
    let is_new = is_new(world, watch, id);
    let may_be_late = late_after(world, watch, id).is_some_and(|end| Instant::now() >= end);
    // A tab that a page opens first shows an empty document without an address, which the real one replaces.
    let is_loading = is_new && (top.interactive.is_none() || top.url.is_empty());
    if tab.health == Health::Starting || (is_loading && !may_be_late) {
        return None;
    }
    let mut late = is_loading;
    for (frame_id, frame) in world.frames.in_tab(id) {
        let Some(going) = &frame.pending_navigation else { continue };
        if going.moment <= watch.moment || world.held.holds(going.loader.as_str()) {
            continue;
        }
        if *frame_id == tab.top || !may_be_late {
            return None;
        }
        late = true;
    }
    for (network, request) in world.traffic.in_flight(id) {
        let counts = request.moment > watch.moment && request.matters() && !watch.polled.contains(&request.place);
        if !counts || world.held.holds(network.as_str()) {
            continue;
        }
        // Parts of a loading page are awaited for a while, answers to the action (the fetch of a click) until the
        // deadline.
        let of_load =
            world.frames.in_tab(id).any(|(_, frame)| frame.since > watch.moment && frame.loader == request.loader);
        if !of_load || !may_be_late {
            return None;
        }
        late = true;
    }
    if world
        .downloads
        .of(watch.lease)
        .any(|download| download.moment > watch.moment && download.stage == Stage::UnderWay)
    {
        return None;
    }
    Some(NetworkIdle::Idle { moment: world.moment_of(watch.lease), late })
}

/// Stands for the answer of a document that gives none in time.
const BUSY: Settled = Settled { quiet: false, ..EMPTY };
/// Stands for the answer of a document without content.
const EMPTY: Settled = Settled {
    quiet: true,
    stream: false,
    reaction: Reaction::None,
    busy: None,
    same: false,
    disarmed: None,
    seen: None,
};
/// How long to wait for a document that keeps changing.
pub(crate) const MUTATING_AT_MOST: Duration = Duration::from_millis(1_500);
/// The same after parts of the page were given up.
const LATE_AND_MUTATING_AT_MOST: Duration = Duration::from_millis(300);
/// How long a tab that a page opens takes to appear; after that the browser has blocked it.
const OPENED_WITHIN: Duration = Duration::from_secs(1);
/// How long to wait for parts of a page after its document can be used, or after the action began on the same page.
const LATE_PARTS_WITHIN: Duration = Duration::from_millis(1_500);
/// How long to wait for the rest of a document that arrives slowly, once it is shown.
const SLOW_DOCUMENT_WITHIN: Duration = Duration::from_millis(2_500);
/// How long an answer of the page script may take beyond the time it was given to wait.
pub(crate) const ANSWERED_WITHIN: Duration = Duration::from_secs(1);
const RETRY_WITHIN: Duration = Duration::from_millis(20);
const EVENTS_APPLIED_WITHIN: Duration = Duration::from_millis(200);
