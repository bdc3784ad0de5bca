//! A local browser and the hands that use it: the `Browser` port on this machine.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::sync::Mutex;
use webhand_cdp::Client;
use webhand_cdp::protocol::{BrowserVersion, DisableFetch, Version};
use webhand_guard::{Approved, RequestResolution};
use webhand_hands::{
    AskMode, BrowserConnection, EgressControl, Hands, NoFiles, Options, Presence, QuietStart, StorageState,
};
use webhand_model::{Outcome, TabInfo, TabOwner};
use webhand_port::{Browser, Done};
use webhand_wire::HandsLevel;

use crate::attach::{self, AttachError, Endpoint};
use crate::egress::{BrowserGates, EgressGate, EgressSettings, PolicyHolder};
use crate::extension_tabs::{self, ExtensionTabs, TabsHolder};
use crate::files::LocalFiles;
use crate::flags::{Sandbox, Window};
use crate::launch::{Launch, LaunchError};
use crate::running::RunningBrowser;

/// A browser that this process started, or one that it is attached to. Dropping it kills a browser that was started;
/// [`Browser::close`] lets the browser write its profile first. One owner uses it directly; several use it at the same time through [seats](Chrome::seat).
#[derive(Debug)]
pub struct Chrome {
    running: Mutex<Option<RunningBrowser>>,
    connection: BrowserConnection,
    hands: Hands,
    /// Absent for a browser that somebody else started, as is the policy.
    gate: Option<EgressGate>,
    /// All gates of the browser, and how those of further contexts are opened.
    contexts: Option<(Arc<BrowserGates>, EgressSettings)>,
    policy: Option<PolicyHolder>,
    /// Present for a browser that somebody else started.
    attached: Option<Client>,
    /// Present for tabs behind an extension.
    tabs: Option<TabsHolder>,
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
        let gates = BrowserGates::new(&gate);
        let options = Options { egress: EgressControl::Gated(Arc::clone(&gates) as _), ..options };
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
        let policy = Some(gate.policy_holder());
        let (running, gate) = (Mutex::new(Some(running)), Some(gate));
        let contexts = Some((gates, launch.egress.clone()));
        Ok(Self { running, connection, hands, gate, contexts, policy, attached: None, tabs: None, sandbox, version })
    }

    /// Attaches to a browser that somebody else started, and opens one tab in it.
    ///
    /// # Errors
    /// See [`AttachError`].
    pub async fn attach(endpoint: &Endpoint, options: Options) -> Result<Self, AttachError> {
        let chrome = Self::attach_empty(endpoint, options).await?;
        let opened = chrome.hands.open_first_tab().await;
        opened.map_err(|why| AttachError::NotUsable { endpoint: endpoint.to_string(), why })?;
        Ok(chrome)
    }

    /// Attaches without opening a tab, for owners that [take seats](Chrome::seat).
    ///
    /// # Errors
    /// See [`AttachError`].
    pub async fn attach_empty(endpoint: &Endpoint, options: Options) -> Result<Self, AttachError> {
        let not_usable = |why: String| AttachError::NotUsable { endpoint: endpoint.to_string(), why };
        let client = attach::connect(endpoint).await?;
        let version = client.browser().call_within(&BrowserVersion {}, ANSWERED_WITHIN).await;
        let version = version.map_err(|error| not_usable(error.to_string()))?;
        // Its windows keep their size, and its downloads go where the person has them.
        let options = Options { viewport: None, downloads: None, ask_mode: AskMode::StopAndRepeat, ..options };
        let owner = options.owner.clone();
        let connection =
            BrowserConnection::new(client.clone(), options, Presence::PersonAtWindow, Arc::new(LocalFiles));
        let hands = connection.hands(owner).ok_or_else(|| not_usable("it has no room".to_owned()))?;
        connection.set_up().await.map_err(not_usable)?;
        let (running, attached) = (Mutex::new(None), Some(client));
        let sandbox = Sandbox::On;
        Ok(Self {
            running,
            connection,
            hands,
            gate: None,
            contexts: None,
            policy: None,
            attached,
            tabs: None,
            sandbox,
            version,
        })
    }

    /// Drives tabs of a person's browser through its extension, and opens the first one.
    ///
    /// # Errors
    /// Why the tabs cannot be used, as text for a person.
    pub async fn over_extension(tabs: ExtensionTabs, level: HandsLevel, options: Options) -> Result<Self, String> {
        let (transport, holder) = extension_tabs::transport(tabs);
        let client = Client::new(transport);
        let options = Options { viewport: None, downloads: None, ask_mode: AskMode::StopAndRepeat, ..options };
        let (owner, files) = (options.owner.clone(), Arc::new(NoFiles));
        let connection = match level {
            HandsLevel::Quiet => BrowserConnection::quiet(client, QuietStart::NewTab, options, files),
            HandsLevel::Debugger => BrowserConnection::new(client, options, Presence::PersonAtWindow, files),
        };
        let hands = connection.hands(owner).ok_or("it has no room")?;
        // Sent in this order without waiting: the browser performs them one after the other.
        let (set_up, tab) = tokio::join!(connection.set_up(), hands.open_first_tab());
        if let Err(why) = set_up.and(tab) {
            holder.let_go();
            return Err(why);
        }
        let running = Mutex::new(None);
        // The window shows which browser it is; no command asks for that at the quiet level.
        let unknown = String::new;
        let version = Version { product: "the browser".to_owned(), protocol_version: unknown(), user_agent: unknown() };
        let sandbox = Sandbox::On;
        let (gate, contexts, policy, attached, tabs) = (None, None, None, None, Some(holder));
        Ok(Self { running, connection, hands, gate, contexts, policy, attached, tabs, sandbox, version })
    }

    /// Whether the browser's extension carries what is done.
    #[must_use]
    pub fn is_behind_extension(&self) -> bool {
        self.tabs.is_some()
    }

    /// Whether somebody else started the browser.
    #[must_use]
    pub fn is_attached(&self) -> bool {
        self.attached.is_some()
    }

    /// Hands for one more owner; `None` when the browser has too many owners already.
    pub(crate) fn new_hands(&self, owner: TabOwner) -> Option<Hands> {
        self.connection.hands(owner)
    }

    pub(crate) fn new_chat_tab(&self) -> Option<webhand_hands::ChatTab> {
        self.connection.chat_tab()
    }

    /// The gate's policy for one more owner.
    pub(crate) fn policy_holder(&self) -> Option<PolicyHolder> {
        self.gate.as_ref().map(EgressGate::policy_holder)
    }

    /// A gate for one more context; `None` for a browser that somebody else started.
    pub(crate) fn open_context_gate(&self) -> Option<io::Result<EgressGate>> {
        let (gates, settings) = self.contexts.as_ref()?;
        let opened = EgressGate::open(settings);
        if let Ok(gate) = &opened {
            gates.add(gate);
        }
        Some(opened)
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

    /// The CDP session of a browser that somebody else started, for tests. No guard judges the calls made through it.
    #[cfg(feature = "raw-cdp")]
    #[must_use]
    pub fn browser_session(&self) -> Option<webhand_cdp::Session> {
        self.attached.as_ref().map(Client::browser)
    }

    /// The tabs, the current one first.
    #[must_use]
    pub fn tabs(&self) -> Vec<TabInfo> {
        self.hands.tabs()
    }

    /// Puts log-ins into the browser, before its first page.
    ///
    /// # Errors
    /// The reason why the browser does not take them, as text for a person.
    pub async fn write_storage(&self, state: &StorageState) -> Result<(), String> {
        self.hands.write_storage(state).await
    }

    /// The log-ins that the browser has now.
    ///
    /// # Errors
    /// The reason why they cannot be had, as text for a person; those of a browser that somebody else started are not given out.
    pub async fn read_storage(&self) -> Result<StorageState, String> {
        if self.is_attached() {
            return Err("the log-ins of a browser that webhand did not start stay in it".to_owned());
        }
        self.hands.read_storage().await
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
        if let Some(policy) = &self.policy {
            policy.apply(&approved);
        }
        self.hands.act(approved)
    }

    fn resolve_request(&self, resolution: RequestResolution) -> BoxFuture<'_, Outcome> {
        if let Some(policy) = &self.policy {
            policy.apply_resolution(&resolution);
        }
        self.hands.resolve_request(resolution)
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        async {
            self.connection.refuse_held().await;
            if let Some(running) = self.running.lock().await.take() {
                running.close().await;
            }
            if let Some(client) = &self.attached {
                self.hands.close().await;
                // Everything else of the person's browser goes on as before.
                if let Err(error) = client.browser().call_within(&DisableFetch {}, ANSWERED_WITHIN).await {
                    tracing::debug!(%error, "the browser was gone before webhand detached");
                }
            }
            if let Some(tabs) = &self.tabs {
                tabs.let_go();
            }
            self.connection.disconnect();
        }
        .boxed()
    }
}

const ANSWERED_WITHIN: Duration = Duration::from_secs(10);
