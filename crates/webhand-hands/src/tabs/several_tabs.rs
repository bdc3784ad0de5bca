//! Several tabs at once: loads pages in background tabs, and reads the content of several tabs together.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;
use webhand_model::{Change, FailCode, Outcome, TabId, WebUrl, quote, truncate};
use webhand_rt::{Instant, timeout_at};
use webhand_wire::{PageCommand, PageReply};

use crate::action_error::ActionError;
use crate::documents::pages::{CALLED_WITHIN, refused};
use crate::looking::frames::SnapshotLimit;
use crate::looking::merge::title;
use crate::looking::observe::closed;
use crate::reading::markdown::markdown;
use crate::settling::changes::shown;
use crate::tabs::TabControl;
use crate::tabs::navigation::FIRST_RESPONSE_WITHIN;
use crate::world::World;

impl TabControl {
    /// Starts to load an address in a background tab, without waiting, so that several can load at the same time.
    pub(crate) async fn open_behind(&self, url: &WebUrl) -> Result<Outcome, ActionError> {
        if self.access.read(|world| world.current(self.access.lease).is_none()) {
            return self.open_tab(Some(url)).await;
        }
        if let Some(tab) = self.tab_showing(url) {
            return Ok(Outcome::done(format!("tab {tab} shows it already; read tabs=[\"{tab}\"] reads it")));
        }
        let id = self.new_tab().await?;
        let session = self.pages.top(id)?.session;
        self.access.change(|world| world.opens(self.access.lease, id, url.as_str()));
        let (driver, address) = (Arc::clone(&self.access.browser.driver), url.as_str().to_owned());
        webhand_rt::spawn(async move {
            // A later read of the tab reports a failure.
            if let Err(error) = driver.navigation().navigate(&session, &address, FIRST_RESPONSE_WITHIN).await {
                tracing::debug!(%error, "a page did not load behind the current one");
            }
        });
        let text = format!("{} loads in tab {id}, behind this one; read tabs=[\"{id}\"] reads it", shown(url.as_str()));
        let mut outcome = Outcome::done(text);
        outcome.changes.push(Change::TabOpened { tab: id, url: shown(url.as_str()) });
        Ok(outcome)
    }

    /// The main content of several tabs as Markdown, read at the same time under one deadline; each gets its share.
    pub(crate) async fn read_tabs(&self, written: &[String]) -> Result<Outcome, ActionError> {
        let tabs = self.resolve_tabs(written)?;
        let deadline = Instant::now() + READ_WITHIN;
        let read = async |tab: &TabId| match timeout_at(deadline, self.read_tab(*tab)).await {
            Ok(read) => read.map_err(|error| Outcome::from(error).text),
            Err(_) => Err("it did not load in time; read it again later".to_owned()),
        };
        let parts = join_all(tabs.iter().map(read)).await;
        let share = MOST_TEXT / tabs.len().max(1);
        let mut texts = Vec::new();
        let mut data = Vec::new();
        for (tab, part) in tabs.iter().zip(parts) {
            let url = self.access.read(|world| world.top(*tab).map(|top| top.url.clone())).unwrap_or_default();
            let (called, part) = match part {
                Ok((title, text)) => (title, Ok(text)),
                Err(why) => (String::new(), Err(why)),
            };
            let head = format!("page {} {} tab={tab}", quote(&truncate(&called, 100)), shown(&url));
            data.push(json!({"tab": tab.to_string(), "url": url, "title": called, "text": part.as_ref().ok()}));
            texts.push(match part {
                Ok(text) => format!("{head}\n{}", cut_to(&text, share.saturating_sub(head.len()), *tab)),
                Err(why) => format!("{head}\n… not read: {why}"),
            });
        }
        Ok(Outcome::done(texts.join("\n\n")).with_data(data.into()))
    }

    fn resolve_tabs(&self, written: &[String]) -> Result<Vec<TabId>, ActionError> {
        let mut tabs: Vec<TabId> = Vec::new();
        for name in written {
            if name == "all" {
                tabs.extend(self.access.read(|world| world.tabs.ids(self.access.lease)));
            } else {
                tabs.push(self.resolve_tab(Some(name))?);
            }
        }
        tabs.sort_unstable();
        tabs.dedup();
        if tabs.is_empty() || tabs.len() > MOST_AT_ONCE {
            let text = format!("name one to {MOST_AT_ONCE} tabs; there are {}", self.own_tabs());
            return Err(ActionError::failed(FailCode::BadCall, text));
        }
        Ok(tabs)
    }

    /// The title and the main content of a tab.
    async fn read_tab(&self, tab: TabId) -> Result<(String, String), ActionError> {
        let _ = self.access.until(READ_WITHIN, |world| has_navigated(world, tab).then_some(())).await;
        self.settler.come_to_rest(&self.settler.watch(tab).since_its_beginning()).await;
        if let Some(why) = self.access.read(|world| closed(world, tab)) {
            return Err(ActionError::Failed(FailCode::ClosedPage, why));
        }
        if let Some(error) = self.access.blocked(tab) {
            return Err(error);
        }
        let place = self.pages.top(tab)?;
        let head = self.looker.snapshot_once(&place, SnapshotLimit::HEAD, CALLED_WITHIN).await?;
        let reply =
            self.pages.ask(&place, &PageCommand::Read { node: None, longest: MOST_READ }, CALLED_WITHIN).await?;
        let PageReply::Text { text } = reply else { return Err(refused(reply)) };
        Ok((title(&head.title), markdown(&text)))
    }
}

/// Whether a tab shows anything but its initial empty page.
fn has_navigated(world: &World, tab: TabId) -> bool {
    world.top(tab).is_none_or(|top| top.unreachable.is_some() || !matches!(top.url.as_str(), "" | "about:blank"))
}

fn cut_to(text: &str, most: usize, tab: TabId) -> String {
    let length = text.chars().count();
    if length <= most {
        return text.to_owned();
    }
    format!("{}\n… {} more characters (read tabs=[\"{tab}\"] alone shows more)", truncate(text, most), length - most)
}

const READ_WITHIN: Duration = Duration::from_secs(20);
/// Characters of all tabs together: as much as a run keeps of one result.
const MOST_TEXT: usize = 7_500;
const MOST_READ: u32 = 50_000;
const MOST_AT_ONCE: usize = 8;
