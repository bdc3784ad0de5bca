//! One write: a transaction that is either finished or leaves nothing behind.

use sqlx::SqliteConnection;

use super::failure::Failure;
use super::writer::{Safe, Turn};

/// A transaction that holds the database's write lock from its beginning, so that what it reads cannot change
/// before it writes. If it is dropped unfinished, SQLite takes everything back.
#[derive(Debug)]
pub(super) struct Write<'a> {
    turn: Turn<'a>,
}

impl<'a> Write<'a> {
    pub(super) async fn begin(mut turn: Turn<'a>, safe: Safe) -> Result<Self, Failure> {
        turn.keep_safe(safe).await?;
        sqlx::query("BEGIN IMMEDIATE").execute(turn.connection()).await?;
        Ok(Self { turn })
    }

    pub(super) fn connection(&mut self) -> &mut SqliteConnection {
        self.turn.connection()
    }

    /// Commits what succeeded, takes back what was refused.
    pub(super) async fn finish<T>(mut self, result: Result<T, Failure>) -> Result<T, Failure> {
        let ending = match &result {
            Ok(_) => "COMMIT",
            Err(Failure::Refused(_) | Failure::NotOurs(_)) => "ROLLBACK",
            Err(Failure::Database(_) | Failure::File(_)) => return result,
        };
        sqlx::query(ending).execute(self.connection()).await?;
        self.turn.over();
        result
    }

    /// As [`Self::finish`] after a success, for whoever goes on.
    pub(super) async fn commit(mut self) -> Result<Turn<'a>, Failure> {
        sqlx::query("COMMIT").execute(self.connection()).await?;
        Ok(self.turn)
    }
}
