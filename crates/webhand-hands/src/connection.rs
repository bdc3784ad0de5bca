//! One connected browser and the hands that several owners have in it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use webhand_cdp::Client;
use webhand_model::{Outcome, TabOwner};

use crate::action_error::ActionError;
use crate::driver::{Driver, EventSource, cdp};
use crate::event_loop::{self, BrowserHandle};
use crate::files::Files;
use crate::hands::Hands;
use crate::live_frames::TunnelControl;
use crate::tabs::lease::refuse_requests;
use crate::world::SharedWorld;

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
    /// Cuts connections of a browser that has an egress gate.
    pub tunnels: Option<Arc<dyn TunnelControl>>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            viewport: Some((1280, 800)),
            downloads: None,
            settle_within: Duration::from_secs(5),
            owner: TabOwner::Session("default".to_owned()),
            tunnels: None,
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
    browser: BrowserHandle,
}

impl BrowserConnection {
    /// Follows the browser's events from now on. [`set_up`](Self::set_up) has to be called before it is used; it may
    /// run at the same time as the first commands, because the browser performs commands in order.
    #[must_use]
    pub fn new(client: Client, options: Options, presence: Presence, files: Arc<dyn Files>) -> Self {
        Self::over(cdp::connect(client), options, presence, files)
    }

    /// The same over any driver.
    pub(crate) fn over(
        (driver, events): (Arc<dyn Driver>, Box<dyn EventSource>),
        options: Options,
        presence: Presence,
        files: Arc<dyn Files>,
    ) -> Self {
        let browser = BrowserHandle {
            driver,
            shared: Arc::new(SharedWorld::default()),
            options: Arc::new(options),
            files,
            opening: Arc::default(),
        };
        browser.shared.change(|world| world.leases.has_person = presence == Presence::PersonAtWindow);
        webhand_rt::spawn(event_loop::run(events, browser.clone()));
        Self { browser }
    }

    /// Has the browser pause requests, report downloads and announce every tab, frame and worker.
    ///
    /// # Errors
    /// The reason why the browser cannot be used, for a person.
    pub async fn set_up(&self) -> Result<(), String> {
        let downloads = self.browser.options.downloads.as_deref();
        let followed = self.browser.driver.targets().follow_browser(downloads).await;
        followed.map_err(|error| Outcome::from(ActionError::from(error)).text)
    }

    /// Hands for one more owner; `None` when there are too many already.
    #[must_use]
    pub fn hands(&self, owner: TabOwner) -> Option<Hands> {
        let lease = self.browser.shared.change(|world| world.leases.add(owner))?;
        Some(Hands::new(self.browser.clone(), lease))
    }

    /// Refuses every held request, because it would go on its way when nobody holds it any more.
    pub async fn refuse_held(&self) {
        let held = self.browser.shared.change(|world| world.held.drain_all());
        refuse_requests(&self.browser, held).await;
    }

    /// Marks the browser as gone, so that nobody waits for it any longer.
    pub fn disconnect(&self) {
        self.browser.shared.change(|world| world.disconnected = true);
    }
}
