//! What an action changed, as data and in words.

use std::sync::PoisonError;

use webhand_model::{Change, FailCode, Outcome, OutcomeStatus, quote};
use webhand_wire::Reaction;

use crate::looking::frames::Extent;
use crate::settling::Settler;
use crate::settling::action_report::{ActionReport, NamedChange};
use crate::settling::settle::{Rested, Watch};
use crate::settling::settled::{Calm, Looks, Seen};
use crate::world::{Stage, Tab, World};

impl Settler {
    /// Waits until the action has come to rest, and tells what it did and what changed by it.
    pub(crate) async fn settled(&self, watch: &Watch, what: impl Into<ActionReport>) -> Outcome {
        let calm = self.calm_down(watch, Looks::Yes).await;
        self.told_of(watch, calm, what).await
    }

    /// Tells what an action did that has come to rest, and what changed by it.
    pub(crate) async fn told_of(&self, watch: &Watch, calm: Calm, what: impl Into<ActionReport>) -> Outcome {
        self.told_with_effect(watch, calm, what).await.0
    }

    async fn told_with_effect(&self, watch: &Watch, calm: Calm, what: impl Into<ActionReport>) -> (Outcome, Effect) {
        let report = what.into();
        let mut outcome = Outcome::done("");
        outcome.changes = self.access.read(|world| changes(world, watch));
        let within = self.access.read(|world| moved_within(world, watch));
        let mut notes: Vec<String> = within.iter().cloned().collect();
        notes.extend(outcome.changes.iter().filter_map(|change| change_note(change, report.named.as_ref())));
        notes.extend(self.access.read(|world| kept_back(world, watch)));
        let why = match calm.rested {
            Rested::Yes => None,
            Rested::Streaming => Some("it keeps changing by itself"),
            Rested::No => Some("it is still busy"),
        };
        if let Some(why) = why {
            outcome.changes.push(Change::Unsettled);
            notes.push(format!("the page is unsettled: {why}"));
        }
        let lost = self.lost(watch);
        notes.extend(lost.map(str::to_owned));
        outcome.text = report.with_notes(&notes);
        if lost.is_some() {
            outcome.status = OutcomeStatus::Failed(FailCode::Gone);
            return (outcome, Effect::Unknown);
        }
        let is_elsewhere = outcome.has_left_page();
        let (seen, effect) = if calm.same { (None, Effect::None) } else { self.glimpse(is_elsewhere, calm.seen).await };
        outcome.visible_changes = seen;
        let effect = if outcome.changes.is_empty() && within.is_none() { effect } else { Effect::Seen };
        (outcome, effect)
    }

    /// As [`Self::told_of`]. Of a press that the page took notice of and that nothing is seen of, more may come: pages put
    /// off what they do by some milliseconds, and no one outside of them can know. It is waited for like a first reaction.
    pub(crate) async fn told_of_press(&self, watch: &Watch, calm: Calm, what: &str) -> Outcome {
        // Of what the page did there should be something to see; if there is not, more of it can still come.
        let is_promising = calm.rested == Rested::Yes && calm.reaction == Reaction::Some;
        let (outcome, effect) = self.told_with_effect(watch, calm, what).await;
        if !is_promising || effect != Effect::None {
            return outcome;
        }
        let calm = self.calm_down(&watch.clone().unseen(), Looks::Yes).await;
        let later = self.told_of(watch, calm, what).await;
        Outcome { visible_changes: later.visible_changes.or(outcome.visible_changes), ..later }
    }

    /// What the current tab shows differently since the last look.
    async fn glimpse(&self, is_elsewhere: bool, seen: Option<Seen>) -> (Option<String>, Effect) {
        if let Ok((_, session)) = self.access.current()
            && self.pages.is_still_building(&session).await
        {
            return (None, Effect::Unknown);
        }
        let before = self.recent.newest.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(before) = before else { return self.first_glimpse(is_elsewhere, seen).await };
        // Another page is not compared with the one before, only looked at.
        let extent = if is_elsewhere { Extent::Near } else { Extent::of(&before) };
        match self.looker.look_reusing(extent, seen).await {
            Ok(now) => {
                let (now, then) = (self.looker.redacted(&now), self.looker.redacted(&before));
                let seen = now.summarize_changes(&then, MOST_SEEN);
                let is_little = seen.as_ref().is_none_or(|seen| seen.lines().count() == 1);
                let effect = if is_little && now.shows_nothing_new_since(&then) { Effect::None } else { Effect::Seen };
                drop((now, then));
                self.looker.remember(before);
                (seen, effect)
            }
            Err(error) => {
                // The action is done all the same; whoever looks next is told what is wrong.
                tracing::debug!(%error, "what an action changed could not be seen");
                self.recent.newest.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(before);
                (None, Effect::Unknown)
            }
        }
    }

    /// Where nothing was looked at before, only a page that was gone to is told.
    async fn first_glimpse(&self, is_elsewhere: bool, seen: Option<Seen>) -> (Option<String>, Effect) {
        if !is_elsewhere {
            return (None, Effect::Unknown);
        }
        match self.looker.look_reusing(Extent::Near, seen).await {
            Ok(now) => (Some(self.looker.redacted(&now).render_new_page(MOST_SEEN)), Effect::Seen),
            Err(_told_at_the_next_look) => (None, Effect::Unknown),
        }
    }

    fn lost(&self, watch: &Watch) -> Option<&'static str> {
        self.access.read(|world| {
            if world.disconnected {
                return Some("then the browser was gone");
            }
            let crashed = world.tabs.get(watch.tab).is_some_and(Tab::crashed);
            crashed.then_some("then the page crashed: reload it or open another")
        })
    }
}

/// Whether an action did anything that can be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effect {
    Seen,
    None,
    Unknown,
}

fn changes(world: &World, watch: &Watch) -> Vec<Change> {
    let mut changes = Vec::new();
    if let Some(top) = world.top(watch.tab)
        && Some(top.document) != watch.document
    {
        changes.push(Change::Navigated { url: top.url.clone() });
    }
    let tabs = world.tabs.ids(watch.lease);
    for id in tabs.difference(&watch.tabs) {
        let url = world.top(*id).map(|frame| frame.url.clone()).unwrap_or_default();
        changes.push(Change::TabOpened { tab: *id, url });
    }
    changes.extend(watch.tabs.difference(&tabs).map(|id| Change::TabClosed { tab: *id }));
    let Some(current) = world.current(watch.lease) else { return changes };
    if current.id != watch.tab {
        changes.push(Change::TabSwitched { tab: current.id });
    }
    if let Some(dialog) = current.dialog.as_ref().filter(|_| !watch.had_dialog || current.id != watch.tab) {
        changes.push(Change::DialogOpened { kind: dialog.kind.clone(), message: dialog.message.clone() });
    }
    let complete =
        |download: &&crate::world::Download| download.moment > watch.moment && download.stage == Stage::Complete;
    let downloaded = world.downloads.of(watch.lease).filter(complete);
    changes.extend(downloaded.map(|download| Change::Downloaded { file: download.file.clone() }));
    changes
}

/// What the page asked of a person and did not get.
fn kept_back(world: &World, watch: &Watch) -> Vec<String> {
    let Some(tab) = world.tabs.get(watch.tab) else { return Vec::new() };
    let mut notes = Vec::new();
    if tab.chooser.as_ref().is_some_and(|chooser| chooser.moment > watch.moment) {
        notes.push("the page asked for a file and got none: give one with upload on the same element".to_owned());
    }
    if tab.flooded() {
        notes.push("the page opened dialogs for ever, so it was ended".to_owned());
    } else if tab.floods() {
        notes.push("the page opens dialogs without end, and they are dismissed unseen".to_owned());
    }
    notes
}

/// Where a page went without loading another document.
fn moved_within(world: &World, watch: &Watch) -> Option<String> {
    let top = world.top(watch.tab)?;
    if Some(top.document) != watch.document || top.url == watch.url {
        return None;
    }
    if shown(&top.url) == shown(&watch.url) {
        return Some("moved within the page".to_owned());
    }
    Some(format!("the address is now {}", shown(&top.url)))
}

/// A change in words, unless the text of the action names it already: an address that was opened is where the page is now.
fn change_note(change: &Change, named: Option<&NamedChange>) -> Option<String> {
    match change {
        Change::Navigated { url } if named == Some(&NamedChange::Navigated(shown(url))) => None,
        Change::Navigated { url } => Some(format!("the page is now {}", shown(url))),
        Change::TabOpened { tab, url } => Some(format!("it opened tab {tab} ({})", shown(url))),
        Change::TabClosed { tab } if named == Some(&NamedChange::TabClosed(*tab)) => None,
        Change::TabClosed { tab } => Some(format!("tab {tab} was closed")),
        Change::TabSwitched { tab } => Some(format!("the run goes on in tab {tab}")),
        Change::DialogOpened { kind, message } => {
            Some(format!("the page opened a dialog ({kind} {}): answer it with dialog", quote(message)))
        }
        Change::Downloaded { file } => Some(format!("downloaded {}", quote(file))),
        Change::Sent { .. } | Change::Unsettled => None,
    }
}

/// Without the fragment, which pages use to talk to readers.
pub(crate) fn shown(url: &str) -> String {
    let bare = url.split('#').next().unwrap_or_default();
    webhand_model::truncate(bare, MOST_URL).into_owned()
}

/// The tab an action is meant for must exist and must not wait for an answer.
impl Settler {}

const MOST_URL: usize = 200;
/// Tokens.
const MOST_SEEN: usize = 250;
