//! One connected browser and the hands that several owners have in it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use webhand_cdp::Client;
use webhand_cdp::protocol::{EnableFetch, SetDiscoverTargets, SetDownloadBehavior, UrlPattern};
use webhand_model::{Outcome, TabOwner};

use crate::attach::AUTO_ATTACH;
use crate::files::Files;
use crate::hands::Hands;
use crate::pump::{Around, WANTED, pump};
use crate::tabs::lease::refuse;
use crate::trouble::Trouble;
use crate::world::Shared;

/// How the browser is used.
#[derive(Debug, Clone)]
pub struct Options {
    /// Width and height of the pages; the window's own when absent.
    pub viewport: Option<(u32, u32)>,
    /// Where downloads go; they are refused when absent.
    pub downloads: Option<PathBuf>,
    /// How long an action may take to come to rest.
    pub settle_within: Duration,
    /// The owner of the browser's own tabs, which are those that no other owner has opened.
    pub owner: TabOwner,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            viewport: Some((1280, 800)),
            downloads: None,
            settle_within: Duration::from_secs(5),
            owner: TabOwner::Session("default".to_owned()),
        }
    }
}

/// Whether a person sits in front of the browser and may open tabs in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    Headless,
    PersonAtWindow,
}

/// A browser whose events are followed. Clones are the same connection.
#[derive(Debug, Clone)]
pub struct BrowserConnection {
    around: Around,
}

impl BrowserConnection {
    /// Follows the browser's events from now on. [`set_up`](Self::set_up) has to be called before it is used; it may
    /// run at the same time as the first commands, because the browser performs commands in order.
    #[must_use]
    pub fn new(client: Client, options: Options, presence: Presence, files: Arc<dyn Files>) -> Self {
        let events = client.events(WANTED);
        let around = Around {
            heard: events.heard(),
            client,
            shared: Arc::new(Shared::default()),
            options: Arc::new(options),
            files,
            opening: Arc::default(),
        };
        around.shared.change(|world| world.leases.has_person = presence == Presence::PersonAtWindow);
        webhand_rt::spawn(pump(events, around.clone()));
        Self { around }
    }

    /// Switches on interception, downloads and auto-attach. Requests are paused on the browser's own session, which
    /// sees those of every tab, frame and worker.
    ///
    /// # Errors
    /// The reason why the browser cannot be used, for a person.
    pub async fn set_up(&self) -> Result<(), String> {
        self.enable_domains().await.map_err(|trouble| Outcome::from(trouble).text)
    }

    /// Hands for one more owner; `None` when there are too many already.
    #[must_use]
    pub fn hands(&self, owner: TabOwner) -> Option<Hands> {
        let lease = self.around.shared.change(|world| world.leases.add(owner))?;
        Some(Hands::new(self.around.clone(), lease))
    }

    /// Refuses every held request, because it would go on its way when nobody holds it any more.
    pub async fn refuse_held(&self) {
        let held = self.around.shared.change(|world| world.held.drain_all());
        refuse(&self.around, held).await;
    }

    /// Marks the browser as gone, so that nobody waits for it any longer.
    pub fn disconnect(&self) {
        self.around.shared.change(|world| world.disconnected = true);
    }

    async fn enable_domains(&self) -> Result<(), Trouble> {
        let around = &self.around;
        let browser = around.client.browser();
        let patterns =
            MAY_LEAVE_A_MARK.iter().map(|kind| UrlPattern { url_pattern: "*", resource_type: kind }).collect();
        let fetch = EnableFetch { patterns, handle_auth_requests: true };
        let downloads = match &around.options.downloads {
            Some(folder) => SetDownloadBehavior {
                behavior: "allowAndName",
                download_path: Some(folder.display().to_string()),
                events_enabled: true,
            },
            None => SetDownloadBehavior { behavior: "deny", download_path: None, events_enabled: true },
        };
        let (fetch, downloads, discover, attach) = tokio::join!(
            browser.call(&fetch),
            browser.call(&downloads),
            browser.call(&SetDiscoverTargets { discover: true }),
            browser.call(&AUTO_ATTACH),
        );
        fetch.map(drop).and(downloads.map(drop)).and(discover.map(drop)).and(attach.map(drop)).map_err(Trouble::from)
    }
}

/// The protocol's kinds of requests that can be other than reading; pictures, styles and the like pass unpaused.
const MAY_LEAVE_A_MARK: &[&str] = &["Document", "XHR", "Fetch", "Ping", "Other"];
