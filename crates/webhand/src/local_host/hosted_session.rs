//! One session with its browser, its journal and its folder: everything that is given back when it ends.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, Result};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use webhand_chrome::{Sandbox, StorageState};
use webhand_engine::Session;
use webhand_model::{BrowserOwner, Permission, RunId, Task};
use webhand_port::Store;

use super::{SessionBrowser, SharedBrowser};
use crate::data_dir::{DataDir, RunFolder, RunLock, new_run_id};
use crate::leftovers::{CLEANED_WITHIN, spawn_cleanup};
use crate::session_process::{SessionInfo, SessionTerms};
use crate::wiring::{self, ATTACHED_NOTE};

/// A session and everything that was opened for it.
pub struct HostedSession {
    session: Session,
    browser: SessionBrowser,
    store: Arc<dyn Store>,
    folder: LockedFolder,
    notes: Vec<String>,
    closed: AtomicBool,
    /// Removes the folders that killed programs left behind.
    cleanup: Mutex<Option<JoinHandle<()>>>,
}

/// The folder of a session while it is open. Only downloaded files are left of it afterwards.
struct LockedFolder {
    path: RunFolder,
    _lock: RunLock,
}

impl LockedFolder {
    fn take(data_dir: &DataDir, id: &RunId) -> Result<Self> {
        let folder = data_dir.run_folder(id);
        let lock = folder.lock()?.context("another program has the same id")?;
        Ok(Self { path: folder, _lock: lock })
    }
}

impl Drop for LockedFolder {
    fn drop(&mut self) {
        self.path.remove_all_but_downloads();
    }
}

impl HostedSession {
    /// Starts a browser for `owner` alone and opens a session in it.
    pub async fn open(terms: &SessionTerms, owner: &str) -> Result<Self> {
        let data_dir = DataDir::find(Some(&terms.data))?;
        let id = new_run_id()?;
        let folder = LockedFolder::take(&data_dir, &id)?;
        folder.path.save_setup(&terms.setup())?;
        // The browser takes longest by far, so the journal is opened while it starts.
        let (browser, store) =
            tokio::try_join!(SessionBrowser::start_own(terms, &data_dir, &id), wiring::open_store(&data_dir))?;
        let cleanup = spawn_cleanup(&data_dir, &store);
        let mut opened = Self::open_with(terms, owner, id, folder, browser, store).await?;
        opened.cleanup = Mutex::new(Some(cleanup));
        Ok(opened)
    }

    /// Opens a session for `owner` in a browser that it shares with others.
    pub async fn open_in(
        shared: &Arc<SharedBrowser>,
        store: Arc<dyn Store>,
        terms: &SessionTerms,
        owner: &str,
    ) -> Result<Self> {
        let data_dir = DataDir::find(Some(&terms.data))?;
        let id = new_run_id()?;
        let folder = LockedFolder::take(&data_dir, &id)?;
        let browser = SessionBrowser::take_seat(shared, owner, &folder.path).await?;
        Self::open_with(terms, owner, id, folder, browser, store).await
    }

    async fn open_with(
        terms: &SessionTerms,
        owner: &str,
        id: RunId,
        folder: LockedFolder,
        browser: SessionBrowser,
        store: Arc<dyn Store>,
    ) -> Result<Self> {
        let task = terms.task(owner)?;
        let notes = notes(&task, browser.sandbox());
        let session = Session::open(id, task, browser.browser(), Arc::clone(&store)).await?;
        Ok(Self { session, browser, store, folder, notes, closed: AtomicBool::new(false), cleanup: Mutex::default() })
    }

    pub fn session(&self) -> &Session {
        &self.session
    }

    pub fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// The log-ins of its browser.
    pub async fn read_storage(&self) -> Result<StorageState, String> {
        self.browser.read_storage().await
    }

    /// Warnings that the person should see when the session starts.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Resolves when the session is over or its browser is gone.
    pub async fn ended(&self) {
        tokio::select! {
            () = self.session.ended() => {}
            () = self.browser.ended() => {}
        }
    }

    /// Ends the session and its browser. Only the journal and downloaded files are left.
    pub async fn close(&self) {
        if self.closed.swap(true, Ordering::Relaxed) {
            return;
        }
        self.session.close().await;
        self.folder.path.remove_all_but_downloads();
        let cleanup = self.cleanup.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(cleanup) = cleanup {
            // Folders that are not removed in time are left to the next session.
            let _ = timeout(CLEANED_WITHIN, cleanup).await;
        }
    }

    pub fn about(&self) -> SessionInfo {
        let tabs = self.browser.tabs();
        let current = tabs.first();
        SessionInfo {
            run: self.session.id().to_string(),
            title: current.map(|tab| tab.title.clone()),
            url: current.map(|tab| tab.url.clone()),
            tabs: tabs.len(),
            idle_ms: None,
            waiting: self.session.question().map(|(id, question)| format!("{id} {}", question.text)),
        }
    }
}

fn notes(task: &Task, sandbox: Sandbox) -> Vec<String> {
    let mut notes = Vec::new();
    match sandbox {
        Sandbox::On => {}
        Sandbox::OffForRoot => notes.push("the browser's sandbox is off, because webhand runs as root".to_owned()),
    }
    if task.browser_owner == BrowserOwner::Person {
        notes.push(ATTACHED_NOTE.to_owned());
    }
    if task.grants.iter().any(|grant| grant.origins.is_everything() && grant.permission >= Permission::Commit) {
        notes
            .push("--allow all: it may read, type, send, order and delete on every site without asking you".to_owned());
    }
    notes
}
