//! The queries of journals.

use sqlx::{AssertSqlSafe, SqliteConnection, SqliteExecutor, SqlitePool};
use webhand_model::{ChainHash, Event, EventKind, JournalEnd, JournalLine, Millis, RunId, RunSummary, Seq};
use webhand_port::StoreError;

use super::failure::Failure;
use super::transaction::WriteTransaction;
use super::writer::{Durability, WriteTurn, Writer};

/// Appends in a transaction that holds the write lock, or refuses without writing.
pub(super) async fn append(
    writer: &Writer,
    durability: Durability,
    run: &RunId,
    after: Seq,
    events: &[Event],
) -> Result<Seq, Failure> {
    let mut turn = writer.turn().await?;
    if let Some(summary) = turn.known_summary(run, after)
        && let Ok(Some(last)) = checked_last(after, after, events)
        && append_at_known_end(&mut turn, durability, summary, after, events).await?
    {
        turn.release();
        return Ok(last);
    }
    let mut write = WriteTransaction::begin(turn, durability).await?;
    let appended = append_after_check(write.connection(), run, after, events).await;
    match appended {
        Ok((end, Some(summary))) => {
            let mut turn = write.commit().await?;
            turn.remember(end, summary);
            turn.release();
            Ok(end)
        }
        Ok((end, None)) => write.finish(Ok(end)).await,
        Err(failure) => write.finish(Err(failure)).await,
    }
}

/// Appends at a known end with a single query, because each query costs a round trip to the connection's thread. Returns
/// false, with nothing written, when the journal does not end there any more.
async fn append_at_known_end(
    turn: &mut WriteTurn<'_>,
    durability: Durability,
    mut summary: RunSummary,
    after: Seq,
    events: &[Event],
) -> Result<bool, Failure> {
    let (started, end) = (summary.started, column(after.next().0));
    for event in events {
        summary.apply_event(event);
    }
    let Some(last) = events.last().filter(|_| summary.started == started) else { return Ok(false) };
    turn.set_durability(durability).await?;
    let sql = format!("BEGIN IMMEDIATE;{}{MOVE_END}; COMMIT", INSERT_AT_END.repeat(events.len()));
    let mut query = sqlx::query_scalar(AssertSqlSafe(sql));
    for event in events {
        query = query
            .bind(column(event.seq.0))
            .bind(event.at.0.cast_signed())
            .bind(event.wall.cast_signed())
            .bind(to_json(&event.kind)?)
            .bind(hash_bytes(event))
            .bind(summary.id.as_str())
            .bind(end);
    }
    query = query.bind(to_json(&summary)?).bind(column(summary.updated)).bind(column(last.seq.next().0));
    query = query.bind(hash_bytes(last));
    let moved: Vec<i64> = query.bind(summary.id.as_str()).bind(end).fetch_all(turn.connection()).await?;
    turn.check_files()?;
    let is_written = !moved.is_empty();
    if is_written {
        turn.remember(last.seq, summary);
    }
    Ok(is_written)
}

/// Reads the end of the journal and appends if it is `after`. Returns the new summary if there was anything to append.
async fn append_after_check(
    connection: &mut SqliteConnection,
    run: &RunId,
    after: Seq,
    events: &[Event],
) -> Result<(Seq, Option<RunSummary>), Failure> {
    let found: Option<(i64, String)> = sqlx::query_as("SELECT next_seq, summary FROM run WHERE id = ?")
        .bind(run.as_str())
        .fetch_optional(&mut *connection)
        .await?;
    let (next, summary) = found.unzip();
    let Some(last) = checked_last(end_before(next), after, events)? else { return Ok((after, None)) };
    let mut summary = match summary.map(|to_json| serde_json::from_str(&to_json)) {
        None => RunSummary::new(run.clone()),
        Some(Ok(summary)) => summary,
        Some(Err(_)) => rebuild_summary(&mut *connection, run).await?,
    };
    for event in events {
        summary.apply_event(event);
    }
    let sql = format!("{KEEP_SUMMARY};{}", INSERT.repeat(events.len()));
    let mut query = sqlx::query(AssertSqlSafe(sql))
        .bind(summary.id.as_str())
        .bind(to_json(&summary)?)
        .bind(column(summary.started))
        .bind(column(summary.updated))
        .bind(column(last.next().0))
        .bind(events.last().and_then(hash_bytes));
    for event in events {
        query = query
            .bind(run.as_str())
            .bind(column(event.seq.0))
            .bind(event.at.0.cast_signed())
            .bind(event.wall.cast_signed())
            .bind(to_json(&event.kind)?)
            .bind(hash_bytes(event));
    }
    query.execute(connection).await?;
    Ok((last, Some(summary)))
}

/// Checks that the events continue from `after`; returns the number of the last one, if there is any.
fn checked_last(end: Seq, after: Seq, events: &[Event]) -> Result<Option<Seq>, StoreError> {
    if end != after {
        return Err(StoreError::Conflict(end));
    }
    let in_order = events.iter().zip(after.0 + 1..).all(|(event, seq)| event.seq.0 == seq);
    if !in_order {
        return Err(StoreError::Unusable("events are not numbered in order".to_owned()));
    }
    Ok(events.last().map(|last| last.seq))
}

pub(super) async fn read(from: impl SqliteExecutor<'_>, run: &RunId, after: Seq) -> Result<Vec<Event>, Failure> {
    let rows = event_rows(from, run, after).await?;
    rows.into_iter()
        .map(|row| parse_event(&parse_line(run, row)?, run))
        .collect::<Result<_, _>>()
        .map_err(Failure::from)
}

/// The events after `after`, up to and with `last`.
pub(super) async fn read_until(
    readers: &SqlitePool,
    run: &RunId,
    after: Seq,
    last: Seq,
) -> Result<Vec<Event>, Failure> {
    let rows: Vec<EventRow> = sqlx::query_as(
        "SELECT seq, at, wall, body, hash FROM event WHERE run = ? AND seq > ? AND seq <= ? ORDER BY seq",
    )
    .bind(run.as_str())
    .bind(column(after.0))
    .bind(column(last.0))
    .fetch_all(readers)
    .await?;
    rows.into_iter()
        .map(|row| parse_event(&parse_line(run, row)?, run))
        .collect::<Result<_, _>>()
        .map_err(Failure::from)
}

/// The lines of a run as they are stored, and the end that is kept with the run; `None` for an unknown run.
pub(super) async fn lines(
    readers: &SqlitePool,
    run: &RunId,
) -> Result<Option<(Vec<JournalLine>, JournalEnd)>, Failure> {
    // A transaction, so that the lines are read as they were when their end was.
    let mut connection = readers.begin().await?;
    let end: Option<(i64, Option<Vec<u8>>)> = sqlx::query_as("SELECT next_seq, head FROM run WHERE id = ?")
        .bind(run.as_str())
        .fetch_optional(&mut *connection)
        .await?;
    let Some((next, head)) = end else { return Ok(None) };
    let end = JournalEnd { seq: end_before(Some(next)), hash: parse_hash(run, end_before(Some(next)), head)? };
    let rows = event_rows(&mut *connection, run, Seq(0)).await?;
    let lines = rows.into_iter().map(|row| parse_line(run, row)).collect::<Result<_, _>>()?;
    Ok(Some((lines, end)))
}

async fn event_rows(from: impl SqliteExecutor<'_>, run: &RunId, after: Seq) -> Result<Vec<EventRow>, Failure> {
    let rows = sqlx::query_as("SELECT seq, at, wall, body, hash FROM event WHERE run = ? AND seq > ? ORDER BY seq")
        .bind(run.as_str())
        .bind(column(after.0))
        .fetch_all(from)
        .await?;
    Ok(rows)
}

pub(super) async fn end(from: impl SqliteExecutor<'_>, run: &RunId) -> Result<Seq, Failure> {
    let next: Option<i64> =
        sqlx::query_scalar("SELECT next_seq FROM run WHERE id = ?").bind(run.as_str()).fetch_optional(from).await?;
    Ok(end_before(next))
}

fn end_before(next: Option<i64>) -> Seq {
    Seq(next.and_then(|next| u64::try_from(next - 1).ok()).unwrap_or_default())
}

pub(super) async fn runs(readers: &SqlitePool, most: u32) -> Result<Vec<RunSummary>, Failure> {
    let rows: Vec<(String, String)> = sqlx::query_as("SELECT id, summary FROM run ORDER BY started DESC, id LIMIT ?")
        .bind(most)
        .fetch_all(readers)
        .await?;
    let mut runs = Vec::with_capacity(rows.len());
    for (id, to_json) in rows {
        runs.push(match serde_json::from_str(&to_json) {
            Ok(summary) => summary,
            Err(_) => rebuild_summary(&mut *readers.acquire().await?, &run_id(id)?).await?,
        });
    }
    Ok(runs)
}

pub(super) async fn find(readers: &SqlitePool, prefix: &str, most: u32) -> Result<Vec<RunId>, Failure> {
    // Ids have no character as high as "~", so this is the whole range of the prefix, found by the key.
    let ids: Vec<String> =
        sqlx::query_scalar("SELECT id FROM run WHERE id >= ?1 AND id < ?1 || '~' ORDER BY started DESC, id LIMIT ?2")
            .bind(prefix)
            .bind(most)
            .fetch_all(readers)
            .await?;
    ids.into_iter().map(run_id).collect()
}

pub(super) async fn forget(connection: &mut SqliteConnection, run: &RunId) -> Result<(), Failure> {
    sqlx::query("DELETE FROM run WHERE id = ?").bind(run.as_str()).execute(connection).await?;
    Ok(())
}

/// Rebuilds the summary from the journal, for a summary that another version wrote. A run that cannot be read is still
/// listed with the reason as its task, and does not hide the others.
pub(super) async fn rebuild_summary(connection: &mut SqliteConnection, run: &RunId) -> Result<RunSummary, Failure> {
    let mut summary = RunSummary::new(run.clone());
    match read(connection, run, Seq(0)).await {
        Ok(events) => events.iter().for_each(|event| summary.apply_event(event)),
        Err(Failure::Refused(garbled)) => summary.task = garbled.to_string(),
        Err(failure @ (Failure::Database(_) | Failure::File(_) | Failure::NotOurs(_) | Failure::Replaced)) => {
            return Err(failure);
        }
    }
    Ok(summary)
}

const KEEP_SUMMARY: &str = "INSERT INTO run (id, summary, started, updated, next_seq, head) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET summary = excluded.summary, started = excluded.started,
        updated = excluded.updated, next_seq = excluded.next_seq, head = excluded.head";
const INSERT: &str = "INSERT INTO event (run, seq, at, wall, body, hash) VALUES (?, ?, ?, ?, ?, ?);";
const INSERT_AT_END: &str = "INSERT INTO event (run, seq, at, wall, body, hash) SELECT id, ?, ?, ?, ?, ? FROM run WHERE id = ? AND next_seq = ?;";
/// Does not touch the columns by which the index of runs is ordered.
const MOVE_END: &str =
    "UPDATE run SET summary = ?, updated = ?, next_seq = ?, head = ? WHERE id = ? AND next_seq = ? RETURNING next_seq";

/// seq, at, wall, body and hash.
type EventRow = (i64, i64, i64, String, Option<Vec<u8>>);

fn parse_line(run: &RunId, (seq, at, wall, body, hash): EventRow) -> Result<JournalLine, StoreError> {
    let seq = Seq(seq.cast_unsigned());
    let hash = parse_hash(run, seq, hash)?;
    Ok(JournalLine { seq, at: Millis(at.cast_unsigned()), wall: wall.cast_unsigned(), body, hash })
}

fn parse_event(line: &JournalLine, run: &RunId) -> Result<Event, StoreError> {
    let JournalLine { seq, at, wall, body, hash } = line;
    let kind: EventKind =
        serde_json::from_str(body).map_err(|error| StoreError::Garbled(run.clone(), *seq, error.to_string()))?;
    Ok(Event { seq: *seq, at: *at, wall: *wall, kind, hash: *hash })
}

fn parse_hash(run: &RunId, seq: Seq, bytes: Option<Vec<u8>>) -> Result<Option<ChainHash>, StoreError> {
    let Some(bytes) = bytes else { return Ok(None) };
    let garbled = |_| StoreError::Garbled(run.clone(), seq, "its hash is damaged".to_owned());
    <[u8; 32]>::try_from(bytes).map(|bytes| Some(ChainHash::from_bytes(bytes))).map_err(garbled)
}

fn hash_bytes(event: &Event) -> Option<&[u8]> {
    event.hash.as_ref().map(|hash| hash.as_bytes().as_slice())
}

fn to_json(value: &impl serde::Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value)
        .map_err(|error| StoreError::Unusable(format!("an event cannot be written down: {error}")))
}

fn run_id(id: String) -> Result<RunId, Failure> {
    RunId::try_from(id).map_err(|error| StoreError::Unusable(error.to_string()).into())
}

/// SQLite's integers end at 2⁶³; numbers that are compared stay below, so that their order holds.
fn column(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
