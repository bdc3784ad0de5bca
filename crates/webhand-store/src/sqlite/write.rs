//! One write: a transaction that is either finished or leaves nothing behind.

use sqlx::pool::PoolConnection;
use sqlx::{Sqlite, SqliteConnection, SqlitePool};

use super::failure::Failure;

/// A transaction that holds the database's write lock from its beginning, so that what it reads cannot change
/// before it writes.
///
/// If it is dropped unfinished, its connection is closed and SQLite takes everything back. A connection is never
/// reused after a failure: on a full disk SQLite ends the transaction by itself, and the connection's own
/// bookkeeping no longer fits.
#[derive(Debug)]
pub(super) struct Write {
    connection: PoolConnection<Sqlite>,
    finished: bool,
}

/// When what is written is safe from a power cut. From the end of this program it is safe once it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Safe {
    /// Before anything follows from it, together with everything written earlier.
    AtOnce,
    /// With the next write that must be.
    Later,
}

impl Write {
    pub(super) async fn begin(writer: &SqlitePool, safe: Safe) -> Result<Self, Failure> {
        let connection = writer.acquire().await?;
        let mut write = Self { connection, finished: false };
        // FULL waits for the disk with each commit, NORMAL does not; both keep the order of what was written.
        let begin = match safe {
            Safe::AtOnce => "PRAGMA synchronous = FULL; BEGIN IMMEDIATE",
            Safe::Later => "PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE",
        };
        sqlx::raw_sql(begin).execute(write.connection()).await?;
        Ok(write)
    }

    pub(super) fn connection(&mut self) -> &mut SqliteConnection {
        &mut self.connection
    }

    /// Commits what succeeded, takes back what was refused.
    pub(super) async fn finish<T>(mut self, result: Result<T, Failure>) -> Result<T, Failure> {
        let ending = match &result {
            Ok(_) => "COMMIT",
            Err(Failure::Refused(_) | Failure::NotOurs(_)) => "ROLLBACK",
            Err(Failure::Database(_) | Failure::File(_)) => return result,
        };
        sqlx::query(ending).execute(self.connection()).await?;
        self.finished = true;
        result
    }
}

impl Drop for Write {
    fn drop(&mut self) {
        if !self.finished {
            self.connection.close_on_drop();
        }
    }
}
