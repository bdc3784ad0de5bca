//! The action `wait`: waits until a condition holds, for a fixed time, or until the page has settled.

use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use webhand_model::{FailCode, Outcome, Ref, WaitMs, quote};
use webhand_rt::Instant;
use webhand_wire::{BusySign, PageCommand, PageReply};

use crate::action_error::ActionError;
use crate::documents::pages::FrameDocument;
use crate::settling::Settler;
use crate::settling::settle::{SettleState, Watch};
use crate::settling::settled::LookAfter;
use crate::world::{LeaseId, World};

/// The condition of a `wait`; all given parts must hold.
#[derive(Debug, Default)]
pub(crate) struct Condition<'a> {
    pub(crate) text: Option<&'a str>,
    pub(crate) gone: Option<&'a str>,
    pub(crate) url: Option<&'a str>,
    pub(crate) target: Option<Ref>,
    pub(crate) idle: bool,
}

impl Condition<'_> {
    fn is_empty(&self) -> bool {
        self.text.is_none() && self.gone.is_none() && self.url.is_none() && self.target.is_none() && !self.idle
    }

    fn describe(&self) -> String {
        let mut parts = Vec::new();
        parts.extend(self.text.map(|text| format!("{} is there", quote(text))));
        parts.extend(self.gone.map(|text| format!("{} is gone", quote(text))));
        parts.extend(self.url.map(|url| format!("the address contains {}", quote(url))));
        parts.extend(self.target.map(|target| format!("{target} is visible")));
        parts.extend(self.idle.then(|| "no request is under way".to_owned()));
        parts.join(" and ")
    }
}

impl Settler {
    pub(crate) async fn wait(&self, condition: Condition<'_>, at_most: Option<WaitMs>) -> Result<Outcome, ActionError> {
        self.access.unblocked()?;
        let (tab, _) = self.access.current()?;
        let watch = self.watch(tab);
        if condition.is_empty() {
            let Some(WaitMs(ms)) = at_most else {
                return Ok(self.wait_for_rest(watch.since_its_beginning().with_all_signs()).await);
            };
            webhand_rt::sleep(Duration::from_millis(ms.into())).await;
            return Ok(self.settled(&watch, format!("waited {ms} ms")).await);
        }
        let most = at_most.map_or(USUAL, |WaitMs(ms)| Duration::from_millis(ms.into()));
        let deadline = Instant::now() + most;
        while let Some(unmet) = self.unmet(&condition).await? {
            if Instant::now() >= deadline {
                let text = format!(
                    "after {} ms it is still not so that {}; look at the page",
                    most.as_millis(),
                    condition.describe()
                );
                return Err(ActionError::failed(FailCode::TimedOut, text));
            }
            self.wait_for_part(unmet, deadline).await;
        }
        Ok(self.settled(&watch, condition.describe()).await)
    }

    /// Waits for everything that is under way, whenever it began, and says whether that was enough.
    async fn wait_for_rest(&self, watch: Watch) -> Outcome {
        let page = self.wait_until_settled(&watch, LookAfter::Yes).await;
        let text = match (page.state, page.busy) {
            (SettleState::Settled, _) => "waited until the page came to rest",
            (SettleState::Streaming, _) => "waited until nothing was under way",
            (SettleState::TimedOut, None) => "waited, and the page did not come to rest",
            (SettleState::TimedOut, Some(busy)) => match busy.sign {
                BusySign::Text => "waited, and a text of the page still says that it is busy",
                BusySign::Disabled => "waited, and the pressed button is still disabled",
                BusySign::Marked | BusySign::Progress | BusySign::Animation | BusySign::Cursor => {
                    "waited, and the page still shows a sign that it is busy"
                }
            },
        };
        self.report(&watch, page, text).await
    }

    /// The first part of a condition that does not hold now.
    async fn unmet<'a>(&self, condition: &Condition<'a>) -> Result<Option<Unmet<'a>>, ActionError> {
        self.access.unblocked()?;
        if let Some(url) = condition.url.filter(|url| !self.access.read(|world| is_at(world, self.access.lease, url))) {
            return Ok(Some(Unmet::Url(url)));
        }
        if condition.idle && !self.access.read(|world| is_idle(world, self.access.lease)) {
            return Ok(Some(Unmet::Idle));
        }
        if let Some(text) = condition.text
            && !self.shows(text, true, Duration::ZERO).await
        {
            return Ok(Some(Unmet::Text(text)));
        }
        if let Some(text) = condition.gone
            && self.shows(text, false, Duration::ZERO).await
        {
            return Ok(Some(Unmet::Gone(text)));
        }
        match condition.target {
            Some(target) if !self.elements.state(&self.elements.element(target)?).await?.visible => {
                Ok(Some(Unmet::Hidden))
            }
            Some(_) | None => Ok(None),
        }
    }

    /// Waits until one part of a condition may hold. A new document has to be queried too, so waiting for a text or an
    /// element also ends when anything begins, and at the latest after [`ASK_AGAIN`].
    async fn wait_for_part(&self, unmet: Unmet<'_>, deadline: Instant) {
        let left = deadline.saturating_duration_since(Instant::now());
        let moment = self.moment();
        let starts = |world: &World| self.began_since(world, moment);
        match unmet {
            Unmet::Url(url) => {
                let _ = self.access.until(left, |world| is_at(world, self.access.lease, url).then_some(())).await;
            }
            Unmet::Idle => drop(self.access.until(left, |world| is_idle(world, self.access.lease).then_some(())).await),
            Unmet::Hidden => drop(self.access.until(left.min(LOOK_AGAIN), starts).await),
            Unmet::Text(text) | Unmet::Gone(text) => {
                let there = matches!(unmet, Unmet::Text(_));
                tokio::select! {
                    _ = self.shows(text, there, left.min(ASK_AGAIN)) => {}
                    _ = self.access.until(left, starts) => {}
                }
            }
        }
    }

    /// Whether any frame that the run may read shows a text; answers as soon as that equals `there`, at the latest after `within`.
    async fn shows(&self, text: &str, there: bool, within: Duration) -> bool {
        let Ok((tab, _)) = self.access.current() else { return false };
        let places: Vec<FrameDocument> = self.access.read(|world| {
            let Some(own) = world.top(tab).map(|top| &top.origin) else { return Vec::new() };
            let shown = world
                .frames
                .in_tab(tab)
                .filter(|(_, frame)| frame.parent.is_none() || self.looker.shows_frame(&frame.origin, own));
            shown.map(|(id, frame)| FrameDocument::of(id, frame)).collect()
        });
        let max_ms = u32::try_from(within.as_millis()).unwrap_or(u32::MAX);
        let command = PageCommand::HasText { text: text.to_owned(), there, max_ms };
        let ask = async |place: FrameDocument| {
            let reply = self.pages.ask(&place, &command, within + ANSWERED_WITHIN).await;
            matches!(reply, Ok(PageReply::Has { has: true }))
        };
        let mut replies: FuturesUnordered<_> = places.into_iter().map(ask).collect();
        while let Some(has) = replies.next().await {
            if has {
                return true;
            }
        }
        false
    }
}

/// A part of a condition that does not hold yet.
#[derive(Debug, Clone, Copy)]
enum Unmet<'a> {
    Url(&'a str),
    Idle,
    Text(&'a str),
    Gone(&'a str),
    Hidden,
}

fn is_at(world: &World, lease: LeaseId, url: &str) -> bool {
    world.current(lease).and_then(|tab| world.top(tab.id)).is_some_and(|top| top.url.contains(url))
}

fn is_idle(world: &World, lease: LeaseId) -> bool {
    let Some(tab) = world.current(lease) else { return true };
    !world.traffic.in_flight(tab.id).any(|(_, request)| request.matters())
}

const USUAL: Duration = Duration::from_secs(10);
const ANSWERED_WITHIN: Duration = Duration::from_secs(1);
const LOOK_AGAIN: Duration = Duration::from_millis(50);
const ASK_AGAIN: Duration = Duration::from_secs(1);
