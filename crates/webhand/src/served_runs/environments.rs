//! A part of a browser for each run of a server, with the run's folder, profile and brain. A run with the profile of a whole browser, a
//! window or a person's own browser has one to itself.

use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, pending, ready};
use tokio::task::spawn_blocking;
use webhand_api::hands::HandsHub;
use webhand_engine::{EnvironmentError, Ports, RunEnvironment, RunEnvironments, SecretKeeper};
use webhand_model::{RunId, Task};
use webhand_port::{Brain, Browser as _};
use webhand_store::SqliteStore;

use crate::cli::BrowserArg;
use crate::data_dir::{DataDir, RunFolder, RunLock, RunSetup};
use crate::exit::error_in_one_line;
use crate::session_process::SessionTerms;
use crate::wiring::{self, BrainOpener, BrowserLaunch, HelperBrains};

use super::profile_archive::{pack_profile, unpack_profile};
use super::profiles::{Profiles, TakenProfile};
use super::shared_browsers::{CookiePlace, RunSeat, SharedBrowsers};
use super::thin::ThinBrowsers;

/// Opens browsers of this machine.
pub struct LocalEnvironments {
    terms: SessionTerms,
    store: Arc<SqliteStore>,
    profiles: Arc<Profiles>,
    browsers: Arc<SharedBrowsers>,
    thin: Arc<ThinBrowsers>,
    /// The paired browsers that are connected to this server.
    hands: HandsHub,
}

impl LocalEnvironments {
    pub fn new(
        terms: SessionTerms,
        store: Arc<SqliteStore>,
        thin: Arc<ThinBrowsers>,
        profiles: Arc<Profiles>,
        hands: HandsHub,
    ) -> Self {
        let browsers = Arc::new(SharedBrowsers::new(terms.clone()));
        Self { terms, store, profiles, browsers, thin, hands }
    }

    fn data_dir(&self) -> Result<DataDir, EnvironmentError> {
        DataDir::find(Some(&self.terms.data)).map_err(no_browser)
    }

    async fn open_environment(
        &self,
        run: &RunId,
        task: &Task,
        brain: &str,
    ) -> Result<RunEnvironment, EnvironmentError> {
        let data_dir = self.data_dir()?;
        let folder = data_dir.run_folder(run);
        let lock = folder.lock().map_err(no_browser)?.ok_or(EnvironmentError::Elsewhere)?;
        let helpers = HelperBrains::for_task(task);
        // A chat is opened in a browser that the run has to itself.
        let uses_chat = helpers.use_chats_with(brain);
        let brain = wiring::open_brain_with_helpers(brain, &helpers)
            .map_err(|error| EnvironmentError::NoBrain(error_in_one_line(&error)))?;
        let setup = folder.load_setup();
        if setup.thin_client && uses_chat {
            return Err(EnvironmentError::NoBrain(NO_CHATS_FOR_THIN.to_owned()));
        }
        if setup.thin_client {
            return Ok(self.with_thin_client(run, brain, helpers, folder, lock));
        }
        let profile = self.take_profile(setup.profile.as_deref())?;
        let place = self.cookie_place(profile.as_ref(), &folder)?;
        if let Some(place) = place.filter(|_| is_headless(&setup) && !uses_chat) {
            let seat = self.browsers.seat(run, &folder, place).await.map_err(no_browser)?;
            return Ok(self.in_context(seat, brain, helpers, folder, lock, profile));
        }
        if let Some(name) = setup.profile.clone() {
            let at = data_dir.clone();
            let unpacked = spawn_blocking(move || unpack_profile(&at, &name)).await;
            unpacked.map_err(anyhow::Error::from).and_then(|unpacked| unpacked).map_err(no_browser)?;
        }
        let launch = self.launch_of(&data_dir, run, &setup, task)?;
        let chrome = Arc::new(wiring::start_chrome(&launch).await.map_err(no_browser)?);
        helpers.attach_chats(&chrome, &launch, None);
        let keeper = wiring::keep_secrets(&chrome);
        let ports = Ports {
            browser: Arc::clone(&keeper) as _,
            brain,
            brains: Arc::new(BrainOpener(helpers)),
            store: Arc::clone(&self.store) as _,
        };
        let watched = Arc::clone(&chrome);
        let gone = async move { watched.ended().await }.boxed();
        let close = Box::new(move |is_over: bool| {
            async move {
                chrome.close().await;
                give_back(&folder, lock, is_over);
                if let Some(taken) = profile {
                    let packed = spawn_blocking(move || pack_profile(&data_dir, &taken.name)).await;
                    if let Err(error) = packed.map_err(anyhow::Error::from).and_then(|packed| packed) {
                        tracing::warn!(%error, "a profile stays unencrypted until its next run has ended");
                    }
                }
            }
            .boxed()
        });
        Ok(RunEnvironment { ports, secrets: Some(keeper), gone, close })
    }

    /// How the browser of a run is started, or reached where it is a paired one.
    fn launch_of(
        &self,
        data_dir: &DataDir,
        run: &RunId,
        setup: &RunSetup,
        task: &Task,
    ) -> Result<BrowserLaunch, EnvironmentError> {
        let mut launch = BrowserLaunch::for_run(data_dir, run, setup).map_err(no_browser)?;
        launch.name_tabs(task);
        if let Some(extension) = &mut launch.extension {
            extension.hub = Some(self.hands.clone());
        }
        Ok(launch)
    }

    /// A run whose client has the browser.
    fn with_thin_client(
        &self,
        run: &RunId,
        brain: Arc<dyn Brain>,
        helpers: HelperBrains,
        folder: RunFolder,
        lock: RunLock,
    ) -> RunEnvironment {
        let brains = Arc::new(BrainOpener(helpers));
        let ports = Ports { browser: self.thin.of(run), brain, brains, store: Arc::clone(&self.store) as _ };
        let (thin, run) = (Arc::clone(&self.thin), run.clone());
        let close = Box::new(move |is_over: bool| {
            if is_over {
                thin.remove(&run);
            }
            give_back(&folder, lock, is_over);
            ready(()).boxed()
        });
        RunEnvironment { ports, secrets: None, gone: pending().boxed(), close }
    }

    /// A run in a context of a browser that it shares with others.
    fn in_context(
        &self,
        seat: RunSeat,
        brain: Arc<dyn Brain>,
        helpers: HelperBrains,
        folder: RunFolder,
        lock: RunLock,
        profile: Option<TakenProfile>,
    ) -> RunEnvironment {
        let keeper = Arc::new(SecretKeeper::new(Arc::clone(&seat.seat) as _));
        let ports = Ports {
            browser: Arc::clone(&keeper) as _,
            brain,
            brains: Arc::new(BrainOpener(helpers)),
            store: Arc::clone(&self.store) as _,
        };
        let seat = Arc::new(seat);
        let (watched, browsers) = (Arc::clone(&seat), Arc::clone(&self.browsers));
        let gone = async move { watched.ended().await }.boxed();
        let close = Box::new(move |is_over: bool| {
            async move {
                seat.close(is_over).await;
                drop(seat);
                drop(profile);
                give_back(&folder, lock, is_over);
                browsers.close_unused().await;
            }
            .boxed()
        });
        RunEnvironment { ports, secrets: Some(keeper), gone, close }
    }

    /// Where a run that works in a context keeps its cookies; `None` when its profile is that of a whole browser.
    fn cookie_place(
        &self,
        profile: Option<&TakenProfile>,
        folder: &RunFolder,
    ) -> Result<Option<CookiePlace>, EnvironmentError> {
        let Some(taken) = profile else { return Ok(Some(CookiePlace { file: folder.cookies(), is_kept: false })) };
        let file = self.profiles.cookies_of(&taken.name).map_err(no_browser)?;
        Ok(file.map(|file| CookiePlace { file, is_kept: true }))
    }

    fn take_profile(&self, name: Option<&str>) -> Result<Option<TakenProfile>, EnvironmentError> {
        let Some(name) = name else { return Ok(None) };
        let busy = || EnvironmentError::Busy(format!("another run uses the profile {name}"));
        self.profiles.take(name).map(Some).ok_or_else(busy)
    }
}

impl RunEnvironments for LocalEnvironments {
    fn open<'a>(
        &'a self,
        run: &'a RunId,
        task: &'a Task,
        brain: &'a str,
    ) -> BoxFuture<'a, Result<RunEnvironment, EnvironmentError>> {
        self.open_environment(run, task, brain).boxed()
    }

    fn forget<'a>(&'a self, run: &'a RunId) -> BoxFuture<'a, ()> {
        async move {
            if let Ok(data_dir) = self.data_dir() {
                data_dir.run_folder(run).remove();
            }
        }
        .boxed()
    }

    fn is_elsewhere(&self, run: &RunId) -> bool {
        self.data_dir().is_ok_and(|data_dir| data_dir.run_folder(run).is_locked())
    }
}

/// Whether a run does without a window and without the person's own browser.
fn is_headless(setup: &RunSetup) -> bool {
    matches!(setup.browser, None | Some(BrowserArg::Headless))
}

/// A run that goes on later needs its profile; one that is over needs only its journal.
fn give_back(folder: &RunFolder, lock: RunLock, is_over: bool) {
    if is_over {
        folder.remove_profile();
    }
    drop(lock);
}

#[expect(clippy::needless_pass_by_value, reason = "it maps errors")]
fn no_browser(error: anyhow::Error) -> EnvironmentError {
    EnvironmentError::NoBrowser(error_in_one_line(&error))
}

const NO_CHATS_FOR_THIN: &str = "a chat is opened in a browser of the server's own, and this run's browser is at its client; name \
                                 a model";
