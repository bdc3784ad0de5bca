//! The queries of schedules, and of the room that a database takes.

use sqlx::{SqliteConnection, SqlitePool};

use super::failure::Failure;

pub(super) async fn all(readers: &SqlitePool) -> Result<Vec<(String, String)>, Failure> {
    Ok(sqlx::query_as("SELECT id, body FROM schedule ORDER BY id").fetch_all(readers).await?)
}

pub(super) async fn save(connection: &mut SqliteConnection, id: &str, body: &str) -> Result<(), Failure> {
    sqlx::query("INSERT INTO schedule (id, body) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET body = excluded.body")
        .bind(id)
        .bind(body)
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn remove(connection: &mut SqliteConnection, id: &str) -> Result<bool, Failure> {
    let removed = sqlx::query("DELETE FROM schedule WHERE id = ?").bind(id).execute(connection).await?;
    Ok(removed.rows_affected() > 0)
}

/// The bytes of all pages that hold something.
pub(super) async fn used_bytes(readers: &SqlitePool) -> Result<u64, Failure> {
    let mut connection = readers.acquire().await?;
    let pages: i64 = sqlx::query_scalar("PRAGMA page_count").fetch_one(&mut *connection).await?;
    let free: i64 = sqlx::query_scalar("PRAGMA freelist_count").fetch_one(&mut *connection).await?;
    let size: i64 = sqlx::query_scalar("PRAGMA page_size").fetch_one(&mut *connection).await?;
    Ok(u64::try_from((pages - free) * size).unwrap_or_default())
}
