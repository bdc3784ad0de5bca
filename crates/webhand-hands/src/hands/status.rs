//! The owner's tabs and the state of the browser, for the code that keeps browsers and sessions.

use std::path::PathBuf;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use webhand_model::{Outcome, TabInfo};
use webhand_rt::Spawner;

use crate::action_error::ActionError;
use crate::driver::{self, DriverError};
use crate::egress::GateInfo;
use crate::hands::Hands;
use crate::interception;
use crate::tabs::lease::close_returned_lease;
use crate::tabs::site_storage::StorageState;

impl Hands {
    /// The tabs, the current one first.
    #[must_use]
    pub fn tabs(&self) -> Vec<TabInfo> {
        let current = self.access.current().ok().map(|(id, _)| id);
        let mut tabs = self.access.read(|world| world.tab_infos(self.access.lease));
        tabs.sort_by_key(|tab| Some(tab.id) != current);
        // The browser reports a title only when a page begins; a look has read the title it got since.
        let newest = self.recent.newest.lock().unwrap_or_else(PoisonError::into_inner);
        for tab in &mut tabs {
            if let Some(seen) = newest.as_ref().filter(|seen| seen.tab == tab.id && seen.url == tab.url) {
                tab.title.clone_from(&seen.title);
            }
        }
        drop(newest);
        tabs
    }

    /// The number of the current tab in the person's browser, if it is driven without the debugger.
    #[must_use]
    pub fn browser_tab(&self) -> Option<u32> {
        self.access.read(|world| driver::quiet::tab_number(&world.current(self.access.lease)?.target))
    }

    /// Has the browser pause what the current tab sends, because the run touched its page through other hands before.
    ///
    /// # Errors
    /// The reason why it cannot, as text for a person.
    pub async fn hold_requests(&self) -> Result<(), String> {
        let (tab, _) = self.access.current().map_err(|error| Outcome::from(error).text)?;
        interception::before_touch(&self.access.browser, self.access.lease).await.map_err(|error| error.to_string())?;
        self.access.touch(tab);
        Ok(())
    }

    /// Waits until the page that the first tab shows already can be looked at.
    ///
    /// # Errors
    /// The reason why it cannot, as text for a person.
    pub async fn wait_for_first_page(&self) -> Result<(), String> {
        let ready = async {
            let (tab, _) = self.access.current()?;
            self.tab_control.wait_until_set_up(tab).await
        };
        ready.await.map_err(|error: ActionError| Outcome::from(error).text)
    }

    /// Sets the folder for downloads that finish from now on.
    pub fn keep_downloads_in(&self, folder: PathBuf) {
        self.access.change(|world| world.leases.get_mut(self.access.lease).map(|lease| lease.downloads = Some(folder)));
    }

    #[must_use]
    pub fn is_disconnected(&self) -> bool {
        self.access.read(|world| world.disconnected)
    }

    /// Whether the browser still lives: it answers, or is only slow to answer.
    pub async fn is_responsive(&self) -> bool {
        let answer = self.access.driver().ping(ANSWERED_WITHIN).await;
        matches!(answer, Ok(()) | Err(DriverError::TimedOut { .. }))
    }

    /// Waits until the connection to the browser is lost.
    pub async fn disconnected(&self) {
        self.access.browser.shared.until(|world| world.disconnected.then_some(())).await;
    }

    /// The current tab's own session, for tests and benchmarks. Calls through it bypass the guard.
    #[cfg(feature = "raw-cdp")]
    #[must_use]
    pub fn session(&self) -> Option<crate::driver::cdp::RawSession> {
        let (_, session) = self.access.current().ok()?;
        self.access.driver().raw_session(&session)
    }

    /// Opens the owner's first tab.
    ///
    /// # Errors
    /// The reason why the tab could not be opened, as text for a person.
    pub async fn open_first_tab(&self) -> Result<(), String> {
        let opened = async {
            let tab = self.lease_control.create_tab().await?;
            // A tab that the person had open shows a page already, which the first look has to see.
            if self.access.driver().lacks_debugger() { self.tab_control.wait_until_set_up(tab).await } else { Ok(()) }
        };
        opened.await.map_err(|error: ActionError| Outcome::from(error).text)
    }

    /// Gives this owner cookies, a cache and a way to the network of its own, before its first tab. Every connection of its
    /// tabs goes through the proxy, which is this gate.
    ///
    /// # Errors
    /// The reason why there is no such context, as text for a person.
    pub async fn use_own_context(&self, proxy: &str, gate: Arc<dyn GateInfo>) -> Result<(), String> {
        self.lease_control.use_own_context(proxy, gate).await.map_err(|error| Outcome::from(error).text)
    }

    /// The cookies of this owner's own context, as JSON that [`restore_cookies`](Self::restore_cookies) takes.
    ///
    /// # Errors
    /// The reason why they cannot be had, as text for a person.
    pub async fn cookies(&self) -> Result<Vec<u8>, String> {
        let cookies = self.lease_control.cookies().await.map_err(|error| Outcome::from(error).text)?;
        serde_json::to_vec(&cookies).map_err(|error| error.to_string())
    }

    /// Puts cookies back into this owner's own context, before its first tab.
    ///
    /// # Errors
    /// The reason why the browser does not take them, as text for a person.
    pub async fn restore_cookies(&self, cookies: &[u8]) -> Result<(), String> {
        let cookies = serde_json::from_slice(cookies).map_err(|error| error.to_string())?;
        self.lease_control.set_cookies(cookies).await.map_err(|error| Outcome::from(error).text)
    }

    /// Puts log-ins into the browser, beside those it has. Call it before the first page is opened.
    ///
    /// # Errors
    /// The reason why the browser does not take them, as text for a person.
    pub async fn write_storage(&self, state: &StorageState) -> Result<(), String> {
        let _turn = self.access.turn.lock().await;
        self.lease_control.write_storage(state).await.map_err(|error| Outcome::from(error).text)
    }

    /// The log-ins of the browser.
    ///
    /// # Errors
    /// The reason why they cannot be had, as text for a person.
    pub async fn read_storage(&self) -> Result<StorageState, String> {
        let _turn = self.access.turn.lock().await;
        self.lease_control.read_storage().await.map_err(|error| Outcome::from(error).text)
    }

    /// Returns the lease without waiting, for an owner that is dropped: its tabs are closed in the background.
    pub fn abandon(&self, spawner: &Spawner) {
        let returned = self.lease_control.return_lease();
        if !returned.is_empty() {
            let browser = self.access.browser.clone();
            spawner.spawn(async move { close_returned_lease(&browser, returned).await });
        }
    }
}

const ANSWERED_WITHIN: Duration = Duration::from_secs(5);
