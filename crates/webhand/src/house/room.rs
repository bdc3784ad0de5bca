//! One session with its browser, its journal and its folder.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Result};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use webhand_chrome::Sandbox;
use webhand_engine::Session;
use webhand_model::{May, RunId, Task};
use webhand_port::Store;

use super::{Hearth, Lodging};
use crate::command::{new_id, sweep};
use crate::home::{Home, RunFolder, RunLock};
use crate::session::{About, Terms};
use crate::wiring;

/// Everything of one session.
pub struct Room {
    session: Session,
    lodging: Lodging,
    store: Arc<dyn Store>,
    folder: Folder,
    notes: Vec<String>,
    closed: AtomicBool,
    /// Clears away what killed programs left.
    sweeping: Mutex<Option<JoinHandle<()>>>,
}

/// The folder of a session while it lives. Nothing but what was downloaded is left of it.
struct Folder {
    folder: RunFolder,
    _lock: RunLock,
}

impl Folder {
    fn take(home: &Home, id: &RunId) -> Result<Self> {
        let folder = home.run(id);
        let lock = folder.take()?.context("another program has the same id")?;
        Ok(Self { folder, _lock: lock })
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        self.folder.clear();
    }
}

impl Room {
    /// Starts a browser and lets `owner` in.
    pub async fn open(terms: &Terms, owner: &str) -> Result<Self> {
        let home = Home::find(Some(&terms.data))?;
        let id = new_id()?;
        let folder = Folder::take(&home, &id)?;
        folder.folder.remember(&terms.setup())?;
        // The browser takes longest by far, so the journal is opened while it starts.
        let (lodging, store) = tokio::try_join!(Lodging::own(terms, &home, &id), wiring::store(&home))?;
        let sweeping = sweep(&home, &store);
        let mut room = Self::settle(terms, owner, id, folder, lodging, store).await?;
        room.sweeping = Mutex::new(Some(sweeping));
        Ok(room)
    }

    /// Lets `owner` into the browser of a house.
    pub async fn beside(hearth: &Arc<Hearth>, store: Arc<dyn Store>, terms: &Terms, owner: &str) -> Result<Self> {
        let home = Home::find(Some(&terms.data))?;
        let id = new_id()?;
        let folder = Folder::take(&home, &id)?;
        let lodging = Lodging::shared(hearth, owner, &folder.folder).await?;
        Self::settle(terms, owner, id, folder, lodging, store).await
    }

    async fn settle(
        terms: &Terms,
        owner: &str,
        id: RunId,
        folder: Folder,
        lodging: Lodging,
        store: Arc<dyn Store>,
    ) -> Result<Self> {
        let task = terms.task(owner)?;
        let notes = notes(&task, lodging.sandbox());
        let session = Session::open(id, task, lodging.browser(), Arc::clone(&store)).await?;
        Ok(Self { session, lodging, store, folder, notes, closed: AtomicBool::new(false), sweeping: Mutex::default() })
    }

    pub fn session(&self) -> &Session {
        &self.session
    }

    pub fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// What the person should know about it.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Comes back when the session is over or its browser is gone.
    pub async fn ended(&self) {
        tokio::select! {
            () = self.session.ended() => {}
            () = self.lodging.ended() => {}
        }
    }

    /// Ends the session and its browser. Nothing but the journal is left.
    pub async fn close(&self) {
        if self.closed.swap(true, Ordering::Relaxed) {
            return;
        }
        self.session.close().await;
        self.folder.folder.clear();
        let sweeping = self.sweeping.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(sweeping) = sweeping {
            // What it does not come to is left for the next.
            let _ = timeout(SWEPT_WITHIN, sweeping).await;
        }
    }

    pub fn about(&self) -> About {
        let tabs = self.lodging.tabs();
        let current = tabs.first();
        About {
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
    if task.grants.iter().any(|grant| grant.origins.is_everything() && grant.may >= May::Commit) {
        notes
            .push("--allow all: it may read, type, send, order and delete on every site without asking you".to_owned());
    }
    notes
}

/// How long a session that ends may still clear away what others left.
const SWEPT_WITHIN: Duration = Duration::from_secs(2);
