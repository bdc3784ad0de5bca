//! Where agents are let in: which browser they get, which journal, which brain their tasks.
//!
//! Invariant: whatever was started for an agent ends with its session, and everything with the house.

mod errand;
mod room;

use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::sync::{Mutex, OnceCell};
use webhand_api::{House, HouseError, Progress, TaskOrder, TaskReport};
use webhand_engine::{Asks, Session};
use webhand_port::Store;

use crate::cli::TermsArgs;
use crate::exit::in_words;
use crate::home::Home;
use crate::session::Terms;
use crate::settings::{Settings, SettingsFile};
use crate::wiring;

pub use room::Room;

/// The house of `webhand mcp` and `webhand serve`: the same terms for whoever comes.
pub struct Household {
    terms: Terms,
    settings: Settings,
    store: OnceCell<Arc<dyn Store>>,
    rooms: Mutex<Vec<Arc<Room>>>,
}

impl Household {
    /// What was written, completed by the person's settings. Nothing is started yet.
    pub fn open(args: &TermsArgs, data_dir: Option<&Path>) -> Result<Arc<Self>> {
        let settings = SettingsFile::find()?.settings()?;
        let terms = Terms::settle(args, data_dir, &settings)?;
        Ok(Arc::new(Self { terms, settings, store: OnceCell::new(), rooms: Mutex::default() }))
    }

    /// Ends every session and its browser.
    pub async fn close(&self) {
        let rooms = std::mem::take(&mut *self.rooms.lock().await);
        futures_util::future::join_all(rooms.iter().map(|room| room.close())).await;
    }

    async fn let_in(&self, owner: &str) -> Result<Session, HouseError> {
        let mut rooms = self.rooms.lock().await;
        rooms.retain(|room| !room.session().is_over());
        if rooms.len() >= MOST_SESSIONS {
            return Err(HouseError::Full(rooms.len()));
        }
        let room = Room::open(&self.terms, owner).await.map_err(|error| HouseError::NoBrowser(in_words(&error)))?;
        let room = Arc::new(room);
        rooms.push(Arc::clone(&room));
        let session = room.session().clone();
        // An agent ends its session, not its room.
        tokio::spawn(async move {
            room.session().ended().await;
            room.close().await;
        });
        Ok(session)
    }

    async fn journal(&self) -> Result<Arc<dyn Store>, HouseError> {
        let opened = self.store.get_or_try_init(|| async {
            let home = Home::find(Some(&self.terms.data))?;
            anyhow::Ok(wiring::store(&home).await? as Arc<dyn Store>)
        });
        opened.await.cloned().map_err(|error| HouseError::Journal(in_words(&error)))
    }
}

impl House for Household {
    fn open_session<'a>(&'a self, owner: &'a str) -> BoxFuture<'a, Result<Session, HouseError>> {
        self.let_in(owner).boxed()
    }

    fn run_task(
        &self,
        order: TaskOrder,
        progress: Progress,
        asks: Option<Arc<dyn Asks>>,
    ) -> BoxFuture<'_, Result<TaskReport, HouseError>> {
        async move {
            let store = self.journal().await?;
            errand::carry_out(&self.terms, &self.settings, store, order, progress, asks).await
        }
        .boxed()
    }

    fn store(&self) -> BoxFuture<'_, Result<Arc<dyn Store>, HouseError>> {
        self.journal().boxed()
    }
}

/// Each has a browser of its own.
const MOST_SESSIONS: usize = 32;
