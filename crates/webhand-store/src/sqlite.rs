//! All runs in one SQLite file. Several programs may have it open at once.
//!
//! Invariants: every write is one transaction on the only writing connection; a connection that failed is never used
//! again.

use std::path::{Path, PathBuf};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use sqlx::{Connection as _, SqlitePool};
use tokio::sync::Mutex;
use webhand_model::{ChainBreak, ChainState, Event, RunId, RunSummary, Seq, verify_chain};
use webhand_port::{Picture, Store, StoreError};

use failure::Failure;
use limits::Limits;
use transaction::WriteTransaction;
use writer::{Durability, Writer};

mod connect;
mod failure;
mod file;
mod identity;
mod journal;
mod limits;
mod orders;
mod picture;
mod schedules;
mod schema;
mod server;
#[cfg(test)]
mod tests;
mod transaction;
mod writer;

/// Journals in a SQLite file. Each call ends within ten seconds; one that was cut off returns `Busy` and may have been
/// performed, which the next `append` reports as a `Conflict`.
#[derive(Debug)]
pub struct SqliteStore {
    path: PathBuf,
    limits: Limits,
    /// One connection: SQLite allows one writer at a time anyway, and a queue in memory is fairer than its lock.
    writer: Writer,
    readers: SqlitePool,
}

impl SqliteStore {
    /// Opens the file, readable by its owner only; creates it and its folder if they are missing.
    ///
    /// # Errors
    /// `Unusable` if the file cannot be opened, is damaged, is not ours or was written by a newer version.
    pub async fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::open_within(path.as_ref(), Limits::default()).await
    }

    async fn open_within(path: &Path, limits: Limits) -> Result<Self, StoreError> {
        // SQLite never reads an absolute path as one of its special names (`:memory:`, `file:…`).
        let path = std::path::absolute(path).map_err(|error| Failure::from(error).into_store_error(path))?;
        let opening = async {
            // Closing a file drops every lock the process has on it, so a file must not be created while another
            // store of this process opens it.
            let _opening = OPENING.lock().await;
            file::make_private(path.clone()).await?;
            let writer = connect::writer(&path, &limits).await?;
            schema::upgrade(&writer).await?;
            Ok((writer, connect::readers(&path, &limits)))
        };
        let (writer, readers) = limits.within(&path, opening).await?;
        Ok(Self { path, limits, writer, readers })
    }

    /// Runs whose id begins with `prefix`, newest first, at most [`Self::MOST_FOUND`].
    ///
    /// # Errors
    /// As every call of the store.
    pub async fn find(&self, prefix: &str) -> Result<Vec<RunId>, StoreError> {
        self.read_within_limits(async { journal::find(&self.readers, prefix, Self::MOST_FOUND).await }).await
    }

    /// Checks that a run's journal is the one that was written; `None` for an unknown run.
    ///
    /// # Errors
    /// As every call of the store; `Garbled` also for a line whose hash is damaged.
    pub async fn verify(&self, run: &RunId) -> Result<Option<Result<ChainState, ChainBreak>>, StoreError> {
        let stored = self.read_within_limits(async { journal::lines(&self.readers, run).await }).await?;
        Ok(stored.map(|(lines, end)| verify_chain(run, &lines, Some(end))))
    }

    /// Enough to show which runs a short prefix matches.
    pub const MOST_FOUND: u32 = 20;

    /// Erases a run with its journal and pictures; does nothing for an unknown run.
    ///
    /// # Errors
    /// As every call of the store.
    pub async fn forget(&self, run: &RunId) -> Result<(), StoreError> {
        let forget = async {
            let mut write = WriteTransaction::begin(self.writer.turn().await?, Durability::Immediate).await?;
            let forgotten = journal::forget(write.connection(), run).await;
            write.finish(forgotten).await?;
            // The write-ahead log holds the erased lines until it is emptied. A reader may prevent that now; then a later
            // checkpoint does it.
            let mut turn = self.writer.turn().await?;
            if sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(turn.connection()).await.is_ok() {
                turn.release();
            }
            Ok(())
        };
        self.limits.within(&self.path, forget).await
    }

    /// Writes a copy of everything, as it is at one moment, into a new file. Others go on working meanwhile.
    ///
    /// # Errors
    /// As every call of the store; `Unusable` also when the file is there already.
    pub async fn copy_to(&self, file: &Path) -> Result<(), StoreError> {
        let copy = async {
            file::make_private(file.to_owned()).await?;
            let mut connection = connect::single(&self.path, &self.limits).await?;
            let written = file.display().to_string();
            sqlx::query("VACUUM INTO ?").bind(written).execute(&mut connection).await?;
            connection.close().await?;
            Ok(())
        };
        let limits = Limits { call: COPIED_WITHIN, ..self.limits.clone() };
        limits.within(&self.path, copy).await
    }

    /// Whether the file is whole, as far as SQLite can tell.
    ///
    /// # Errors
    /// As every call of the store; `Unusable` with what is damaged.
    pub async fn check_integrity(&self) -> Result<(), StoreError> {
        let check = async {
            let mut connection = self.readers.acquire().await?;
            let said: String = sqlx::query_scalar("PRAGMA quick_check(1)").fetch_one(&mut *connection).await?;
            if said == "ok" { Ok(()) } else { Err(StoreError::Unusable(format!("it is damaged: {said}")).into()) }
        };
        let limits = Limits { call: COPIED_WITHIN, ..self.limits.clone() };
        limits.within(&self.path, check).await
    }

    /// Closes all connections and empties the log; dropping the store does the same a little later.
    ///
    /// # Errors
    /// `Busy` if a call is still under way after the deadline.
    pub async fn close(&self) -> Result<(), StoreError> {
        let close = async {
            self.readers.close().await;
            self.writer.close().await
        };
        self.limits.within(&self.path, close).await
    }

    async fn read_within_limits<T>(
        &self,
        read: impl Future<Output = Result<T, Failure>> + Send,
    ) -> Result<T, StoreError> {
        let checked = async {
            let result = read.await?;
            self.writer.check_file()?;
            Ok(result)
        };
        self.limits.within(&self.path, checked).await
    }
}

impl Store for SqliteStore {
    fn append<'a>(&'a self, run: &'a RunId, after: Seq, events: &'a [Event]) -> BoxFuture<'a, Result<Seq, StoreError>> {
        let append = async move {
            let must_be_durable = events.iter().any(|event| event.kind.must_be_durable());
            let durability = if must_be_durable { Durability::Immediate } else { Durability::Later };
            journal::append(&self.writer, durability, run, after, events).await
        };
        self.limits.within(&self.path, append).boxed()
    }

    fn read<'a>(&'a self, run: &'a RunId, after: Seq) -> BoxFuture<'a, Result<Vec<Event>, StoreError>> {
        self.read_within_limits(async move { journal::read(&self.readers, run, after).await }).boxed()
    }

    fn end<'a>(&'a self, run: &'a RunId) -> BoxFuture<'a, Result<Seq, StoreError>> {
        self.read_within_limits(async move { journal::end(&self.readers, run).await }).boxed()
    }

    fn runs(&self, most: u32) -> BoxFuture<'_, Result<Vec<RunSummary>, StoreError>> {
        self.read_within_limits(async move { journal::runs(&self.readers, most).await }).boxed()
    }

    fn keep_picture<'a>(
        &'a self,
        run: &'a RunId,
        name: &'a str,
        picture: &'a Picture,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        let store = async move {
            let mut write = WriteTransaction::begin(self.writer.turn().await?, Durability::Later).await?;
            let stored = picture::store(write.connection(), run, name, picture).await;
            write.finish(stored).await
        };
        self.limits.within(&self.path, store).boxed()
    }

    fn picture<'a>(&'a self, run: &'a RunId, name: &'a str) -> BoxFuture<'a, Result<Option<Picture>, StoreError>> {
        self.read_within_limits(async move { picture::find(&self.readers, run, name).await }).boxed()
    }
}

/// A copy of a large file takes long, and nobody waits for it.
const COPIED_WITHIN: std::time::Duration = std::time::Duration::from_mins(10);
static OPENING: Mutex<()> = Mutex::const_new(());
