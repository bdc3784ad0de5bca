//! Navigation: opens addresses, reloads, goes back and forward in the history.

use std::time::Duration;

use webhand_model::{FailCode, Outcome, TabId, WebUrl};

use crate::access::CallError;
use crate::action_error::ActionError;
use crate::driver::{Answer, DriverError, NetError, SessionId};
use crate::egress::EgressControl;
use crate::settling::action_report::ActionReport;
use crate::settling::changes::shown;
use crate::settling::settle::Watch;
use crate::tabs::TabControl;
use crate::world::Leaving;

/// A direction in the history of a tab.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    Back,
    Forward,
}

impl TabControl {
    pub(crate) async fn open(&self, url: &WebUrl, new_tab: bool) -> Result<Outcome, ActionError> {
        if self.access.read(|world| world.current(self.access.lease).is_none()) {
            return self.open_tab(Some(url)).await;
        }
        if let Some(tab) = self.tab_showing(url).filter(|_| !url.is_blank()) {
            return self.switch_tab(tab).await;
        }
        if new_tab {
            return self.open_tab(Some(url)).await;
        }
        let (current, _) = self.access.current()?;
        let watch = self.settler.watch(current);
        let tab = self.tab_with_origin(url).filter(|_| !url.is_blank()).unwrap_or(current);
        if tab != current {
            self.lease_control.switch_to(tab).await;
        }
        self.load(&watch, tab, url).await
    }

    /// Another tab of the owner that shows this address already. For an address without query and fragment, those of the
    /// tab do not matter.
    pub(crate) fn tab_showing(&self, url: &WebUrl) -> Option<TabId> {
        self.access.read(|world| {
            let current = world.current(self.access.lease).map(|tab| tab.id);
            let others = || world.tabs.of(self.access.lease).filter(|tab| Some(tab.id) != current && !tab.crashed());
            let address =
                |tab: &crate::world::Tab| world.top(tab.id).map(|frame| frame.url.clone()).unwrap_or_default();
            let exactly = others().find(|tab| address(tab) == url.as_str());
            let is_bare = url.without_query() == url.as_str();
            let same_place = || {
                let is_it = |tab: &&crate::world::Tab| {
                    WebUrl::parse(&address(tab)).is_ok_and(|own| own.without_query() == url.without_query())
                };
                others().find(is_it).filter(|_| is_bare)
            };
            exactly.or_else(same_place).map(|tab| tab.id)
        })
    }

    /// Another tab of the owner on the origin of this address, if the current tab is on a different one. It loads the address
    /// instead of the current tab.
    fn tab_with_origin(&self, url: &WebUrl) -> Option<TabId> {
        self.access.read(|world| {
            let is_there =
                |tab: &&crate::world::Tab| world.top(tab.id).is_some_and(|frame| frame.origin == url.origin());
            let current = world.current(self.access.lease)?;
            if is_there(&current) {
                return None;
            }
            world
                .tabs
                .of(self.access.lease)
                .find(|tab| is_there(tab) && !tab.crashed() && tab.dialog.is_none())
                .map(|tab| tab.id)
        })
    }

    /// Loads an address into a tab.
    pub(crate) async fn load(&self, watch: &Watch, tab: TabId, url: &WebUrl) -> Result<Outcome, ActionError> {
        let session = self.access.read(|world| world.tabs.get(tab).map(|tab| tab.session.clone()));
        let Some(session) = session else { return Err(self.access.current().err().unwrap_or_else(gone)) };
        // The browser does not navigate while a dialog is open.
        self.access.blocked(tab).map_or(Ok(()), Err)?;
        self.wait_until_set_up(tab).await?;
        let watch = &watch.clone().leading_to(tab);
        self.access.change(|world| world.opens(self.access.lease, tab, url.as_str()));
        let call = self.access.driver().navigation().navigate(&session, url.as_str(), FIRST_RESPONSE_WITHIN);
        let result = self.navigate_away(tab, &session, call).await;
        let leave_note = self.finish_leaving(tab);
        let navigated = match result {
            Ok(navigated) => navigated,
            Err(CallError::DialogOpen | CallError::NavigationHeld) => {
                let text = format!("went to {}", shown(url.as_str()));
                return Ok(self.settler.settled(watch, ActionReport::navigation(text, url.as_str())).await);
            }
            Err(CallError::Driver(DriverError::TimedOut { .. })) => {
                return Err(self.stop_slow_load(&session, url).await);
            }
            Err(CallError::Driver(error)) => return Err(error.into()),
        };
        if let Some(error) = navigated.error {
            if !error.is_aborted() {
                let text = self.access.read(|world| unreachable(&error, url.as_str(), &world.egress));
                return Err(ActionError::Failed(FailCode::Unreachable, text));
            }
            // A download or an empty response aborts the navigation; the page stays, and that is no failure.
            return Ok(self.settler.settled(watch, format!("{} brought no page", shown(url.as_str()))).await);
        }
        // The reply may come before the event of the new document, and until then an empty tab counts as settled.
        let arrived = |world: &crate::world::World| {
            let shows = world.top(tab).is_none_or(|top| navigated.loader.is_none() || top.loader == navigated.loader);
            shows.then_some(())
        };
        let _ = self.access.until(ARRIVED_WITHIN, arrived).await;
        let text = format!("opened {}", shown(url.as_str()));
        let report = ActionReport::navigation(text, url.as_str()).followed_by(leave_note);
        Ok(self.settler.settled(watch, report).await)
    }

    async fn stop_slow_load(&self, session: &SessionId, url: &WebUrl) -> ActionError {
        // An endless script of the old page would keep the new one from loading.
        self.pages.stop_script(session).await;
        if let Err(error) = self.access.driver().navigation().stop_loading(session, STOPPED_WITHIN).await {
            tracing::debug!(%error, "a slow page could not be stopped");
        }
        let text = format!(
            "{} did not answer within {} s; try again later or another address",
            shown(url.as_str()),
            FIRST_RESPONSE_WITHIN.as_secs()
        );
        ActionError::failed(FailCode::Unreachable, text)
    }

    pub(crate) async fn reload(&self) -> Result<Outcome, ActionError> {
        let (tab, session) = self.access.current()?;
        self.access.unblocked()?;
        let watch = self.settler.watch(tab);
        let reloaded = self.access.driver().navigation().reload(&session, FIRST_RESPONSE_WITHIN);
        self.report_navigation(&watch, self.navigate_away(tab, &session, reloaded).await, "reloaded the page".into())
            .await
    }

    pub(crate) async fn step(&self, step: Step) -> Result<Outcome, ActionError> {
        let (tab, session) = self.access.current()?;
        self.access.unblocked()?;
        let navigation = self.access.driver().navigation();
        let history = navigation.history(&session, STOPPED_WITHIN).await?;
        let (entry, word, missing) = match step {
            Step::Back => (history.current.checked_sub(1), "back", "earlier"),
            Step::Forward => (history.current.checked_add(1), "forward", "later"),
        };
        let Some(entry) = entry.and_then(|index| history.entries.get(index)) else {
            let text = format!("there is no {missing} page in this tab; open an address instead");
            return Err(ActionError::failed(FailCode::BadCall, text));
        };
        let watch = self.settler.watch(tab);
        let result =
            self.navigate_away(tab, &session, navigation.go_to_entry(&session, entry.id, FIRST_RESPONSE_WITHIN)).await;
        let text = format!("went {word} to {}", shown(&entry.url));
        self.report_navigation(&watch, result, ActionReport::navigation(text, &entry.url)).await
    }

    async fn report_navigation<T>(
        &self,
        watch: &Watch,
        result: Result<T, CallError>,
        what: ActionReport,
    ) -> Result<Outcome, ActionError> {
        match result {
            Ok(_) | Err(CallError::DialogOpen | CallError::NavigationHeld) => {
                // Reload and history calls return before the navigation starts, which follows at once.
                let started =
                    |world: &crate::world::World| (world.moment_of(self.access.lease) > watch.moment).then_some(());
                let _ = self.access.until(STARTS_WITHIN, started).await;
                Ok(self.settler.settled(watch, what.followed_by(self.finish_leaving(watch.tab))).await)
            }
            Err(CallError::Driver(error)) => Err(error.into()),
        }
    }

    /// Performs a call that leaves the page. Until [`Self::finish_leaving`] a `beforeunload` dialog is answered with yes.
    async fn navigate_away<T>(&self, tab: TabId, session: &SessionId, call: Answer<'_, T>) -> Result<T, CallError> {
        self.access.change(|world| {
            if let Some(tab) = world.tabs.get_mut(tab) {
                tab.leaving = Leaving::Yes;
                tab.revive();
            }
        });
        // The page is left anyway, so a script that still builds it is stopped.
        if self.pages.is_still_building(session).await {
            self.pages.stop_script(session).await;
        }
        self.access.call(tab, session, call).await
    }

    /// Stops navigations whose action was cancelled, so that their pages do not arrive during a later action.
    pub(crate) async fn stop_abandoned_navigations(&self) {
        let setting_out: Vec<_> = self.access.read(|world| {
            let leaving = world.tabs.of(self.access.lease).filter(|tab| tab.leaving != Leaving::No);
            leaving.map(|tab| (tab.id, tab.session.clone())).collect()
        });
        for (tab, session) in setting_out {
            self.finish_leaving(tab);
            if let Err(error) = self.access.driver().navigation().stop_loading(&session, STOPPED_WITHIN).await {
                tracing::debug!(%error, "a page that was given up could not be stopped");
            }
        }
    }

    /// Ends the answering of `beforeunload` dialogs. Returns a note for the outcome if the page showed one.
    fn finish_leaving(&self, tab: TabId) -> &'static str {
        let leaving = self.access.change(|world| {
            let tab = world.tabs.get_mut(tab)?;
            Some(std::mem::replace(&mut tab.leaving, Leaving::No))
        });
        match leaving {
            Some(Leaving::Asked) => " (the page before asked whether to leave it; yes was answered)",
            Some(Leaving::Yes | Leaving::No) | None => "",
        }
    }
}

fn gone() -> ActionError {
    ActionError::failed(FailCode::Gone, "the tab was closed; open an address")
}

/// The reason of the gate or the browser, as the text of an outcome. The browser knows only that the gate did not connect.
pub(crate) fn unreachable(error: &NetError, url: &str, egress: &EgressControl) -> String {
    match egress.failure(url).filter(|_| error.is_of_gate()) {
        Some(failure) => format!("{} could not be loaded: {failure}", shown(url)),
        None => format!("{} could not be loaded: {} ({error})", shown(url), error.reason()),
    }
}

/// How long the server may take for its first response.
pub(crate) const FIRST_RESPONSE_WITHIN: Duration = Duration::from_secs(30);
const STOPPED_WITHIN: Duration = Duration::from_secs(2);
const ARRIVED_WITHIN: Duration = Duration::from_secs(2);
const STARTS_WITHIN: Duration = Duration::from_secs(1);
