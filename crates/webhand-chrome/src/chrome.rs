//! A local browser and the hands that use it: the `Browser` port on this machine.

use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::sync::Mutex;
use webhand_cdp::protocol::Version;
use webhand_guard::{Approved, RequestResolution};
use webhand_hands::{BrowserConnection, Hands, Options, Presence};
use webhand_model::{Outcome, TabInfo, TabOwner};
use webhand_port::{Browser, Done};

use crate::egress::{EgressGate, PolicyHolder};
use crate::files::LocalFiles;
use crate::flags::{Sandbox, Window};
use crate::launch::{Launch, LaunchError};
use crate::running::RunningBrowser;

/// A browser that this process started. Dropping it kills the browser; [`Browser::close`] lets the browser write its
/// profile first. One owner uses it directly; several use it at the same time through [seats](Chrome::seat).
#[derive(Debug)]
pub struct Chrome {
    running: Mutex<Option<RunningBrowser>>,
    connection: BrowserConnection,
    hands: Hands,
    gate: EgressGate,
    policy: PolicyHolder,
    sandbox: Sandbox,
    version: Version,
}

impl Chrome {
    /// Starts a browser with one empty tab.
    ///
    /// # Errors
    /// See [`LaunchError`]; nothing is left running.
    pub async fn start(launch: &Launch, options: Options) -> Result<Self, LaunchError> {
        Self::start_with(launch, options, FirstTab::Open).await
    }

    /// Starts a browser without a tab, for owners that [take seats](Chrome::seat).
    ///
    /// # Errors
    /// See [`LaunchError`]; nothing is left running.
    pub async fn start_empty(launch: &Launch, options: Options) -> Result<Self, LaunchError> {
        Self::start_with(launch, options, FirstTab::Skip).await
    }

    async fn start_with(launch: &Launch, options: Options, first: FirstTab) -> Result<Self, LaunchError> {
        let running = launch.start().await?;
        let presence = match launch.window {
            Window::Visible => Presence::PersonAtWindow,
            Window::Headless => Presence::Headless,
        };
        let owner = options.owner.clone();
        let gate = running.gate().clone();
        let options = Options { egress: gate.control(), ..options };
        let connection = BrowserConnection::new(running.connection().clone(), options, presence, Arc::new(LocalFiles));
        let Some(hands) = connection.hands(owner) else {
            return Err(LaunchError::NotUsable { why: "it has no room".to_owned() });
        };
        // Both are sent in this order without waiting in between: the browser performs them one after the other.
        let first_tab = async {
            match first {
                FirstTab::Open => hands.open_first_tab().await,
                FirstTab::Skip => Ok(()),
            }
        };
        let (prepared, tab) = tokio::join!(connection.set_up(), first_tab);
        if let Err(why) = prepared.and(tab) {
            running.close().await;
            return Err(LaunchError::NotUsable { why });
        }
        let (sandbox, version) = (running.sandbox(), running.version().clone());
        let policy = gate.policy_holder();
        Ok(Self { running: Mutex::new(Some(running)), connection, hands, gate, policy, sandbox, version })
    }

    /// Hands for one more owner; `None` when the browser has too many owners already.
    pub(crate) fn new_hands(&self, owner: TabOwner) -> Option<Hands> {
        self.connection.hands(owner)
    }

    /// The gate's policy for one more owner.
    pub(crate) fn policy_holder(&self) -> PolicyHolder {
        self.gate.policy_holder()
    }

    /// Whether the browser confines its page processes; the user should be warned when it does not.
    #[must_use]
    pub fn sandbox(&self) -> Sandbox {
        self.sandbox
    }

    #[must_use]
    pub fn version(&self) -> &Version {
        &self.version
    }

    /// The CDP session of the current tab, for tests and benchmarks that measure a page beside the hands. No guard judges
    /// the calls made through it.
    #[cfg(feature = "raw-cdp")]
    #[must_use]
    pub fn session(&self) -> Option<webhand_cdp::Session> {
        self.hands.session()
    }

    /// The tabs, the current one first.
    #[must_use]
    pub fn tabs(&self) -> Vec<TabInfo> {
        self.hands.tabs()
    }

    /// Resolves when the browser is gone: closed by the person, crashed, or ended by this process.
    pub async fn ended(&self) {
        self.hands.disconnected().await;
    }

    /// Whether the browser is gone.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.hands.is_disconnected()
    }

    /// Whether the browser still answers a call. [`is_gone`](Self::is_gone) learns of an end a moment later.
    pub async fn is_responding(&self) -> bool {
        self.hands.is_responsive().await
    }

    /// The id of the browser's process, while it runs.
    pub async fn process_id(&self) -> Option<u32> {
        self.running.lock().await.as_ref().and_then(RunningBrowser::process_id)
    }
}

/// Whether the browser gets a tab when it starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FirstTab {
    Open,
    Skip,
}

impl Browser for Chrome {
    fn inner(&self) -> &dyn Browser {
        &self.hands
    }

    fn act(&self, approved: Approved) -> BoxFuture<'_, Done> {
        self.policy.apply(&approved);
        self.hands.act(approved)
    }

    fn resolve_request(&self, resolution: RequestResolution) -> BoxFuture<'_, Outcome> {
        self.policy.apply_resolution(&resolution);
        self.hands.resolve_request(resolution)
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        async {
            self.connection.refuse_held().await;
            if let Some(running) = self.running.lock().await.take() {
                running.close().await;
            }
            self.connection.disconnect();
        }
        .boxed()
    }
}
