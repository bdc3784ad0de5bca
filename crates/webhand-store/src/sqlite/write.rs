//! One write: a transaction that is either finished or leaves nothing behind.

use sqlx::pool::PoolConnection;
use sqlx::query::Query;
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{AssertSqlSafe, FromRow, Sqlite, SqliteConnection, SqlitePool};
use webhand_model::RunId;

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

impl Safe {
    /// FULL waits for the disk with each commit, NORMAL does not; both keep the order of what was written.
    fn beginning(self) -> &'static str {
        match self {
            Self::AtOnce => "PRAGMA synchronous = FULL; BEGIN IMMEDIATE",
            Self::Later => "PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE",
        }
    }
}

impl Write {
    pub(super) async fn begin(writer: &SqlitePool, safe: Safe) -> Result<Self, Failure> {
        let mut write = Self::on(writer).await?;
        sqlx::raw_sql(safe.beginning()).execute(write.connection()).await?;
        Ok(write)
    }

    /// As [`Self::begin`], with the answer to a question about one run. Each question to a connection goes to its thread
    /// and back, and a journal is written several times for every action.
    pub(super) async fn begin_asking<T>(
        writer: &SqlitePool,
        safe: Safe,
        select: &'static str,
        run: &RunId,
    ) -> Result<(Self, Option<T>), Failure>
    where
        T: for<'r> FromRow<'r, SqliteRow> + Send + Unpin,
    {
        let mut write = Self::on(writer).await?;
        // A pragma takes effect when it is prepared, so it is prepared each time.
        let sql = AssertSqlSafe(format!("{}; {select}", safe.beginning()));
        let asked = sqlx::query_as(sql).persistent(false).bind(run.as_str());
        let found = asked.fetch_optional(write.connection()).await?;
        Ok((write, found))
    }

    async fn on(writer: &SqlitePool) -> Result<Self, Failure> {
        Ok(Self { connection: writer.acquire().await?, finished: false })
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

    /// Carries out what is written last, which commits by itself.
    pub(super) async fn finish_by(mut self, last: Query<'_, Sqlite, SqliteArguments>) -> Result<(), Failure> {
        last.execute(self.connection()).await?;
        self.finished = true;
        Ok(())
    }
}

impl Drop for Write {
    fn drop(&mut self) {
        if !self.finished {
            self.connection.close_on_drop();
        }
    }
}
