//! The tables, and the upgrade of a file of an older version.

use sqlx::SqliteConnection;

use super::failure::Failure;
use super::transaction::WriteTransaction;
use super::writer::{Durability, Writer};

/// Upgrades the file to this version.
pub(super) async fn upgrade(writer: &Writer) -> Result<(), Failure> {
    // Most files need nothing, and looking does not wait for another program's write. Everything else is decided
    // under the write lock, where no other program can be halfway through the same.
    let mut turn = writer.turn().await?;
    if owner_and_version(turn.connection()).await? == (OWNER, version_after(STEPS)) {
        turn.release();
        return Ok(());
    }
    let mut write = WriteTransaction::begin(turn, Durability::Immediate).await?;
    let upgraded = apply_steps(write.connection()).await;
    write.finish(upgraded).await
}

async fn apply_steps(connection: &mut SqliteConnection) -> Result<(), Failure> {
    let (owner, version) = owner_and_version(connection).await?;
    let tables: i64 = sqlx::query_scalar("SELECT count(*) FROM sqlite_schema").fetch_one(&mut *connection).await?;
    if owner != OWNER && (owner, version, tables) != (0, 0, 0) {
        return Err(Failure::NotOurs("is a database of another program; choose another file".to_owned()));
    }
    let taken = usize::try_from(version).unwrap_or(usize::MAX);
    let Some(steps) = STEPS.get(taken..) else {
        return Err(Failure::NotOurs(format!(
            "was written by a newer webhand (its version is {version}, this one knows {}); \
             update webhand, or choose another file",
            version_after(STEPS)
        )));
    };
    for step in steps {
        sqlx::raw_sql(*step).execute(&mut *connection).await?;
    }
    Ok(())
}

/// The application id and the version of the file.
async fn owner_and_version(connection: &mut SqliteConnection) -> Result<(i64, i64), Failure> {
    let owner = sqlx::query_scalar("PRAGMA application_id").fetch_one(&mut *connection).await?;
    let version = sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut *connection).await?;
    Ok((owner, version))
}

fn version_after(steps: &[&str]) -> i64 {
    i64::try_from(steps.len()).unwrap_or(i64::MAX)
}

/// Step n leads from version n to n + 1 and sets it. A step that was released is never changed.
pub(super) const STEPS: &[&str] = &[
    include_str!("schema/1.sql"),
    include_str!("schema/2.sql"),
    include_str!("schema/3.sql"),
    include_str!("schema/4.sql"),
    include_str!("schema/5.sql"),
];

/// "whnd", written into each file's header.
const OWNER: i64 = 0x7768_6e64;
