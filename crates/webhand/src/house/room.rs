//! One session with its browser, its journal and its folder.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context as _, Result};
use webhand_chrome::{Chrome, Sandbox};
use webhand_engine::Session;
use webhand_model::May;
use webhand_port::{Browser, Store};

use crate::command::{new_id, sweep, wish};
use crate::home::{Home, RunFolder, RunLock};
use crate::session::{About, Terms};
use crate::wiring;

/// Everything of one session.
pub struct Room {
    session: Session,
    chrome: Arc<Chrome>,
    store: Arc<dyn Store>,
    folder: RunFolder,
    notes: Vec<String>,
    closed: AtomicBool,
    _lock: RunLock,
}

impl Room {
    /// Starts a browser and lets `owner` in.
    pub async fn open(terms: &Terms, owner: &str) -> Result<Self> {
        let home = Home::find(Some(&terms.data))?;
        let id = new_id()?;
        let folder = home.run(&id);
        let setup = terms.setup();
        let wish = wish(&home, &id, &setup)?;
        let task = terms.task(owner)?;
        let lock = folder.take()?.context("another program has the same id")?;
        let prepared = async {
            folder.remember(&setup)?;
            // The browser takes longest by far, so the journal is opened while it starts.
            tokio::try_join!(wiring::chrome(&wish), wiring::store(&home))
        };
        let opened = match prepared.await {
            Ok((chrome, store)) => {
                // Nobody waits for it; what it does not come to is left for the next.
                drop(sweep(&home, &store));
                let (chrome, store) = (Arc::new(chrome), store as Arc<dyn Store>);
                let everything =
                    task.grants.iter().any(|grant| grant.origins.is_everything() && grant.may >= May::Commit);
                let session = Session::open(id, task, Arc::clone(&chrome) as _, Arc::clone(&store)).await;
                session.map(|session| (session, chrome, store, everything)).map_err(Into::into)
            }
            Err(error) => Err(error),
        };
        match opened {
            Ok((session, chrome, store, everything)) => {
                let notes = notes(&chrome, everything);
                Ok(Self { session, chrome, store, folder, notes, closed: AtomicBool::new(false), _lock: lock })
            }
            Err(error) => {
                folder.remove();
                Err(error)
            }
        }
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
            () = self.chrome.ended() => {}
        }
    }

    /// Ends the session and its browser. Nothing but the journal is left.
    pub async fn close(&self) {
        if self.closed.swap(true, Ordering::Relaxed) {
            return;
        }
        self.session.close().await;
        self.chrome.close().await;
        self.folder.clear();
    }

    pub fn about(&self) -> About {
        let tabs = self.chrome.tabs();
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

fn notes(chrome: &Chrome, everything: bool) -> Vec<String> {
    let mut notes = Vec::new();
    match chrome.sandbox() {
        Sandbox::On => {}
        Sandbox::OffForRoot => notes.push("the browser's sandbox is off, because webhand runs as root".to_owned()),
    }
    if everything {
        notes
            .push("--allow all: it may read, type, send, order and delete on every site without asking you".to_owned());
    }
    notes
}
