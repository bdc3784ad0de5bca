//! Opens, lists, switches and closes tabs.

use std::fmt::Write as _;
use std::time::Duration;

use serde_json::json;
use webhand_model::{FailCode, Outcome, TabId, TabInfo, TabVerb, WebUrl, quote};

use crate::action_error::ActionError;
use crate::driver::TargetId;
use crate::interception;
use crate::live_frames;
use crate::settling::action_report::ActionReport;
use crate::settling::changes::shown;
use crate::tabs::TabControl;
use crate::tabs::lease::{READY_WITHIN, tab_not_ready};
use crate::world::{Health, Leaving, World};

impl TabControl {
    pub(crate) async fn tab(
        &self,
        verb: TabVerb,
        url: Option<&WebUrl>,
        tab: Option<&str>,
    ) -> Result<Outcome, ActionError> {
        match verb {
            TabVerb::List => Ok(self.list_tabs()),
            TabVerb::New => self.open_tab(url).await,
            TabVerb::Switch => self.switch_tab(self.resolve_tab(tab)?).await,
            TabVerb::Close => self.close_tab(self.resolve_tab(tab)?).await,
        }
    }

    /// Opens a new tab and makes it the current one.
    pub(crate) async fn open_tab(&self, url: Option<&WebUrl>) -> Result<Outcome, ActionError> {
        let before = self.access.read(|world| world.current(self.access.lease).map(|tab| tab.id));
        let id = self.new_tab().await?;
        let mut watch = self.settler.watch(before.unwrap_or(id));
        watch.tabs.remove(&id);
        self.access.change(|world| world.switch_to(id));
        match url {
            Some(url) => self.load(&watch, id, url).await,
            None => Ok(self.settler.settled(&watch, "opened an empty tab").await),
        }
    }

    /// Creates a tab and waits until it is set up.
    pub(crate) async fn new_tab(&self) -> Result<TabId, ActionError> {
        if self.access.read(|world| world.tabs.is_full(self.access.lease)) {
            return Err(ActionError::failed(FailCode::TooMany, "too many tabs are open; close one first"));
        }
        let id = self.lease_control.create_tab().await?;
        self.wait_until_set_up(id).await.map(|()| id)
    }

    /// Waits until all events of a tab are reported.
    pub(crate) async fn wait_until_set_up(&self, id: TabId) -> Result<(), ActionError> {
        let set_up = |world: &World| world.tabs.get(id).is_none_or(|tab| tab.health != Health::Starting).then_some(());
        self.access.until(READY_WITHIN, set_up).await.ok_or_else(tab_not_ready)
    }

    pub(crate) async fn switch_tab(&self, id: TabId) -> Result<Outcome, ActionError> {
        let (before, _) = self.access.current()?;
        let watch = self.settler.watch(before).leading_to(id);
        // Both pages notice which of them is in front.
        interception::before_touch(&self.access.browser, self.access.lease).await?;
        self.access.touch(before);
        self.access.touch(id);
        self.lease_control.switch_to(id).await;
        let url = self.access.read(|world| world.top(id).map(|frame| shown(&frame.url))).unwrap_or_default();
        if before == id {
            return Ok(Outcome::done(format!("tab {id} ({url}) is the current one already")));
        }
        Ok(self.settler.settled(&watch, format!("switched to tab {id} ({url})")).await)
    }

    async fn close_tab(&self, id: TabId) -> Result<Outcome, ActionError> {
        let (before, _) = self.access.current()?;
        let watch = self.settler.watch(before);
        let target = self.access.change(|world| {
            let tab = world.tabs.get_mut(id)?;
            tab.leaving = Leaving::Yes;
            Some(tab.target.clone())
        });
        let Some(target) = target else { return Err(self.no_such_tab(&id.to_string())) };
        live_frames::silence_tab(&self.access.browser, id).await;
        if !self.close_and_wait(id, &target).await? {
            return Err(ActionError::failed(
                FailCode::TimedOut,
                format!("tab {id} did not close; its page may be busy"),
            ));
        }
        match self.access.read(|world| world.current(self.access.lease).map(|tab| tab.id)) {
            Some(next) if next != before => self.lease_control.switch_to(next).await,
            Some(_) => {}
            // An owner always has a current tab.
            None => drop(self.new_tab().await?),
        }
        Ok(self.settler.settled(&watch, ActionReport::closed_tab(id)).await)
    }

    /// Closes a tab and returns whether it is gone. A page that is just being replaced ignores the call, so it is repeated.
    async fn close_and_wait(&self, id: TabId, target: &TargetId) -> Result<bool, ActionError> {
        for _ in 0..MOST_CLOSES {
            let closed = self.access.driver().tabs().close(target, READY_WITHIN).await;
            if self.access.until(CLOSED_WITHIN, |world| world.tabs.get(id).is_none().then_some(())).await.is_some() {
                return Ok(true);
            }
            closed?;
        }
        Ok(false)
    }

    fn list_tabs(&self) -> Outcome {
        let (tabs, current, all) = self.access.read(|world| {
            (
                world.tab_infos(self.access.lease),
                world.current(self.access.lease).map(|tab| tab.id),
                world.tabs.all().count(),
            )
        });
        let mut text = format!("{} {}", tabs.len(), if tabs.len() == 1 { "tab" } else { "tabs" });
        match all.saturating_sub(tabs.len()) {
            0 => {}
            others => {
                let _ = write!(text, "; {others} more belong to others");
            }
        }
        for tab in &tabs {
            let mark = if Some(tab.id) == current { " [current]" } else { "" };
            let _ = write!(
                text,
                "\n- {} {} {}{mark}",
                tab.id,
                quote(&webhand_model::truncate(&tab.title, 60)),
                shown(&tab.url)
            );
        }
        let mut outcome = Outcome::done(text);
        let entry = |tab: &TabInfo| json!({"id": tab.id, "title": tab.title, "url": tab.url, "current": Some(tab.id) == current});
        outcome.data = Some(tabs.iter().map(entry).collect());
        outcome
    }

    pub(crate) fn resolve_tab(&self, written: Option<&str>) -> Result<TabId, ActionError> {
        let Some(written) = written else { return Ok(self.access.current()?.0) };
        let number = written.trim().trim_start_matches(['t', 'T']).parse().ok();
        let lease = number.map(TabId).and_then(|id| Some((id, self.access.read(|world| world.lease_of(id))?)));
        match lease {
            Some((id, lease)) if lease == self.access.lease => Ok(id),
            Some((id, lease)) => {
                self.access.read(|world| {
                    let owner = world.leases.get(lease).map(|lease| &lease.owner);
                    tracing::debug!(%id, ?owner, "a call named the tab of another owner");
                });
                Err(self.no_such_tab(written))
            }
            None => Err(self.no_such_tab(written)),
        }
    }

    pub(crate) fn own_tabs(&self) -> String {
        let ids: Vec<String> =
            self.access.read(|world| world.tabs.of(self.access.lease).map(|tab| tab.id.to_string()).collect());
        ids.join(", ")
    }

    /// The tab of another owner is reported like one that never was.
    fn no_such_tab(&self, written: &str) -> ActionError {
        let written = webhand_model::truncate(written, 20);
        ActionError::failed(FailCode::UnknownTab, format!("there is no tab {written}; there are {}", self.own_tabs()))
    }
}

const MOST_CLOSES: u32 = 10;
const CLOSED_WITHIN: Duration = Duration::from_secs(1);
