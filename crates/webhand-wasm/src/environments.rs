//! Opens the browser and the brain of a run: tabs of the person's own browser, over messages of the host.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::sync::mpsc;
use webhand_cdp::Client;
use webhand_engine::{EnvironmentError, Ports, RunEnvironment, RunEnvironments, SecretKeeper};
use webhand_hands::{AskMode, BrowserConnection, Hands, NoFiles, Options, Presence, QuietStart};
use webhand_model::{RunId, TabOwner, Task, truncate};

use crate::brains::HostBrains;
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
}

impl Connections {
    pub(crate) fn take_frame(&self, run: &RunId, frame: String) -> Result<(), String> {
        let frames = self.lock().get(run).map(|connected| connected.frames.clone());
        let frames = frames.ok_or_else(|| format!("run {run} has no browser"))?;
        frames.try_send(frame).map_err(|error| format!("the frame cannot be taken: {error}"))
    }

    /// Ends the connection of a run; every call on it fails.
    pub(crate) fn close(&self, run: &RunId) -> Result<(), String> {
        self.lock().remove(run).map(drop).ok_or_else(|| format!("run {run} has no browser"))
    }

    fn has_level(&self, level: DriverLevel) -> bool {
        self.lock().values().any(|connected| connected.level == level)
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
}

impl HostEnvironments {
    async fn open_environment(
        &self,
        run: &RunId,
        task: &Task,
        brain: &str,
    ) -> Result<RunEnvironment, EnvironmentError> {
        let brains = HostBrains::for_task(self.configuration.clone(), self.fetches.clone(), task);
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
        let close = Box::new(move |_is_over| {
            async move {
                connection.refuse_held().await;
                connection.disconnect();
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
        self.open_first_tab(run, connection).await
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
        let RunSetup { level, tab } = *setup;
        self.outbox.push(ModuleMessage::BrowserOpen { run: run.clone(), level, name, tab, tabs });
        let (transport, frames) = host_transport(run.clone(), self.outbox.clone());
        self.connections.lock().insert(run.clone(), Connected { level, frames });
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
            let _ = self.connections.close(run);
            self.outbox.push(ModuleMessage::BrowserClose { run: run.clone() });
            return Err(EnvironmentError::NoBrowser(why));
        }
        Ok((connection, hands))
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

    fn forget<'a>(&'a self, _run: &'a RunId) -> BoxFuture<'a, ()> {
        std::future::ready(()).boxed()
    }

    /// There is one module in a browser.
    fn is_elsewhere(&self, _run: &RunId) -> bool {
        false
    }
}

const ONE_QUIET_RUN: &str = "another run works without the debugger already, and there can be one at a time: wait for its end, or \
                             start this one at the level debugger";
/// A tab group shows little more.
const LONGEST_NAME: usize = 30;
