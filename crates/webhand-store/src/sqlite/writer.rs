//! The one writing connection, kept between writes together with what the last ones left known.
//!
//! Invariant: a connection that failed, or was left in the middle of something, is never used again, and what was known
//! goes with it. On a full disk SQLite ends a transaction by itself, and the connection's own bookkeeping no longer fits.
//!
//! A pool would do as well, but it sends each connection that comes back once more to its thread to see whether it lives,
//! and a journal is written several times for every action.

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection};
use tokio::sync::{Mutex, MutexGuard};
use webhand_model::{RunId, RunSummary, Seq};

use super::failure::Failure;

#[derive(Debug)]
pub(super) struct Writer {
    options: SqliteConnectOptions,
    slot: Mutex<Slot>,
}

#[derive(Debug)]
enum Slot {
    /// Nobody writes; the connection is missing if the last one failed.
    Free(Option<Box<Held>>),
    Closed,
}

#[derive(Debug)]
struct Held {
    connection: SqliteConnection,
    /// Unknown before the first write.
    safe: Option<Safe>,
    /// How the journals ended that were written last, the newest at the end.
    ends: Vec<(Seq, RunSummary)>,
}

/// When what is written is safe from a power cut. From the end of this program it is safe once it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Safe {
    /// Before anything follows from it, together with everything written earlier.
    AtOnce,
    /// With the next write that must be.
    Later,
}

impl Safe {
    /// FULL waits for the disk with each commit, NORMAL does not; both keep the order of what was written.
    fn pragma(self) -> &'static str {
        match self {
            Self::AtOnce => "PRAGMA synchronous = FULL",
            Self::Later => "PRAGMA synchronous = NORMAL",
        }
    }
}

impl Writer {
    pub(super) async fn connect(options: SqliteConnectOptions) -> Result<Self, Failure> {
        let slot = Mutex::new(Slot::Free(Some(Box::new(Held::new(options.connect().await?)))));
        Ok(Self { options, slot })
    }

    /// Waits until nobody else writes. Connects anew if the last write failed.
    pub(super) async fn turn(&self) -> Result<Turn<'_>, Failure> {
        let mut slot = self.slot.lock().await;
        let held = match &mut *slot {
            Slot::Closed => return Err(sqlx::Error::PoolClosed.into()),
            Slot::Free(held) => held.take(),
        };
        let held = match held {
            Some(held) => held,
            None => Box::new(Held::new(self.options.connect().await?)),
        };
        Ok(Turn { slot, held })
    }

    pub(super) async fn close(&self) -> Result<(), Failure> {
        match std::mem::replace(&mut *self.slot.lock().await, Slot::Closed) {
            Slot::Free(Some(held)) => Ok(held.connection.close().await?),
            Slot::Free(None) | Slot::Closed => Ok(()),
        }
    }
}

impl Held {
    fn new(connection: SqliteConnection) -> Self {
        Self { connection, safe: None, ends: Vec::new() }
    }
}

/// The connection, while somebody writes. If it is dropped, the connection is closed and SQLite takes back what was not
/// committed.
#[derive(Debug)]
pub(super) struct Turn<'a> {
    slot: MutexGuard<'a, Slot>,
    held: Box<Held>,
}

impl Turn<'_> {
    pub(super) fn connection(&mut self) -> &mut SqliteConnection {
        &mut self.held.connection
    }

    /// Nothing is under way any more, and the connection is as good as before.
    pub(super) fn over(self) {
        let Self { mut slot, held } = self;
        *slot = Slot::Free(Some(held));
    }

    /// How the next commit is to be kept. To be said outside of a transaction.
    pub(super) async fn keep_safe(&mut self, safe: Safe) -> Result<(), Failure> {
        if self.held.safe != Some(safe) {
            sqlx::raw_sql(safe.pragma()).execute(self.connection()).await?;
            self.held.safe = Some(safe);
        }
        Ok(())
    }

    /// The summary of a run whose journal was written last by this connection and ended there.
    pub(super) fn recall(&mut self, run: &RunId, end: Seq) -> Option<RunSummary> {
        let at = self.held.ends.iter().position(|(_, summary)| summary.id == *run)?;
        let (known, summary) = self.held.ends.remove(at);
        (known == end).then_some(summary)
    }

    pub(super) fn remember(&mut self, end: Seq, summary: RunSummary) {
        self.held.ends.retain(|(_, other)| other.id != summary.id);
        self.held.ends.push((end, summary));
        let too_many = self.held.ends.len().saturating_sub(MOST_REMEMBERED);
        self.held.ends.drain(..too_many);
    }
}

/// More runs than are usually worked on at the same time.
const MOST_REMEMBERED: usize = 32;
