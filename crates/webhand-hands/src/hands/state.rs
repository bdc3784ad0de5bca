//! What concerns the browser and not its pages.

use std::path::PathBuf;
use std::sync::PoisonError;
use std::time::Duration;

use webhand_model::TabInfo;

use super::Hands;
use webhand_cdp::CdpError;
use webhand_cdp::protocol::BrowserVersion;

impl Hands {
    /// The tabs, the current one first.
    #[must_use]
    pub fn tabs(&self) -> Vec<TabInfo> {
        let current = self.current().ok().map(|(id, _)| id);
        let mut tabs = self.read(|world| world.tab_infos(self.lease));
        tabs.sort_by_key(|tab| Some(tab.id) != current);
        // The browser tells a title only when a page begins; a look knows what it is called since.
        let newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
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
        self.change(|world| world.leases.get_mut(self.lease).map(|lease| lease.downloads = Some(folder)));
    }

    #[must_use]
    pub fn is_disconnected(&self) -> bool {
        self.read(|world| world.disconnected)
    }

    /// Whether the browser gives a sign of life; one that is only slow is taken to live.
    pub async fn is_answered(&self) -> bool {
        let asked = self.browser().call_within(&BrowserVersion {}, ANSWERED_WITHIN).await;
        matches!(asked, Ok(_) | Err(CdpError::Timeout { .. }))
    }

    /// Comes back when the connection to the browser is lost.
    pub async fn disconnected(&self) {
        self.around.shared.until(|world| world.disconnected.then_some(())).await;
    }

    /// The current tab's own session, for tests and benchmarks. Whatever is done through it has passed no guard.
    #[cfg(feature = "raw-cdp")]
    #[must_use]
    pub fn session(&self) -> Option<webhand_cdp::Session> {
        self.current().ok().map(|(_, session)| session)
    }
}

const ANSWERED_WITHIN: Duration = Duration::from_secs(5);
