//! The one writing connection, with the known ends of the journals that were written last.
//!
//! Invariant: a connection that failed, or was dropped in the middle of a write, is never used again, and the known ends
//! are discarded with it. On a full disk SQLite ends a transaction by itself, and the driver's state is wrong then.
//!
//! A pool would work too, but it checks each returned connection with a round trip to its thread, and a journal is written
//! several times for every action.

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection};
use tokio::sync::{Mutex, MutexGuard};
use webhand_model::{RunId, RunSummary, Seq};

use super::failure::Failure;
use super::identity::{DatabaseFile, LogFiles};

#[derive(Debug)]
pub(super) struct Writer {
    options: SqliteConnectOptions,
    file: DatabaseFile,
    slot: Mutex<Slot>,
}

#[derive(Debug)]
enum Slot {
    /// No write is under way; the connection is missing if the last one failed.
    Free(Option<Box<WriterConnection>>),
    Closed,
}

#[derive(Debug)]
struct WriterConnection {
    connection: SqliteConnection,
    /// Unknown before the first write.
    durability: Option<Durability>,
    /// How the journals ended that were written last, the newest at the end.
    ends: Vec<(Seq, RunSummary)>,
    /// The log that it writes; unknown before the first write.
    log: Option<LogFiles>,
}

/// When a write survives a power cut. It survives the end of this program as soon as it is committed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Durability {
    /// When the commit returns, together with all earlier writes.
    Immediate,
    /// With the next immediate write.
    Later,
}

impl Durability {
    /// FULL waits for the disk at each commit, NORMAL does not; both preserve the order of writes.
    fn pragma(self) -> &'static str {
        match self {
            Self::Immediate => "PRAGMA synchronous = FULL",
            Self::Later => "PRAGMA synchronous = NORMAL",
        }
    }
}

impl Writer {
    pub(super) async fn connect(options: SqliteConnectOptions) -> Result<Self, Failure> {
        let file = DatabaseFile::now(options.get_filename())?;
        let slot = Mutex::new(Slot::Free(Some(WriterConnection::open(&options, &file).await?)));
        Ok(Self { options, file, slot })
    }

    /// # Errors
    /// `Replaced` when the store's file is not the one under its name any more.
    pub(super) fn check_file(&self) -> Result<(), Failure> {
        self.file.check()
    }

    /// Waits for the turn to write. Connects anew if the last write failed.
    pub(super) async fn turn(&self) -> Result<WriteTurn<'_>, Failure> {
        let mut slot = self.slot.lock().await;
        let connection_state = match &mut *slot {
            Slot::Closed => return Err(sqlx::Error::PoolClosed.into()),
            Slot::Free(connection_state) => connection_state.take(),
        };
        let connection_state = match connection_state {
            Some(connection_state) => connection_state,
            None => WriterConnection::open(&self.options, &self.file).await?,
        };
        Ok(WriteTurn { slot, connection_state, file: &self.file })
    }

    pub(super) async fn close(&self) -> Result<(), Failure> {
        match std::mem::replace(&mut *self.slot.lock().await, Slot::Closed) {
            Slot::Free(Some(connection_state)) => Ok(connection_state.connection.close().await?),
            Slot::Free(None) | Slot::Closed => Ok(()),
        }
    }
}

impl WriterConnection {
    async fn open(options: &SqliteConnectOptions, file: &DatabaseFile) -> Result<Box<Self>, Failure> {
        file.check()?;
        let connection = options.connect().await?;
        // The name may have passed to another file in between.
        file.check()?;
        Ok(Box::new(Self { connection, durability: None, ends: Vec::new(), log: None }))
    }
}

/// The connection during one write. If the turn is dropped, the connection is closed and SQLite rolls back.
#[derive(Debug)]
pub(super) struct WriteTurn<'a> {
    slot: MutexGuard<'a, Slot>,
    connection_state: Box<WriterConnection>,
    file: &'a DatabaseFile,
}

impl WriteTurn<'_> {
    pub(super) fn connection(&mut self) -> &mut SqliteConnection {
        &mut self.connection_state.connection
    }

    /// Ends the turn and returns the connection for the next write.
    pub(super) fn release(self) {
        let Self { mut slot, connection_state, .. } = self;
        *slot = Slot::Free(Some(connection_state));
    }

    /// Checks after a commit that it went into the files which other programs find, so that it may be acknowledged. The
    /// system answers from memory, so this does not wait.
    ///
    /// # Errors
    /// `Replaced` when one of the files was deleted, moved or replaced.
    pub(super) fn check_files(&mut self) -> Result<(), Failure> {
        self.file.check_with_log(&mut self.connection_state.log)
    }

    /// Sets the durability of the next commit. Must be called outside of a transaction.
    pub(super) async fn set_durability(&mut self, durability: Durability) -> Result<(), Failure> {
        if self.connection_state.durability != Some(durability) {
            sqlx::raw_sql(durability.pragma()).execute(self.connection()).await?;
            self.connection_state.durability = Some(durability);
        }
        Ok(())
    }

    /// The summary of a run whose journal was written last by this connection and ended there.
    pub(super) fn known_summary(&mut self, run: &RunId, end: Seq) -> Option<RunSummary> {
        let at = self.connection_state.ends.iter().position(|(_, summary)| summary.id == *run)?;
        let (known, summary) = self.connection_state.ends.remove(at);
        (known == end).then_some(summary)
    }

    pub(super) fn remember(&mut self, end: Seq, summary: RunSummary) {
        self.connection_state.ends.retain(|(_, other)| other.id != summary.id);
        self.connection_state.ends.push((end, summary));
        let too_many = self.connection_state.ends.len().saturating_sub(MOST_REMEMBERED);
        self.connection_state.ends.drain(..too_many);
    }
}

/// More runs than are usually worked on at the same time.
const MOST_REMEMBERED: usize = 32;
