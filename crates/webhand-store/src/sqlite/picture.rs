//! Reading and writing pictures.

use sqlx::{SqliteConnection, SqlitePool};
use webhand_model::RunId;
use webhand_port::{Picture, StoreError};

use super::failure::Failure;

pub(super) async fn store(
    connection: &mut SqliteConnection,
    run: &RunId,
    name: &str,
    picture: &Picture,
) -> Result<(), Failure> {
    let inserted = sqlx::query(
        "INSERT INTO picture (run, name, jpeg) SELECT id, ?2, ?3 FROM run WHERE id = ?1
         ON CONFLICT (run, name) DO UPDATE SET jpeg = excluded.jpeg",
    )
    .bind(run.as_str())
    .bind(name)
    .bind(&picture.jpeg)
    .execute(connection)
    .await?;
    if inserted.rows_affected() == 0 {
        let why = format!("run {run} has no journal that picture \"{name}\" could belong to");
        return Err(StoreError::Unusable(why).into());
    }
    Ok(())
}

pub(super) async fn find(readers: &SqlitePool, run: &RunId, name: &str) -> Result<Option<Picture>, Failure> {
    let jpeg: Option<Vec<u8>> = sqlx::query_scalar("SELECT jpeg FROM picture WHERE run = ? AND name = ?")
        .bind(run.as_str())
        .bind(name)
        .fetch_optional(readers)
        .await?;
    Ok(jpeg.map(|jpeg| Picture { jpeg }))
}
