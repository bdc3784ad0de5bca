//! Opens the writing connection and the pool of readers.

use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection as _, SqliteConnection, SqlitePool};
use tokio::time::sleep;

use super::failure::Failure;
use super::limits::Limits;
use super::writer::Writer;

/// The one writing connection. Tries until the caller's deadline while the file is locked.
pub(super) async fn writer(path: &Path, limits: &Limits) -> Result<Writer, Failure> {
    let mut options = options(path, limits)
        .journal_mode(SqliteJournalMode::Wal)
        // A forgotten run is overwritten, not just unlinked.
        .pragma("secure_delete", "ON")
        // A log that once grew large is truncated.
        .pragma("journal_size_limit", "67108864");
    if let Some(pages) = limits.pages {
        options = options.pragma("max_page_count", pages.to_string());
    }
    loop {
        match Writer::connect(options.clone()).await {
            // Two programs that create the write-ahead log of a new file at once get `BUSY` without waiting.
            Err(failure) if failure.is_busy() => sleep(BETWEEN_TRIES).await,
            connected => return connected,
        }
    }
}

/// One connection for a long call, which holds nobody up.
pub(super) async fn single(path: &Path, limits: &Limits) -> Result<SqliteConnection, Failure> {
    Ok(SqliteConnection::connect_with(&options(path, limits)).await?)
}

/// The pool of reading connections, made when they are needed.
pub(super) fn readers(path: &Path, limits: &Limits) -> SqlitePool {
    // A connection to a file does not age, and a failed one is dropped, so none is tested before use.
    SqlitePoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(limits.call)
        .test_before_acquire(false)
        .idle_timeout(None)
        .max_lifetime(None)
        .connect_lazy_with(options(path, limits).pragma("query_only", "ON"))
}

fn options(path: &Path, limits: &Limits) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .busy_timeout(limits.busy)
        .foreign_keys(true)
        // The intent to leave a mark must be on the disk before it is performed, or after a power cut the action would
        // be repeated. Each write sets its own durability.
        .synchronous(SqliteSynchronous::Full)
}

const READERS: u32 = 4;
const BETWEEN_TRIES: Duration = Duration::from_millis(10);
