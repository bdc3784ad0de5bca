//! One write transaction: it is either finished or rolled back.

use sqlx::SqliteConnection;

use super::failure::Failure;
use super::writer::{Durability, WriteTurn};

/// A transaction that holds the database's write lock from its beginning, so that what it reads cannot change
/// before it writes. If it is dropped unfinished, SQLite rolls it back.
#[derive(Debug)]
pub(super) struct WriteTransaction<'a> {
    turn: WriteTurn<'a>,
}

impl<'a> WriteTransaction<'a> {
    pub(super) async fn begin(mut turn: WriteTurn<'a>, durability: Durability) -> Result<Self, Failure> {
        turn.set_durability(durability).await?;
        sqlx::query("BEGIN IMMEDIATE").execute(turn.connection()).await?;
        Ok(Self { turn })
    }

    pub(super) fn connection(&mut self) -> &mut SqliteConnection {
        self.turn.connection()
    }

    /// Commits after a success and rolls back after a refusal.
    pub(super) async fn finish<T>(mut self, result: Result<T, Failure>) -> Result<T, Failure> {
        let ending = match &result {
            Ok(_) => "COMMIT",
            Err(Failure::Refused(_) | Failure::NotOurs(_)) => "ROLLBACK",
            Err(Failure::Database(_) | Failure::File(_) | Failure::Replaced) => return result,
        };
        sqlx::query(ending).execute(self.connection()).await?;
        self.turn.check_files()?;
        self.turn.release();
        result
    }

    /// Commits and returns the turn, for a caller that uses the connection further.
    pub(super) async fn commit(mut self) -> Result<WriteTurn<'a>, Failure> {
        sqlx::query("COMMIT").execute(self.connection()).await?;
        self.turn.check_files()?;
        Ok(self.turn)
    }
}
