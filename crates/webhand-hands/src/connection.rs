//! One connected browser and the hands that several owners have in it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use webhand_cdp::Client;
use webhand_model::{Outcome, TabOwner};

use crate::action_error::ActionError;
use crate::body::{DigestKey, Digester};
use crate::driver::quiet::QuietStart;
use crate::driver::{BrowserScope, Driver, EventSource, PausedKinds, cdp, quiet};
use crate::egress::EgressControl;
use crate::event_loop::{self, BrowserHandle};
use crate::files::Files;
use crate::hands::Hands;
use crate::interception;
use crate::page_environment::PageEnvironment;
use crate::tabs::lease::refuse_requests;
use crate::world::SharedWorld;

/// How the browser is used.
#[derive(Debug, Clone)]
pub struct Options {
    /// Width and height of the pages; the window's own when absent.
    pub viewport: Option<(u32, u32)>,
    /// How the browser presents itself to pages; its viewport comes before the other.
    pub environment: PageEnvironment,
    /// Where downloads go; they are refused when absent.
    pub downloads: Option<PathBuf>,
    /// How long an action may take to come to rest.
    pub settle_within: Duration,
    /// The owner of the browser's own tabs, which are those that no other owner has opened.
    pub owner: TabOwner,
    /// Goes into the digests that approvals are bound to; without it no approval is bound to a secret.
    pub digest_key: Option<DigestKey>,
    /// Whether a gate stands between the browser and the network.
    pub egress: EgressControl,
    /// How a request waits for the person.
    pub ask_mode: AskMode,
}

/// How a request waits for the person's answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum AskMode {
    /// It is held in the browser, which ends together with this process or cannot reach the network without it.
    #[default]
    Hold,
    /// It fails at once, and after a yes its action is done again: a browser that goes on without this process would send
    /// what is held.
    StopAndRepeat,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            viewport: Some((1280, 800)),
            environment: PageEnvironment::default(),
            downloads: None,
            settle_within: Duration::from_secs(5),
            owner: TabOwner::Session("default".to_owned()),
            digest_key: None,
            egress: EgressControl::default(),
            ask_mode: AskMode::default(),
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

    /// As [`new`](Self::new), for the browser of a person without its debugger: `client` carries the messages of
    /// `webhand_wire`'s quiet level. Such a browser goes on without this process, so `options` stop and repeat.
    #[must_use]
    pub fn quiet(client: Client, start: QuietStart, options: Options, files: Arc<dyn Files>) -> Self {
        let options = Options { ask_mode: AskMode::StopAndRepeat, viewport: None, ..options };
        Self::over(quiet::connect(client, start), options, Presence::PersonAtWindow, files)
    }

    /// The same over any driver.
    pub(crate) fn over(
        (driver, events): (Arc<dyn Driver>, Box<dyn EventSource>),
        options: Options,
        presence: Presence,
        files: Arc<dyn Files>,
    ) -> Self {
        let digester = Digester(options.digest_key);
        let browser = BrowserHandle {
            driver,
            shared: Arc::new(SharedWorld::default()),
            options: Arc::new(options),
            files,
            intercepting: Arc::default(),
            opening: Arc::default(),
        };
        browser.shared.change(|world| {
            world.leases.has_person = presence == Presence::PersonAtWindow;
            world.digester = digester;
            world.egress = browser.options.egress.clone();
            world.ask_mode = browser.options.ask_mode;
        });
        webhand_rt::spawn(event_loop::run(events, browser.clone()));
        Self { browser }
    }

    /// Has the browser report downloads and announce every tab, frame and worker. Requests are paused from now on where no
    /// gate stands before the network or a person may be at the window; elsewhere when a run needs it.
    ///
    /// # Errors
    /// The reason why the browser cannot be used, for a person.
    pub async fn set_up(&self) -> Result<(), String> {
        let downloads = self.browser.options.downloads.as_deref();
        let scope = match self.browser.options.ask_mode {
            AskMode::Hold => BrowserScope::Whole { downloads },
            AskMode::StopAndRepeat => BrowserScope::OwnTabs,
        };
        let is_needed =
            !self.browser.options.egress.is_gated() || self.browser.shared.read(|world| world.leases.has_person);
        let interception =
            async { if is_needed { interception::start(&self.browser, PausedKinds::Marking).await } else { Ok(()) } };
        let (followed, intercepted) = tokio::join!(self.browser.driver.targets().follow_browser(scope), interception);
        followed.and(intercepted).map_err(|error| Outcome::from(ActionError::from(error)).text)
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
