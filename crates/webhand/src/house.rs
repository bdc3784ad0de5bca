//! Where agents are let in: which browser they get, which journal, which brain their tasks.
//!
//! Invariant: whatever was started for an agent ends with its session, and everything with the house.

mod errand;
mod lodging;
mod room;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Result;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::sync::{Mutex, OnceCell};
use webhand_api::{House, HouseError, Progress, TaskOrder, TaskReport};
use webhand_engine::{Asks, Session};
use webhand_model::RunId;
use webhand_port::Store;

use crate::cli::TermsArgs;
use crate::exit::in_words;
use crate::home::Home;
use crate::session::Terms;
use crate::settings::{Settings, SettingsFile};
use crate::wiring;

use lodging::{Hearth, Lodging};
pub use room::Room;

/// The house of `webhand mcp` and `webhand serve`: the same terms for whoever comes.
pub struct Household {
    terms: Terms,
    settings: Settings,
    store: OnceCell<Arc<dyn Store>>,
    rooms: Mutex<Rooms>,
}

/// Who is in the house.
#[derive(Default)]
struct Rooms {
    /// The browser they share, started when the first one comes.
    hearth: Option<Arc<Hearth>>,
    taken: Vec<Arc<Room>>,
}

impl Household {
    /// What was written, completed by the person's settings. Nothing is started yet.
    pub fn open(args: &TermsArgs, data_dir: Option<&Path>) -> Result<Arc<Self>> {
        let settings = SettingsFile::find()?.settings()?;
        let terms = Terms::settle(args, data_dir, &settings)?;
        Ok(Arc::new(Self { terms, settings, store: OnceCell::new(), rooms: Mutex::default() }))
    }

    /// Ends every session and the browser.
    pub async fn close(&self) {
        let rooms = std::mem::take(&mut *self.rooms.lock().await);
        futures_util::future::join_all(rooms.taken.iter().map(|room| room.close())).await;
        if let Some(hearth) = rooms.hearth {
            hearth.close().await;
        }
    }

    async fn let_in(&self, owner: &str) -> Result<Session, HouseError> {
        let store = self.journal().await?;
        // Held while the browser starts, so that those who come at once wait for the same one.
        let mut rooms = self.rooms.lock().await;
        rooms.taken.retain(|room| !room.session().is_over());
        if rooms.taken.len() >= MOST_SESSIONS {
            return Err(HouseError::Full(rooms.taken.len()));
        }
        let no_browser = |error: anyhow::Error| HouseError::NoBrowser(in_words(&error));
        let hearth = match rooms.hearth.take_if(|hearth| !hearth.is_gone()) {
            Some(hearth) => hearth,
            None => Arc::new(Hearth::light(&self.terms).await.map_err(no_browser)?),
        };
        rooms.hearth = Some(Arc::clone(&hearth));
        let room = Room::beside(&hearth, store, &self.terms, owner).await.map_err(no_browser)?;
        let room = Arc::new(room);
        rooms.taken.push(Arc::clone(&room));
        let session = room.session().clone();
        // An agent ends its session, not its room; and a browser that is gone ends both.
        tokio::spawn(async move {
            room.ended().await;
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

    fn downloads(&self, session: &RunId) -> Option<PathBuf> {
        Home::find(Some(&self.terms.data)).ok().map(|home| home.run(session).downloads())
    }
}

/// In one browser.
const MOST_SESSIONS: usize = 32;

#[cfg(test)]
mod tests;
