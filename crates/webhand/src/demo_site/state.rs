//! The state of the demo site: fixed content, and the changes of visitors, which live in memory.

use std::io;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::ledger::Ledger;
use super::visitor::Visitors;

pub(super) struct SiteState {
    pub messages: Vec<MailMessage>,
    pub products: Vec<Product>,
    pub archive: Vec<ArchiveRecord>,
    pub frame_url: String,
    /// How long the archive takes to answer.
    pub search_lateness: Duration,
    ledger: Mutex<Ledger>,
    visitors: Mutex<Visitors>,
    next_order: AtomicU32,
}

#[derive(Deserialize)]
pub(super) struct MailMessage {
    pub id: u32,
    pub sender: String,
    pub address: String,
    pub subject: String,
    pub time: String,
    pub lang: String,
    pub unread: bool,
    pub body: Vec<String>,
}

#[derive(Deserialize)]
pub(super) struct Product {
    pub slug: String,
    pub name: String,
    pub cents: u32,
    pub icon: String,
    pub text: String,
}

#[derive(Clone, Deserialize, Serialize)]
pub(super) struct ArchiveRecord {
    pub title: String,
    pub kind: String,
    pub year: u16,
    pub text: String,
}

impl SiteState {
    pub fn new(frame_url: String, search_lateness: Duration) -> io::Result<Self> {
        Ok(Self {
            messages: parse(include_str!("../../assets/demo/mail.json"))?,
            products: parse(include_str!("../../assets/demo/products.json"))?,
            archive: parse(include_str!("../../assets/demo/archive.json"))?,
            frame_url,
            search_lateness,
            ledger: Mutex::default(),
            visitors: Mutex::default(),
            next_order: AtomicU32::new(FIRST_ORDER),
        })
    }

    pub fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A caller that needs both locks takes this one first.
    pub fn visitors(&self) -> MutexGuard<'_, Visitors> {
        self.visitors.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn next_order(&self) -> u32 {
        self.next_order.fetch_add(1, Ordering::Relaxed)
    }

    pub fn product(&self, slug: &str) -> Option<&Product> {
        self.products.iter().find(|product| product.slug == slug)
    }
}

fn parse<T: DeserializeOwned>(json: &str) -> io::Result<T> {
    serde_json::from_str(json).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

const FIRST_ORDER: u32 = 1001;
