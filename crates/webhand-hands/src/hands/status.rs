//! The owner's tabs and the state of the browser, for the code that keeps browsers and sessions.

use std::path::PathBuf;
use std::sync::PoisonError;
use std::time::Duration;

use webhand_model::{Outcome, TabInfo};
use webhand_rt::Spawner;

use crate::driver::DriverError;
use crate::hands::Hands;
use crate::tabs::lease::clear;

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

    /// Keeps what is downloaded from now on in a folder of its own.
    pub fn keep_downloads_in(&self, folder: PathBuf) {
        self.access.change(|world| world.leases.get_mut(self.access.lease).map(|lease| lease.downloads = Some(folder)));
    }

    #[must_use]
    pub fn is_disconnected(&self) -> bool {
        self.access.read(|world| world.disconnected)
    }

    /// Whether the browser gives a sign of life; one that is only slow is taken to live.
    pub async fn is_answered(&self) -> bool {
        let asked = self.access.driver().ping(ANSWERED_WITHIN).await;
        matches!(asked, Ok(()) | Err(DriverError::TimedOut { .. }))
    }

    /// Comes back when the connection to the browser is lost.
    pub async fn disconnected(&self) {
        self.access.browser.shared.until(|world| world.disconnected.then_some(())).await;
    }

    /// The current tab's own session, for tests and benchmarks. Whatever is done through it has passed no guard.
    #[cfg(feature = "raw-cdp")]
    #[must_use]
    pub fn session(&self) -> Option<crate::driver::cdp::RawSession> {
        let (_, session) = self.access.current().ok()?;
        self.access.driver().raw_session(&session)
    }

    /// Opens the owner's first tab.
    ///
    /// # Errors
    /// The reason why there is none, for a person.
    pub async fn open_first_tab(&self) -> Result<(), String> {
        self.lease_control.make_tab().await.map(drop).map_err(|error| Outcome::from(error).text)
    }

    /// Gives everything back without waiting, for an owner that is dropped: its tabs are closed in the background.
    pub fn abandon(&self, spawner: &Spawner) {
        let vacated = self.lease_control.give_back();
        if !vacated.is_empty() {
            let browser = self.access.browser.clone();
            spawner.spawn(async move { clear(&browser, vacated).await });
        }
    }
}

const ANSWERED_WITHIN: Duration = Duration::from_secs(5);
