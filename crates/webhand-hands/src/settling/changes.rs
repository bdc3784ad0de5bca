//! Reports what an action changed: as data (`Change`), as notes in the outcome's text, and as visible changes since the
//! last look.

use std::sync::PoisonError;

use webhand_model::{Change, FailCode, Outcome, OutcomeStatus, quote};
use webhand_wire::Reaction;

use crate::looking::frames::Extent;
use crate::settling::Settler;
use crate::settling::action_report::{ActionReport, NamedChange};
use crate::settling::settle::{SettleState, Watch};
use crate::settling::settled::{LookAfter, Seen, SettledPage};
use crate::world::{Stage, Tab, World};

impl Settler {
    /// Waits until the page has settled, and reports what the action did and what changed.
    pub(crate) async fn settled(&self, watch: &Watch, what: impl Into<ActionReport>) -> Outcome {
        let page = self.wait_until_settled(watch, LookAfter::Yes).await;
        self.report(watch, page, what).await
    }

    /// Reports what an action did and what changed, after the page has settled.
    pub(crate) async fn report(&self, watch: &Watch, page: SettledPage, what: impl Into<ActionReport>) -> Outcome {
        self.report_with_effect(watch, page, what).await.0
    }

    async fn report_with_effect(
        &self,
        watch: &Watch,
        page: SettledPage,
        what: impl Into<ActionReport>,
    ) -> (Outcome, Effect) {
        let report = what.into();
        let mut outcome = Outcome::done("");
        outcome.changes = self.access.read(|world| changes(world, watch));
        let within = self.access.read(|world| same_document_note(world, watch));
        let mut notes: Vec<String> = within.iter().cloned().collect();
        notes.extend(outcome.changes.iter().filter_map(|change| change_note(change, report.named.as_ref())));
        notes.extend(self.access.read(|world| withheld_notes(world, watch)));
        let why = match page.state {
            SettleState::Settled => None,
            SettleState::Streaming => Some("it keeps changing by itself"),
            SettleState::TimedOut => Some("it is still busy"),
        };
        if let Some(why) = why {
            outcome.changes.push(Change::Unsettled);
            notes.push(format!("the page is unsettled: {why}"));
        }
        let lost = self.loss_note(watch);
        notes.extend(lost.map(str::to_owned));
        outcome.text = report.with_notes(&notes);
        if lost.is_some() {
            outcome.status = OutcomeStatus::Failed(FailCode::Gone);
            return (outcome, Effect::Unknown);
        }
        let is_elsewhere = outcome.has_left_page();
        let (seen, effect) =
            if page.same { (None, Effect::None) } else { self.look_for_changes(is_elsewhere, page.seen).await };
        if let Some(status) = self.access.read(|world| error_status(world, watch)) {
            outcome.text.push_str(&self.error_page_note(status));
            outcome.error_status = Some(status);
        }
        outcome.visible_changes = seen;
        let effect = if outcome.changes.is_empty() && within.is_none() { effect } else { Effect::Seen };
        (outcome, effect)
    }

    /// As [`Self::report`], but waits once more if the page reacted to the press and nothing visible changed: pages
    /// defer their work by some milliseconds, which cannot be noticed from outside.
    pub(crate) async fn report_press(&self, watch: &Watch, page: SettledPage, what: &str) -> Outcome {
        let has_reacted = page.state == SettleState::Settled && page.reaction == Reaction::Some;
        let (outcome, effect) = self.report_with_effect(watch, page, what).await;
        if !has_reacted || effect != Effect::None {
            return outcome;
        }
        let page = self.wait_until_settled(&watch.clone().after_unseen_reaction(), LookAfter::Yes).await;
        let later = self.report(watch, page, what).await;
        Outcome { visible_changes: later.visible_changes.or(outcome.visible_changes), ..later }
    }

    /// Looks at the current tab and describes the visible changes since the last look.
    async fn look_for_changes(&self, is_elsewhere: bool, seen: Option<Seen>) -> (Option<String>, Effect) {
        if let Ok((_, session)) = self.access.current()
            && self.pages.is_still_building(&session).await
        {
            return (None, Effect::Unknown);
        }
        let before = self.recent.newest.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(before) = before else { return self.look_at_new_page(is_elsewhere, seen).await };
        // A new page is not compared with the page before.
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
                // The action itself succeeded; the next look reports the error.
                tracing::debug!(%error, "what an action changed could not be seen");
                self.recent.newest.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(before);
                (None, Effect::Unknown)
            }
        }
    }

    /// Without an earlier look, only a new page is described.
    async fn look_at_new_page(&self, is_elsewhere: bool, seen: Option<Seen>) -> (Option<String>, Effect) {
        if !is_elsewhere {
            return (None, Effect::Unknown);
        }
        match self.looker.look_reusing(Extent::Near, seen).await {
            Ok(now) => (Some(self.looker.redacted(&now).render_new_page(MOST_SEEN)), Effect::Seen),
            Err(_reported_by_next_look) => (None, Effect::Unknown),
        }
    }

    /// The status and the title of an error page: its address looks like that of any other page.
    fn error_page_note(&self, status: u16) -> String {
        let newest = self.recent.newest.lock().unwrap_or_else(PoisonError::into_inner);
        let title = newest.as_ref().map(|page| page.title.trim()).unwrap_or_default();
        if title.is_empty() {
            return format!(" (the server answered {status})");
        }
        format!(" (the server answered {status}: {})", quote(&webhand_model::truncate(title, MOST_TITLE)))
    }

    /// The note that the browser is gone or the page has crashed.
    fn loss_note(&self, watch: &Watch) -> Option<&'static str> {
        self.access.read(|world| {
            if world.disconnected {
                return Some("then the browser was gone");
            }
            let crashed = world.tabs.get(watch.tab).is_some_and(Tab::crashed);
            crashed.then_some("then the page crashed: reload it or open another")
        })
    }
}

/// Whether an action changed anything visible.
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

/// Notes about file choosers and dialogs that the page opened and that were dismissed.
fn withheld_notes(world: &World, watch: &Watch) -> Vec<String> {
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

/// The status with which the server answered the document that the action led to, if that is an error.
fn error_status(world: &World, watch: &Watch) -> Option<u16> {
    let tab = world.current(watch.lease)?.id;
    let top = world.top(tab)?;
    if tab == watch.tab && Some(top.document) == watch.document {
        return None;
    }
    let loader = top.loader.as_ref()?;
    let response = world.traffic.recent(tab).rev().find(|exchange| exchange.id.as_str() == loader.as_str())?;
    response.status.filter(|status| *status >= 400)
}

/// The note about an address that changed without a new document.
fn same_document_note(world: &World, watch: &Watch) -> Option<String> {
    let top = world.top(watch.tab)?;
    if Some(top.document) != watch.document || top.url == watch.url {
        return None;
    }
    if shown(&top.url) == shown(&watch.url) {
        return Some("moved within the page".to_owned());
    }
    Some(format!("the address is now {}", shown(&top.url)))
}

/// The note about a change, unless the text of the action already names the change.
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
        Change::Sent { .. }
        | Change::SentByGrant { .. }
        | Change::Stopped { .. }
        | Change::MayHaveLeft { .. }
        | Change::Unapprovable { .. }
        | Change::Unsettled => None,
    }
}

/// The address as notes show it: shortened, and without the fragment, in which a page could address the brain.
pub(crate) fn shown(url: &str) -> String {
    let bare = url.split('#').next().unwrap_or_default();
    webhand_model::truncate(bare, MOST_URL).into_owned()
}

const MOST_URL: usize = 200;
const MOST_TITLE: usize = 80;
/// The token limit of the visible changes.
const MOST_SEEN: usize = 250;
