//! The browser port over the `DevTools` protocol.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::sync::Mutex;
use webhand_model::{Outcome, Owner, TabInfo};
use webhand_port::Browser;

use crate::attach::AUTO_ATTACH;
use crate::cdp::Session;
use crate::cdp::protocol::{EnableFetch, SetDiscoverTargets, SetDownloadBehavior, UrlPattern, Version};
use crate::flags::{Sandbox, Window};
use crate::hands::{Hands, refuse};
use crate::launch::{Launch, LaunchError};
use crate::pump::{Around, WANTED, pump};
use crate::running::RunningBrowser;
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
    /// Whose the browser's own tabs are, which are those nobody has a [`Seat`](crate::Seat) for.
    pub owner: Owner,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            viewport: Some((1280, 800)),
            downloads: None,
            settle_within: Duration::from_secs(5),
            owner: Owner::Session("default".to_owned()),
        }
    }
}

/// A browser of our own. Dropping it kills it; [`Browser::close`] lets it write its profile first. It can be used by one
/// owner as it is, and by several through [seats](Chrome::seat), all at the same time.
#[derive(Debug)]
pub struct Chrome {
    running: Mutex<Option<RunningBrowser>>,
    hands: Hands,
    sandbox: Sandbox,
    version: Version,
}

impl Chrome {
    /// Starts a browser with one empty tab.
    ///
    /// # Errors
    /// See [`LaunchError`]; nothing is left running.
    pub async fn start(launch: &Launch, options: Options) -> Result<Self, LaunchError> {
        Self::start_with(launch, options, FirstTab::Make).await
    }

    /// Starts a browser without a tab, for those who only [take seats](Chrome::seat) in it.
    ///
    /// # Errors
    /// See [`LaunchError`]; nothing is left running.
    pub async fn start_empty(launch: &Launch, options: Options) -> Result<Self, LaunchError> {
        Self::start_with(launch, options, FirstTab::Spare).await
    }

    async fn start_with(launch: &Launch, options: Options, first: FirstTab) -> Result<Self, LaunchError> {
        let running = launch.start().await?;
        let events = running.client().events(WANTED);
        let around = Around {
            client: running.client().clone(),
            heard: events.heard(),
            shared: Arc::new(Shared::default()),
            options: Arc::new(options),
            opening: Arc::default(),
        };
        let owner = around.options.owner.clone();
        let lease = around.shared.change(|world| {
            world.leases.has_person = launch.window == Window::Visible;
            world.leases.add(owner)
        });
        let Some(lease) = lease else { return Err(LaunchError::NotUsable { why: "it has no room".to_owned() }) };
        tokio::spawn(pump(events, around.clone()));
        let hands = Hands::new(around.clone(), lease);
        // Sent in this order without waiting: the browser carries them out one after the other.
        let first_tab = async {
            match first {
                FirstTab::Make => hands.make_tab().await.map(drop),
                FirstTab::Spare => Ok(()),
            }
        };
        let (prepared, tab) = tokio::join!(set_up(&around), first_tab);
        if let Err(trouble) = prepared.and(tab) {
            running.close().await;
            return Err(LaunchError::NotUsable { why: Outcome::from(trouble).text });
        }
        let (sandbox, version) = (running.sandbox(), running.version().clone());
        Ok(Self { running: Mutex::new(Some(running)), hands, sandbox, version })
    }

    /// Hands for one more owner; `None` when there are too many already.
    pub(crate) fn new_hands(&self, owner: Owner) -> Option<Hands> {
        let around = self.hands.around();
        let lease = around.shared.change(|world| world.leases.add(owner))?;
        Some(Hands::new(around.clone(), lease))
    }

    /// Whether the browser confines its page processes; tell the user when it does not.
    #[must_use]
    pub fn sandbox(&self) -> Sandbox {
        self.sandbox
    }

    #[must_use]
    pub fn version(&self) -> &Version {
        &self.version
    }

    /// The current tab's own session, for what measures a page beside the hands. Whatever is done through it has passed
    /// no guard, so no run is given it.
    #[must_use]
    pub fn session(&self) -> Option<Session> {
        self.hands.current().ok().map(|(_, session)| session)
    }

    /// The tabs, the current one first.
    #[must_use]
    pub fn tabs(&self) -> Vec<TabInfo> {
        self.hands.tabs()
    }

    /// Comes back when the browser is gone: closed by the person, crashed, or ended by us.
    pub async fn ended(&self) {
        self.hands.disconnected().await;
    }

    /// Whether the browser is gone.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.hands.is_disconnected()
    }

    /// Whether the browser still answers. That it has ended just now may be known in no other way yet.
    pub async fn lives(&self) -> bool {
        self.hands.is_answered().await
    }

    /// The id of the browser's process, while it runs.
    pub async fn process_id(&self) -> Option<u32> {
        self.running.lock().await.as_ref().and_then(RunningBrowser::process_id)
    }
}

/// Whether a browser has a tab of its own from the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FirstTab {
    Make,
    Spare,
}

/// Requests are paused on the browser's own session, which sees those of every tab, frame and worker.
async fn set_up(around: &Around) -> Result<(), Trouble> {
    let browser = around.client.browser();
    let patterns = MAY_LEAVE_A_MARK.iter().map(|kind| UrlPattern { url_pattern: "*", resource_type: kind }).collect();
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

impl Browser for Chrome {
    fn inner(&self) -> &dyn Browser {
        &self.hands
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        async {
            // A held request would go on its way when nobody holds it any more.
            let around = self.hands.around();
            let held = around.shared.change(|world| world.held.drain_all());
            refuse(around, held).await;
            if let Some(running) = self.running.lock().await.take() {
                running.close().await;
            }
            around.shared.change(|world| world.disconnected = true);
        }
        .boxed()
    }
}

/// The protocol's kinds of requests that can be other than reading; pictures, styles and the like pass unpaused.
const MAY_LEAVE_A_MARK: &[&str] = &["Document", "XHR", "Fetch", "Ping", "Other"];
