//! Opens the browser and the brain of a run: tabs of the person's own browser, over messages of the host.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::sync::mpsc;
use webhand_cdp::Client;
use webhand_engine::{EnvironmentError, Ports, RunEnvironment, RunEnvironments, SecretKeeper};
use webhand_hands::{AskMode, BrowserConnection, Hands, NoFiles, Options, Presence, QuietStart};
use webhand_model::{RunId, TabOwner, Task, truncate};

use crate::brains::HostBrains;
use crate::chats::{ChatCalls, RunChats};
use crate::configuration::SharedConfiguration;
use crate::fetch::Fetches;
use crate::host_store::RunSetup;
use crate::host_transport::host_transport;
use crate::message::{DriverLevel, ModuleMessage};
use crate::{HostStore, Outbox};

/// The browsers of the runs under way: to whom the host's frames go.
#[derive(Clone, Default)]
pub(crate) struct Connections(Arc<Mutex<BTreeMap<RunId, Connected>>>);

/// The way to the browser of one run.
struct Connected {
    level: DriverLevel,
    frames: mpsc::Sender<String>,
    hands: Weak<Hands>,
    /// The run is changing to the debugger; until it has, the rules of the quiet level stand for it.
    is_leaving_quiet: bool,
}

impl Connections {
    pub(crate) fn take_frame(&self, run: &RunId, frame: String) -> Result<(), String> {
        let frames = self.lock().get(run).map(|connected| connected.frames.clone());
        let frames = frames.ok_or_else(|| format!("run {run} has no browser"))?;
        frames.try_send(frame).map_err(|error| format!("the frame cannot be taken: {error}"))
    }

    /// Ends the connection of a run; every call on it fails. One that is changing to the debugger keeps its place.
    pub(crate) fn close(&self, run: &RunId) -> Result<(), String> {
        if self.is_leaving_quiet(run) {
            return Ok(());
        }
        self.lock().remove(run).map(drop).ok_or_else(|| format!("run {run} has no browser"))
    }

    fn has_level(&self, level: DriverLevel) -> bool {
        self.lock().values().any(|connected| connected.level == level)
    }

    fn is_leaving_quiet(&self, run: &RunId) -> bool {
        self.lock().get(run).is_some_and(|connected| connected.is_leaving_quiet)
    }

    /// Keeps the hands of a run, to be asked where it is.
    fn keep_hands(&self, run: &RunId, hands: &Arc<Hands>) {
        if let Some(connected) = self.lock().get_mut(run) {
            connected.hands = Arc::downgrade(hands);
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<RunId, Connected>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The browser of the person, and the brains that the module can reach.
pub(crate) struct HostEnvironments {
    pub(crate) outbox: Outbox,
    pub(crate) store: Arc<HostStore>,
    pub(crate) connections: Connections,
    pub(crate) configuration: SharedConfiguration,
    pub(crate) fetches: Fetches,
    pub(crate) chats: ChatCalls,
}

impl HostEnvironments {
    async fn open_environment(
        &self,
        run: &RunId,
        task: &Task,
        brain: &str,
    ) -> Result<RunEnvironment, EnvironmentError> {
        let chats = Arc::new(RunChats::new(run.clone(), self.chats.clone(), Arc::clone(&self.store)));
        let (configuration, fetches) = (self.configuration.clone(), self.fetches.clone());
        let brains = HostBrains::for_task(configuration, fetches, Arc::clone(&chats), task);
        let brain = brains.open_with_helpers(brain).map_err(|error| EnvironmentError::NoBrain(error.to_string()))?;
        let setup = self.store.setup(run).await.map_err(|error| EnvironmentError::NoBrowser(error.to_string()))?;
        let (connection, hands) = match setup.level {
            DriverLevel::Debugger => self.open_debugger(run, task, &setup).await?,
            DriverLevel::Quiet => self.open_quiet(run, task, &setup).await?,
        };
        if setup.tab.is_some() {
            // After the browser was started again this number may be that of another tab.
            let begun = self.store.keep_setup(run, &RunSetup { tab: None, ..setup }).await;
            begun.map_err(|error| EnvironmentError::NoBrowser(error.to_string()))?;
        }
        let secrets = Arc::new(SecretKeeper::new(Arc::clone(&hands) as _));
        let browser = Arc::clone(&secrets) as _;
        let ports = Ports { browser, brain, brains: Arc::new(brains), store: Arc::clone(&self.store) as _ };
        let watched = Arc::clone(&hands);
        let gone = async move { watched.disconnected().await }.boxed();
        let (outbox, connections, run) = (self.outbox.clone(), self.connections.clone(), run.clone());
        // The tabs stay with the person, with what the run has brought them to.
        let close = Box::new(move |is_over| {
            async move {
                if is_over {
                    chats.release();
                }
                connection.refuse_held().await;
                connection.disconnect();
                if connections.is_leaving_quiet(&run) {
                    return;
                }
                // The browser may have closed the connection already.
                let _ = connections.close(&run);
                outbox.push(ModuleMessage::BrowserClose { run });
            }
            .boxed()
        });
        Ok(RunEnvironment { ports, secrets: Some(secrets), gone, close })
    }

    async fn open_debugger(
        &self,
        run: &RunId,
        task: &Task,
        setup: &RunSetup,
    ) -> Result<(BrowserConnection, Arc<Hands>), EnvironmentError> {
        let client = self.connect(run, task, setup);
        let connection = BrowserConnection::new(client, self.options(), Presence::PersonAtWindow, Arc::new(NoFiles));
        let opened = self.open_first_tab(run, connection).await;
        if !setup.after_quiet {
            return opened;
        }
        // The rules of the quiet level stand until the debugger holds what they hold.
        let holding = match &opened {
            Ok((_, hands)) => hold_first_tab(hands).await.map_err(EnvironmentError::NoBrowser),
            Err(_) => Ok(()),
        };
        if holding.is_err() {
            self.close_browser(run);
        }
        if !self.connections.has_level(DriverLevel::Quiet) {
            self.outbox.push(ModuleMessage::QuietLeave { run: run.clone() });
        }
        holding.and(opened)
    }

    /// The rules of the quiet level stand for one run.
    async fn open_quiet(
        &self,
        run: &RunId,
        task: &Task,
        setup: &RunSetup,
    ) -> Result<(BrowserConnection, Arc<Hands>), EnvironmentError> {
        if self.connections.has_level(DriverLevel::Quiet) {
            return Err(EnvironmentError::NoBrowser(ONE_QUIET_RUN.to_owned()));
        }
        let start = match setup.tab.map(u32::try_from) {
            None => QuietStart::NewTab,
            Some(Ok(tab)) => QuietStart::InTab(tab),
            Some(Err(_)) => return Err(EnvironmentError::NoBrowser("there is no such tab".to_owned())),
        };
        let client = self.connect(run, task, setup);
        let connection = BrowserConnection::quiet(client, start, self.options(), Arc::new(NoFiles));
        self.open_first_tab(run, connection).await
    }

    /// Has the host open the way to the browser for a run.
    fn connect(&self, run: &RunId, task: &Task, setup: &RunSetup) -> Client {
        let name = truncate(task.text.trim(), LONGEST_NAME).into_owned();
        let tabs = self.configuration.tab_limit();
        let RunSetup { level, tab, after_quiet: _ } = *setup;
        self.outbox.push(ModuleMessage::BrowserOpen { run: run.clone(), level, name, tab, tabs });
        let (transport, frames) = host_transport(run.clone(), self.outbox.clone());
        let connected = Connected { level, frames, hands: Weak::new(), is_leaving_quiet: false };
        self.connections.lock().insert(run.clone(), connected);
        Client::new(transport)
    }

    fn options(&self) -> Options {
        Options {
            viewport: None,
            downloads: None,
            ask_mode: AskMode::StopAndRepeat,
            digest_key: self.configuration.digest_key(),
            ..Options::default()
        }
    }

    async fn open_first_tab(
        &self,
        run: &RunId,
        connection: BrowserConnection,
    ) -> Result<(BrowserConnection, Arc<Hands>), EnvironmentError> {
        let hands = connection.hands(TabOwner::Session(run.to_string()));
        let hands = Arc::new(hands.ok_or_else(|| EnvironmentError::NoBrowser("it has no room".to_owned()))?);
        // Sent in this order without waiting: the browser performs them one after the other.
        let (set_up, tab) = tokio::join!(connection.set_up(), hands.open_first_tab());
        if let Err(why) = set_up.and(tab) {
            self.close_browser(run);
            return Err(EnvironmentError::NoBrowser(why));
        }
        self.connections.keep_hands(run, &hands);
        Ok((connection, hands))
    }

    fn close_browser(&self, run: &RunId) {
        let _ = self.connections.close(run);
        self.outbox.push(ModuleMessage::BrowserClose { run: run.clone() });
    }

    /// Notes that the run goes on with the debugger, in the tab where it is.
    async fn change_to_debugger(&self, run: &RunId) -> Result<(), EnvironmentError> {
        let hands = self.connections.lock().get(run).and_then(|connected| connected.hands.upgrade());
        let tab = hands.and_then(|hands| hands.browser_tab());
        let tab = tab.ok_or_else(|| EnvironmentError::NoBrowser("its tab is gone".to_owned()))?;
        let setup = RunSetup { level: DriverLevel::Debugger, tab: Some(tab.into()), after_quiet: true };
        self.store.keep_setup(run, &setup).await.map_err(|error| EnvironmentError::NoBrowser(error.to_string()))?;
        if let Some(connected) = self.connections.lock().get_mut(run) {
            connected.is_leaving_quiet = true;
        }
        Ok(())
    }
}

impl RunEnvironments for HostEnvironments {
    fn open<'a>(
        &'a self,
        run: &'a RunId,
        task: &'a Task,
        brain: &'a str,
    ) -> BoxFuture<'a, Result<RunEnvironment, EnvironmentError>> {
        self.open_environment(run, task, brain).boxed()
    }

    fn use_debugger<'a>(&'a self, run: &'a RunId) -> BoxFuture<'a, Result<(), EnvironmentError>> {
        self.change_to_debugger(run).boxed()
    }

    fn forget<'a>(&'a self, _run: &'a RunId) -> BoxFuture<'a, ()> {
        std::future::ready(()).boxed()
    }

    /// There is one module in a browser.
    fn is_elsewhere(&self, _run: &RunId) -> bool {
        false
    }
}

/// Nothing of the page that the run has touched leaves unjudged.
async fn hold_first_tab(hands: &Hands) -> Result<(), String> {
    hands.wait_for_first_page().await?;
    hands.hold_requests().await
}

const ONE_QUIET_RUN: &str = "another run works without the debugger already, and there can be one at a time: wait for its end, or \
                             start this one at the level debugger";
/// A tab group shows little more.
const LONGEST_NAME: usize = 30;
