//! Waits until what an action started has come to rest.
//!
//! Watching begins before the action, so nothing it starts is missed. At rest means: navigations are over and their
//! documents can be used, requests that matter have ended or are held, and the documents have been quiet for a moment.
//! What the page does by itself (polling, streams, tickers) does not hold it up.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::time::Duration;

use webhand_model::{DocumentId, FailCode, TabId};
use webhand_rt::{Instant, timeout_at};
use webhand_wire::{PageCommand, Reaction, SettleReason, Settled, Settling};

use crate::action_error::ActionError;
use crate::documents::pages::{FrameDocument, nonsense};
use crate::driver::RequestId;
use crate::looking::frames::looking;
use crate::settling::Settler;
use crate::settling::settled::{Calm, Looks, Seen};
use crate::world::{Health, LeaseId, Stage, World};

/// How things were before an action.
#[derive(Debug, Clone)]
pub(crate) struct Watch {
    /// Only what belongs to this lease is waited for and told.
    pub(crate) lease: LeaseId,
    pub(crate) tab: TabId,
    /// Where the run goes on, and what comes to rest.
    into: TabId,
    /// Whatever starts later may be the action's doing.
    pub(crate) moment: u64,
    pub(crate) tabs: BTreeSet<TabId>,
    pub(crate) document: Option<DocumentId>,
    pub(crate) url: String,
    pub(crate) had_dialog: bool,
    polled: BTreeSet<String>,
    begun: Instant,
    /// A child frame's document that was touched, and must be quiet too.
    pub(crate) inner: Option<FrameDocument>,
    /// The page script knows what hears the action.
    heard: bool,
    /// Whether the page script took it to be over before.
    asked: SettleReason,
}

impl Watch {
    /// The same where all that ever began in the tab is waited for.
    pub(crate) fn since_its_beginning(self) -> Self {
        Self { moment: 0, ..self }
    }

    /// The same where the action itself leads to another tab.
    pub(crate) fn leading_to(self, into: TabId) -> Self {
        Self { into, ..self }
    }

    pub(crate) fn is_overheard(&self) -> bool {
        self.heard
    }

    /// The same where it is known whether the page script knows what hears the action.
    pub(crate) fn overheard(self, heard: bool) -> Self {
        Self { heard, ..self }
    }

    /// The same where the page script took the action to be over before it was.
    pub(crate) fn once_more(self) -> Self {
        Self { asked: SettleReason::Again, ..self }
    }

    /// The same where nothing is to be seen of what the page script took for a reaction.
    pub(crate) fn unseen(self) -> Self {
        Self { asked: SettleReason::Unseen, ..self }
    }
}

/// How waiting for an action ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rested {
    Yes,
    /// What the action started is over, but the page goes on changing by itself.
    Streaming,
    /// The time was up.
    No,
}

impl Rested {
    pub(crate) fn of(settled: &Settled) -> Self {
        match settled {
            Settled { quiet: false, .. } => Self::No,
            Settled { stream: true, .. } => Self::Streaming,
            Settled { .. } => Self::Yes,
        }
    }

    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::No, _) | (_, Self::No) => Self::No,
            (Self::Streaming, _) | (_, Self::Streaming) => Self::Streaming,
            (Self::Yes, Self::Yes) => Self::Yes,
        }
    }
}

/// How long documents are waited for.
#[derive(Debug, Clone, Copy)]
struct Patience {
    /// With one that does not stop changing.
    most: Duration,
    /// With everything.
    deadline: Instant,
}

impl Patience {
    fn left(self) -> Duration {
        self.most.min(self.until_deadline())
    }

    fn until_deadline(self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }
}

/// Why waiting ended, as far as the world can tell.
enum Rest {
    /// Nothing can or need be waited for: a dialog, a crash, a closed tab.
    Stopped,
    /// A tab was opened, and the run goes on there.
    Elsewhere(TabId),
    /// The network is at rest; `late` when parts of a page were given up on.
    Still { moment: u64, late: bool },
}

impl Settler {
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
            heard: false,
            asked: SettleReason::First,
        })
    }

    /// As [`Self::watch`], when a request that was held is ruled on: what comes of it counts as the ruling's doing.
    pub(crate) fn watch_released(&self, tab: TabId, network: Option<&RequestId>) -> Watch {
        let mut watch = self.watch(tab);
        let released = network.and_then(|network| self.access.read(|world| world.traffic.began(tab, network)));
        if let Some((moment, place)) = released {
            watch.moment = moment.saturating_sub(1);
            watch.polled.remove(&place);
        }
        watch
    }

    /// Waits for what the action started. The run follows into a tab that was opened.
    pub(crate) async fn come_to_rest(&self, watch: &Watch) -> Rested {
        self.calm_down(watch, Looks::No).await.rested
    }

    /// As [`Self::come_to_rest`], with a look at what there is to see then.
    pub(crate) async fn calm_down(&self, watch: &Watch, looks: Looks) -> Calm {
        let deadline = Instant::now() + self.access.browser.options.settle_within;
        let mut tab = watch.into;
        let mut watch = Cow::Borrowed(watch);
        loop {
            let Some(rest) = self.network_rests(&watch, tab, deadline).await else { return Rested::No.into() };
            let (moment, late) = match rest {
                Rest::Stopped if tab != watch.tab && self.access.read(|world| world.tabs.get(tab).is_none()) => {
                    // A tab that only brought a download closes again by itself.
                    tab = watch.tab;
                    continue;
                }
                Rest::Stopped => return Rested::Yes.into(),
                Rest::Elsewhere(opened) => {
                    tab = opened;
                    self.access.change(|world| world.switch_to(opened));
                    continue;
                }
                Rest::Still { moment, late } => (moment, late),
            };
            let most = if late { LATE_AND_MUTATING_AT_MOST } else { MUTATING_AT_MOST };
            let patience = Patience { most, deadline };
            let calm = self.documents_rest(&watch, tab, patience, looks).await;
            self.caught_up().await;
            match calm {
                Some(calm) if calm.rested == Rested::No => return calm,
                Some(calm) if self.moment() == moment => {
                    return if late { Calm { rested: Rested::No, ..calm } } else { calm };
                }
                // Something has started meanwhile.
                Some(_) => watch = Cow::Owned(watch.into_owned().once_more()),
                None => {
                    // The document went away under the question; its successor is about to be announced.
                    let _ = self.access.until(RETRY_WITHIN, |world| self.began_since(world, moment)).await;
                }
            }
            if Instant::now() >= deadline {
                return Rested::No.into();
            }
        }
    }

    /// When something of ours last began.
    pub(crate) fn moment(&self) -> u64 {
        self.access.read(|world| world.moment_of(self.access.lease))
    }

    /// Whether something of ours has begun since [`Self::moment`] told the time.
    pub(crate) fn began_since(&self, world: &World, moment: u64) -> Option<()> {
        (world.moment_of(self.access.lease) != moment).then_some(())
    }

    /// Waits until everything is known that the browser has told up to now.
    pub(crate) async fn caught_up(&self) {
        let received = self.access.driver().events_received();
        let _ = self.access.until(CAUGHT_UP_WITHIN, |world| (world.events_applied >= received).then_some(())).await;
    }

    async fn network_rests(&self, watch: &Watch, tab: TabId, deadline: Instant) -> Option<Rest> {
        loop {
            // Looks again at the end of a page's time for parts that come late, even if nothing happens.
            let patience = self.access.read(|world| patience(world, watch, tab));
            let wake = deadline.min(patience.filter(|end| *end > Instant::now()).unwrap_or(deadline));
            let rest = timeout_at(wake, self.access.browser.shared.until(|world| rest(world, watch, tab))).await;
            match rest {
                Ok(rest) => return Some(rest),
                Err(_elapsed) if wake >= deadline => return None,
                Err(_elapsed) => {}
            }
        }
    }

    /// Whether the documents have become quiet; `None` when they cannot be asked now.
    async fn documents_rest(&self, watch: &Watch, tab: TabId, patience: Patience, looks: Looks) -> Option<Calm> {
        let unasked = |world: &World| {
            let session = world.tabs.get(tab).map(|tab| &tab.session);
            crate::looking::observe::closed(world, tab).is_some()
                || session.is_some_and(|session| world.is_suspended(session))
        };
        if self.access.read(unasked) {
            return Some(Rested::Yes.into());
        }
        let left = patience.left();
        let top = self.pages.top(tab).ok()?;
        let plain = self.settle(watch, tab, left);
        let blank = self
            .access
            .read(|world| if is_new(world, watch, tab) { patience.until_deadline() } else { Duration::ZERO });
        let inner = watch.inner.as_ref().filter(|inner| inner.tab == tab && inner.document != top.document);
        let inner_rests = async {
            match inner {
                // A frame that went away is at rest.
                Some(inner) => {
                    self.document_rests(inner, &plain, left).await.map_or(Rested::Yes, |settled| Rested::of(&settled))
                }
                None => Rested::Yes,
            }
        };
        let extent = if looks == Looks::No { None } else { self.glimpsed(watch, &top) };
        let settle = Settling { look: extent.map(looking), blank_ms: milliseconds(blank), ..plain.clone() };
        let (settled, inner) = tokio::join!(self.document_rests(&top, &settle, left.max(blank)), inner_rests);
        let settled = settled?;
        let rested = Rested::of(&settled).and(inner);
        let is_touched = watch.inner.as_ref().is_none_or(|inner| inner.document == top.document);
        Some(Calm {
            rested,
            reaction: if is_touched { settled.reaction } else { Reaction::Some },
            same: settled.same,
            seen: extent.and_then(|extent| Seen::of(top.document, extent, settled)),
        })
    }

    /// The question to a document whether it has come to rest.
    pub(crate) fn settle(&self, watch: &Watch, tab: TabId, most: Duration) -> Settling {
        let answered = self.access.read(|world| world.traffic.answered_since(tab, watch.moment, &watch.polled));
        let since = |at| milliseconds(Instant::now().saturating_duration_since(at));
        Settling {
            max_ms: milliseconds(most),
            blank_ms: 0,
            answered_ms: answered.map(since),
            heard: watch.heard,
            disarm: false,
            rests: false,
            asked: watch.asked,
            look: None,
        }
    }

    /// `None` when it cannot be asked now.
    async fn document_rests(&self, place: &FrameDocument, settling: &Settling, most: Duration) -> Option<Settled> {
        match self.ask_settling(place, settling, most).await {
            Ok(settled) => Some(settled),
            Err(error) if error.code() == Some(FailCode::TimedOut) && !self.pages.is_leaving(place) => {
                self.pages.stop_script_if_hung(&place.session).await;
                Some(BUSY)
            }
            Err(_) => None,
        }
    }

    /// An answer may hold a whole look, so it is read straight into its own type.
    pub(crate) async fn ask_settling(
        &self,
        place: &FrameDocument,
        settling: &Settling,
        most: Duration,
    ) -> Result<Settled, ActionError> {
        let reply = self.pages.ask_raw(place, &PageCommand::Settle(settling.clone()), most + ANSWERED_WITHIN).await?;
        if !reply.starts_with(r#"{"kind":"settled","#) {
            // A page that was wiped by its own script has nothing left that could change.
            return Ok(STILL);
        }
        serde_json::from_str(&reply).map_err(|error| nonsense(&error))
    }
}

fn milliseconds(duration: Duration) -> u32 {
    u32::try_from(duration.as_millis()).unwrap_or(u32::MAX)
}

/// Until when parts of a page that is being loaded are waited for.
fn patience(world: &World, watch: &Watch, tab: TabId) -> Option<Instant> {
    let top = world.top(tab)?;
    if top.since <= watch.moment {
        return Some(watch.begun + LATE_PARTS_WITHIN);
    }
    match top.interactive {
        Some(interactive) => Some(interactive + LATE_PARTS_WITHIN),
        // What has come of a page that dribbles in can be read and used.
        None => Some(top.shown_at? + DRIBBLING_AT_MOST),
    }
}

/// Whether nothing but the documents themselves can still hold an action up.
pub(crate) fn is_still(world: &World, watch: &Watch) -> bool {
    matches!(rest(world, watch, watch.into), Some(Rest::Still { late: false, .. }))
}

/// Whether the action led to the document that is shown.
fn is_new(world: &World, watch: &Watch, tab: TabId) -> bool {
    world.top(tab).is_some_and(|top| top.since > watch.moment)
}

fn rest(world: &World, watch: &Watch, id: TabId) -> Option<Rest> {
    let Some(tab) = world.tabs.get(id).filter(|tab| !tab.crashed() && tab.dialog.is_none() && !world.disconnected)
    else {
        return Some(Rest::Stopped);
    };
    let opened =
        world.tabs.of(watch.lease).find(|opened| opened.opener == Some(id) && !watch.tabs.contains(&opened.id));
    if let Some(opened) = opened {
        return Some(Rest::Elsewhere(opened.id));
    }
    let is_opening = |(moment, at): (u64, webhand_rt::Instant)| moment > watch.moment && at.elapsed() < OPENED_WITHIN;
    if tab.opening.is_some_and(is_opening) {
        return None;
    }
    if world.is_suspended(&tab.session) {
        return Some(Rest::Still { moment: world.moment_of(watch.lease), late: false });
    }
    let top = world.top(id)?;
    let is_new = is_new(world, watch, id);
    let may_be_late = patience(world, watch, id).is_some_and(|end| Instant::now() >= end);
    // A tab that a page opens shows a document without an address first, whose successor is on its way.
    let is_dribbling = is_new && (top.interactive.is_none() || top.url.is_empty());
    if tab.health == Health::Starting || (is_dribbling && !may_be_late) {
        return None;
    }
    let mut late = is_dribbling;
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
        // Parts of a page that is being loaded are waited for a while, answers to the action until the end.
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
    Some(Rest::Still { moment: world.moment_of(watch.lease), late })
}

/// What is taken of a document that gives no answer, and of one that has none to give.
const BUSY: Settled = Settled { quiet: false, ..STILL };
const STILL: Settled =
    Settled { quiet: true, stream: false, reaction: Reaction::None, same: false, disarmed: None, seen: None };
/// A document that changes without end is waited for no longer than this.
pub(crate) const MUTATING_AT_MOST: Duration = Duration::from_millis(1_500);
/// The same after parts of the page were waited for in vain.
const LATE_AND_MUTATING_AT_MOST: Duration = Duration::from_millis(300);
/// A tab that a page asks for is there by then, unless the browser does not let it.
const OPENED_WITHIN: Duration = Duration::from_secs(1);
const LATE_PARTS_WITHIN: Duration = Duration::from_millis(1_500);
const DRIBBLING_AT_MOST: Duration = Duration::from_millis(2_500);
pub(crate) const ANSWERED_WITHIN: Duration = Duration::from_secs(1);
const RETRY_WITHIN: Duration = Duration::from_millis(20);
const CAUGHT_UP_WITHIN: Duration = Duration::from_millis(200);
