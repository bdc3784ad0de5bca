//! Browsers that several runs of a server share. Each run has a context of its own in one of them: cookies, cache, tabs and way
//! to the network are its alone, and are gone with it.
//!
//! Invariant: a browser that is gone is given to nobody; its runs take contexts in another one.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::Result;
use tokio::sync::{Mutex, OnceCell};
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::sleep;
use webhand_chrome::Seat;
use webhand_model::{RunId, TabOwner};
use webhand_port::Browser as _;

use crate::data_dir::{DataDir, RunFolder, make_private};
use crate::local_host::SharedBrowser;
use crate::profile_cipher::ProfileCipher;
use crate::session_process::SessionTerms;

/// The browsers of one server.
pub struct SharedBrowsers {
    terms: SessionTerms,
    open: Mutex<Vec<OpenBrowser>>,
    /// The cipher that encrypts the cookies of runs.
    seal: OnceCell<Arc<ProfileCipher>>,
}

struct OpenBrowser {
    browser: Arc<SharedBrowser>,
    runs: Arc<AtomicUsize>,
}

/// A run's part of a browser.
pub struct RunSeat {
    pub seat: Arc<Seat>,
    browser: Arc<SharedBrowser>,
    keeper: CookieKeeper,
    keeping: JoinHandle<()>,
    /// The cookies that it keeps are needed when the run is over, too.
    is_kept: bool,
    /// Counts the run as long as it has its part.
    _place: Place,
}

/// Where the cookies of a run are kept.
pub struct CookiePlace {
    pub file: PathBuf,
    /// They belong to a named profile and stay when the run is over.
    pub is_kept: bool,
}

/// One run in the count of a browser.
struct Place(Arc<AtomicUsize>);

impl Place {
    fn take(runs: &Arc<AtomicUsize>) -> Self {
        runs.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(runs))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl SharedBrowsers {
    pub fn new(terms: SessionTerms) -> Self {
        Self { terms, open: Mutex::default(), seal: OnceCell::new() }
    }

    /// Takes a context for a run, in a browser with room or in a new one.
    pub async fn seat(&self, run: &RunId, folder: &RunFolder, place: CookiePlace) -> Result<RunSeat> {
        let (browser, counted) = self.browser_with_room().await?;
        let encryption = self.seal().await?;
        let cookies = encryption.read(&place.file).unwrap_or_else(|error| {
            tracing::warn!(%error, "the log-ins of a run cannot be read; it goes on without them");
            None
        });
        let owner = TabOwner::Session(format!("run {}", run.short()));
        let seat = Arc::new(browser.private_seat(owner, cookies.as_deref()).await?);
        make_private(&folder.downloads())?;
        seat.keep_downloads_in(folder.downloads());
        let keeper = CookieKeeper { seat: Arc::clone(&seat), seal: encryption, path: place.file };
        let keeping = tokio::spawn(keeper.clone().keep(cookies));
        Ok(RunSeat { seat, browser, keeper, keeping, is_kept: place.is_kept, _place: counted })
    }

    async fn seal(&self) -> Result<Arc<ProfileCipher>> {
        let opened = self.seal.get_or_try_init(|| async {
            let data_dir = DataDir::find(Some(&self.terms.data))?;
            let seal = spawn_blocking(move || ProfileCipher::open(&data_dir)).await??;
            anyhow::Ok(Arc::new(seal))
        });
        opened.await.cloned()
    }

    async fn browser_with_room(&self) -> Result<(Arc<SharedBrowser>, Place)> {
        // Held while a browser starts, so that runs which begin at the same time share it.
        let mut open = self.open.lock().await;
        open.retain(|open| !open.browser.is_gone());
        if let Some(open) = open.iter().find(|open| open.runs.load(Ordering::Relaxed) < MOST_RUNS) {
            return Ok((Arc::clone(&open.browser), Place::take(&open.runs)));
        }
        let browser = Arc::new(SharedBrowser::start_plain(&self.terms).await?);
        let runs = Arc::default();
        let place = Place::take(&runs);
        open.push(OpenBrowser { browser: Arc::clone(&browser), runs });
        Ok((browser, place))
    }

    /// Closes browsers that nobody uses.
    pub async fn close_unused(&self) {
        let unused = {
            let mut open = self.open.lock().await;
            let (unused, used) = open.drain(..).partition(|open| open.runs.load(Ordering::Relaxed) == 0);
            *open = used;
            let unused: Vec<OpenBrowser> = unused;
            unused
        };
        for open in unused {
            open.browser.close().await;
        }
    }
}

impl RunSeat {
    /// Returns when the browser is gone.
    pub async fn ended(&self) {
        self.seat.ended().await;
    }

    /// Gives the part back. A run that goes on later keeps its cookies.
    pub async fn close(&self, is_over: bool) {
        self.keeping.abort();
        if self.browser.is_gone() {
            return;
        }
        if (!is_over || self.is_kept)
            && let Ok(cookies) = self.seat.cookies().await
        {
            self.keeper.write(cookies);
        }
        self.seat.close().await;
    }
}

/// Writes down the cookies of a run, so that it is still logged in when its browser or its server was gone.
#[derive(Clone)]
struct CookieKeeper {
    seat: Arc<Seat>,
    seal: Arc<ProfileCipher>,
    path: PathBuf,
}

impl CookieKeeper {
    async fn keep(self, mut known: Option<Vec<u8>>) {
        loop {
            sleep(BETWEEN_COOKIES).await;
            let Ok(cookies) = self.seat.cookies().await else { continue };
            if known.as_ref() != Some(&cookies) {
                self.write(cookies.clone());
                known = Some(cookies);
            }
        }
    }

    fn write(&self, cookies: Vec<u8>) {
        if cookies.len() <= NO_COOKIES {
            return;
        }
        if let Err(error) = self.seal.write(&self.path, cookies) {
            tracing::warn!(%error, "the log-ins of a run cannot be kept; it may have to log in again");
        }
    }
}

/// How many runs lose their browser with one that crashes, and start again in another.
const MOST_RUNS: usize = 6;
/// So much log-in is lost at most when the server is killed.
pub const BETWEEN_COOKIES: Duration = Duration::from_secs(3);
/// An empty list.
const NO_COOKIES: usize = 2;
