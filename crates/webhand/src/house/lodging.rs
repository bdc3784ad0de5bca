//! The hands of one session: a browser of its own, or a seat in one that is shared.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, Result};
use webhand_chrome::{Chrome, Sandbox, Seat};
use webhand_model::{Owner, RunId, TabInfo};
use webhand_port::Browser;

use crate::command::{new_id, wish};
use crate::home::{Home, RunFolder, Scratch, make_private};
use crate::session::Terms;
use crate::wiring::{self, Wish};

pub enum Lodging {
    Own(Arc<Chrome>),
    Shared(Arc<Seat>, Arc<Hearth>),
}

impl Lodging {
    /// A browser that belongs to this run alone.
    pub async fn own(terms: &Terms, home: &Home, id: &RunId) -> Result<Self> {
        Ok(Self::Own(Arc::new(wiring::chrome(&wish(home, id, &terms.setup())?).await?)))
    }

    /// A seat in the browser of the house, with its own folder for downloads.
    pub async fn shared(hearth: &Arc<Hearth>, owner: &str, folder: &RunFolder) -> Result<Self> {
        let seat = hearth.chrome.seat(Owner::Session(owner.to_owned())).await?;
        make_private(&folder.downloads())?;
        seat.keep_downloads_in(folder.downloads());
        Ok(Self::Shared(Arc::new(seat), Arc::clone(hearth)))
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

    /// Comes back when the browser is gone.
    pub async fn ended(&self) {
        match self {
            Self::Own(chrome) => chrome.ended().await,
            Self::Shared(seat, _) => seat.ended().await,
        }
    }

    pub fn sandbox(&self) -> Sandbox {
        match self {
            Self::Own(chrome) => chrome.sandbox(),
            Self::Shared(_, hearth) => hearth.chrome.sandbox(),
        }
    }
}

/// The browser that everybody in a house shares, and where it lives.
pub struct Hearth {
    chrome: Arc<Chrome>,
    /// Gone with the browser.
    scratch: Mutex<Option<Scratch>>,
}

impl Hearth {
    /// Starts a browser without a tab.
    pub async fn light(terms: &Terms) -> Result<Self> {
        let home = Home::find(Some(&terms.data))?;
        let id = new_id()?;
        let scratch = home.scratch(&id)?;
        let wish = Wish { downloads: Some(arrivals(&home, &id)), ..wish(&home, &id, &terms.setup())? };
        let chrome = wiring::empty_chrome(&wish).await.context("cannot start the browser that sessions share")?;
        Ok(Self { chrome: Arc::new(chrome), scratch: Mutex::new(Some(scratch)) })
    }

    pub fn is_gone(&self) -> bool {
        self.chrome.is_gone()
    }

    pub async fn close(&self) {
        self.chrome.close().await;
        drop(self.scratch.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

/// Where downloads lie until they are given to whoever wanted them: gone with the browser.
fn arrivals(home: &Home, id: &RunId) -> PathBuf {
    home.run(id).downloads()
}
