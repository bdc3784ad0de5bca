//! The browser of one session: its own, or a seat in one that several sessions share.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, Result};
use webhand_chrome::{Chrome, Sandbox, Seat, StorageState};
use webhand_model::{RunId, TabInfo, TabOwner};
use webhand_port::Browser;

use crate::cli::BrowserArg;
use crate::data_dir::{DataDir, RunFolder, ScratchFolder, make_private, new_run_id};
use crate::session_process::SessionTerms;
use crate::wiring::{self, BrowserLaunch};

/// The browser a session works in.
pub enum SessionBrowser {
    Own(Arc<Chrome>),
    Shared(Arc<Seat>, Arc<SharedBrowser>),
}

impl SessionBrowser {
    /// Starts a browser that belongs to this run alone.
    pub async fn start_own(terms: &SessionTerms, data_dir: &DataDir, id: &RunId) -> Result<Self> {
        Ok(Self::Own(Arc::new(wiring::start_chrome(&BrowserLaunch::for_run(data_dir, id, &terms.setup())?).await?)))
    }

    /// Takes a seat in a shared browser, with a download folder of its own.
    pub async fn take_seat(shared: &Arc<SharedBrowser>, owner: &str, folder: &RunFolder) -> Result<Self> {
        let owner = TabOwner::Session(owner.to_owned());
        let seat = match shared.contexts {
            Contexts::OfSession => shared.chrome.private_seat(owner, None).await?,
            Contexts::Shared => shared.chrome.seat(owner).await?,
        };
        make_private(&folder.downloads())?;
        seat.keep_downloads_in(folder.downloads());
        Ok(Self::Shared(Arc::new(seat), Arc::clone(shared)))
    }

    pub fn browser(&self) -> Arc<dyn Browser> {
        match self {
            Self::Own(chrome) => Arc::clone(chrome) as _,
            Self::Shared(seat, _) => Arc::clone(seat) as _,
        }
    }

    /// Its tabs, the current one first.
    pub fn tabs(&self) -> Vec<TabInfo> {
        match self {
            Self::Own(chrome) => chrome.tabs(),
            Self::Shared(seat, _) => seat.tabs(),
        }
    }

    /// The log-ins of a browser that belongs to one session alone.
    pub async fn read_storage(&self) -> Result<StorageState, String> {
        match self {
            Self::Own(chrome) => chrome.read_storage().await,
            Self::Shared(..) => Err("the log-ins of a browser that sessions share belong to none of them".to_owned()),
        }
    }

    /// Resolves when the browser is gone.
    pub async fn ended(&self) {
        match self {
            Self::Own(chrome) => chrome.ended().await,
            Self::Shared(seat, _) => seat.ended().await,
        }
    }

    pub fn sandbox(&self) -> Sandbox {
        match self {
            Self::Own(chrome) => chrome.sandbox(),
            Self::Shared(_, shared) => shared.chrome.sandbox(),
        }
    }
}

/// Whether sessions in one browser have cookies and a way to the network of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contexts {
    /// The sessions of several agents: what the person allows one of them is not allowed to the others.
    OfSession,
    /// The sessions of one agent, and those that use a profile or a window of the person.
    Shared,
}

/// The browser that all sessions of a host share, with the folder it lives in.
pub struct SharedBrowser {
    chrome: Arc<Chrome>,
    contexts: Contexts,
    /// Removed when the browser is closed.
    scratch: Mutex<Option<ScratchFolder>>,
}

impl SharedBrowser {
    /// Starts a browser without a tab.
    pub async fn start(terms: &SessionTerms, contexts: Contexts) -> Result<Self> {
        let is_plain = terms.profile.is_none() && matches!(terms.browser, BrowserArg::Headless);
        let contexts = if is_plain { contexts } else { Contexts::Shared };
        let data_dir = DataDir::find(Some(&terms.data))?;
        let id = new_run_id()?;
        let scratch = data_dir.scratch(&id)?;
        let launch = BrowserLaunch {
            downloads: Some(arrivals(&data_dir, &id)),
            ..BrowserLaunch::for_run(&data_dir, &id, &terms.setup())?
        };
        let chrome =
            wiring::start_empty_chrome(&launch).await.context("cannot start the browser that sessions share")?;
        Ok(Self { chrome: Arc::new(chrome), contexts, scratch: Mutex::new(Some(scratch)) })
    }

    /// As [`start`](Self::start), without a profile that the terms name and without a window.
    pub async fn start_plain(terms: &SessionTerms) -> Result<Self> {
        let terms = SessionTerms { profile: None, browser: BrowserArg::Headless, storage_state: None, ..terms.clone() };
        Self::start(&terms, Contexts::OfSession).await
    }

    /// A part of the browser with cookies and a way to the network of its own.
    pub async fn private_seat(&self, owner: TabOwner, cookies: Option<&[u8]>) -> Result<Seat> {
        Ok(self.chrome.private_seat(owner, cookies).await?)
    }

    pub fn is_gone(&self) -> bool {
        self.chrome.is_gone()
    }

    pub async fn close(&self) {
        self.chrome.close().await;
        drop(self.scratch.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

/// The folder where downloads lie until the session that started them takes them; removed with the browser.
fn arrivals(data_dir: &DataDir, id: &RunId) -> PathBuf {
    data_dir.run_folder(id).downloads()
}
