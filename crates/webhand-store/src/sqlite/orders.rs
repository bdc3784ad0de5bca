//! The queries of a server: its orders, filtered lists of runs, and parts of journals.

use sqlx::{AssertSqlSafe, SqliteConnection, SqlitePool};
use webhand_model::{RunId, RunSummary, Seq};
use webhand_port::{OrderKey, OrderState, OrderedBy, RunFilter, RunOrder, RunStage, StoreError};

use super::failure::Failure;

pub(super) async fn add(connection: &mut SqliteConnection, order: &RunOrder) -> Result<Option<RunOrder>, Failure> {
    if let Some(key) = &order.key {
        let earlier: Option<OrderRow> = sqlx::query_as(AssertSqlSafe(format!("{SELECT} WHERE key = ?")))
            .bind(&key.key)
            .fetch_optional(&mut *connection)
            .await?;
        if let Some(earlier) = earlier {
            return Ok(Some(parse(earlier)?));
        }
    }
    let (state, reason) = columns(&order.state);
    sqlx::query(
        "INSERT INTO run_order (run, priority, created, key, digest, state, reason, by_agent)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(order.run.as_str())
    .bind(order.priority)
    .bind(order.created.cast_signed())
    .bind(order.key.as_ref().map(|key| key.key.as_str()))
    .bind(order.key.as_ref().map(|key| key.digest.as_str()))
    .bind(state)
    .bind(reason)
    .bind(order.by == OrderedBy::Agent)
    .execute(connection)
    .await?;
    Ok(None)
}

pub(super) async fn set_state(
    connection: &mut SqliteConnection,
    run: &RunId,
    state: &OrderState,
) -> Result<(), Failure> {
    let (state, reason) = columns(state);
    sqlx::query("UPDATE run_order SET state = ?, reason = ? WHERE run = ?")
        .bind(state)
        .bind(reason)
        .bind(run.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn remove(connection: &mut SqliteConnection, run: &RunId) -> Result<(), Failure> {
    sqlx::query("DELETE FROM run_order WHERE run = ?").bind(run.as_str()).execute(connection).await?;
    Ok(())
}

pub(super) async fn open(readers: &SqlitePool) -> Result<Vec<RunOrder>, Failure> {
    let sql = format!("{SELECT} WHERE state <> 'over' ORDER BY created, run");
    let rows: Vec<OrderRow> = sqlx::query_as(AssertSqlSafe(sql)).fetch_all(readers).await?;
    rows.into_iter().map(parse).collect()
}

pub(super) async fn one(readers: &SqlitePool, run: &RunId) -> Result<Option<RunOrder>, Failure> {
    let sql = format!("{SELECT} WHERE run = ?");
    let row: Option<OrderRow> = sqlx::query_as(AssertSqlSafe(sql)).bind(run.as_str()).fetch_optional(readers).await?;
    row.map(parse).transpose()
}

/// The summaries that match. A summary that another version wrote does not match a text or a stage, and is left out.
pub(super) async fn list(readers: &SqlitePool, filter: &RunFilter) -> Result<Vec<RunSummary>, Failure> {
    let stage = match filter.stage {
        None => "1",
        Some(RunStage::Open) => "json_extract(summary, '$.status') IN ('open', 'paused')",
        Some(RunStage::Waiting) => "json_extract(summary, '$.status.waiting') IS NOT NULL",
        Some(RunStage::Over) => "json_extract(summary, '$.status.over') IS NOT NULL",
    };
    let sql = format!(
        "SELECT summary FROM run WHERE {stage}
            AND (?1 = '' OR instr(lower(json_extract(summary, '$.task')), lower(?1)) > 0)
            AND (?2 IS NULL OR started < ?2 OR (started = ?2 AND id > ?3))
            AND (?5 IS NULL OR EXISTS (SELECT 1 FROM run_order WHERE run = id AND by_agent = ?5))
         ORDER BY started DESC, id LIMIT ?4"
    );
    let (started, id) = filter.before.as_ref().map(|(started, id)| (started.cast_signed(), id.as_str())).unzip();
    let rows: Vec<String> = sqlx::query_scalar(AssertSqlSafe(sql))
        .bind(&filter.text)
        .bind(started)
        .bind(id)
        .bind(filter.most)
        .bind(filter.by.map(|by| by == OrderedBy::Agent))
        .fetch_all(readers)
        .await?;
    Ok(rows.iter().filter_map(|summary| serde_json::from_str(summary).ok()).collect())
}

/// `Err` inside for a summary that another version wrote, which is rebuilt from the journal.
pub(super) async fn stored_summary(
    readers: &SqlitePool,
    run: &RunId,
) -> Result<Option<Result<RunSummary, ()>>, Failure> {
    let summary: Option<String> =
        sqlx::query_scalar("SELECT summary FROM run WHERE id = ?").bind(run.as_str()).fetch_optional(readers).await?;
    Ok(summary.map(|summary| serde_json::from_str(&summary).map_err(|_| ())))
}

/// The number of the last event of a page of events.
pub(super) fn page_end(after: Seq, most: u32) -> Seq {
    Seq(after.0.saturating_add(u64::from(most)))
}

const SELECT: &str = "SELECT run, priority, created, key, digest, state, reason, by_agent FROM run_order";

/// run, priority, created, key, digest, state, reason and whether an agent ordered it.
type OrderRow = (String, i32, i64, Option<String>, Option<String>, String, Option<String>, bool);

fn parse((run, priority, created, key, digest, state, reason, by_agent): OrderRow) -> Result<RunOrder, Failure> {
    let run = RunId::try_from(run).map_err(|error| StoreError::Unusable(error.to_string()))?;
    let key = key.map(|key| OrderKey { key, digest: digest.unwrap_or_default() });
    let state = match state.as_str() {
        "active" => OrderState::Active,
        "over" => OrderState::Over,
        // A state of another version is for the person to look at.
        _ => OrderState::Parked(reason.unwrap_or_default()),
    };
    let by = if by_agent { OrderedBy::Agent } else { OrderedBy::Person };
    Ok(RunOrder { run, priority, created: created.cast_unsigned(), key, by, state })
}

fn columns(state: &OrderState) -> (&'static str, Option<&str>) {
    match state {
        OrderState::Active => ("active", None),
        OrderState::Parked(reason) => ("parked", Some(reason)),
        OrderState::Over => ("over", None),
    }
}
