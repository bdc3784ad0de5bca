//! A journal on the disk is checked against its chain.

use std::fs;
use std::path::Path;

use anyhow::Result;
use webhand_model::{ChainBreak, ChainHash, ChainState, Event, Seq};
use webhand_port::Store as _;

use super::super::{SqliteStore, schema};
use super::{TestFolder, asked_brain, execute, fresh, run, started};

/// A journal of so many lines, chained.
fn chained(lines: u64) -> Vec<Event> {
    let mut head = ChainHash::before_first_line(&run("a"));
    let link = |number| {
        let Event { seq, at, wall, kind, .. } = if number == 1 { started("look") } else { asked_brain(number) };
        let event = Event::chained(&head, seq, at, wall, kind);
        head = event.hash.unwrap();
        event
    };
    (1..=lines).map(link).collect()
}

#[tokio::test]
async fn a_journal_is_whole_however_its_lines_came() -> Result<()> {
    let (_folder, store) = fresh().await?;
    let events = chained(5);
    store.append(&run("a"), Seq(0), &events[..2]).await?;
    store.append(&run("a"), Seq(2), &events[2..4]).await?;
    store.append(&run("a"), Seq(4), &events[4..]).await?;
    assert_eq!(store.read(&run("a"), Seq(0)).await?, events);
    assert_eq!(store.verify(&run("a")).await?, Some(Ok(ChainState::Whole { lines: 5 })));
    assert_eq!(store.verify(&run("unknown")).await?, None);
    Ok(())
}

#[tokio::test]
async fn changes_by_other_programs_show() -> Result<()> {
    for (statement, expected) in [
        ("UPDATE event SET body = replace(body, 'look', 'lock')", ChainBreak::Changed(Seq(1))),
        ("UPDATE event SET wall = wall + 1 WHERE seq = 4", ChainBreak::Changed(Seq(4))),
        ("DELETE FROM event WHERE seq = 3", ChainBreak::Missing(Seq(3))),
        ("DELETE FROM event WHERE seq = 5", ChainBreak::Cut { found: Seq(4), written: Seq(5) }),
        ("UPDATE event SET hash = NULL WHERE seq = 5", ChainBreak::Unchained(Seq(5))),
        ("UPDATE event SET hash = NULL", ChainBreak::OtherEnd(Seq(5))),
        ("UPDATE run SET head = NULL", ChainBreak::OtherEnd(Seq(5))),
    ] {
        let (_folder, store) = fresh().await?;
        store.append(&run("a"), Seq(0), &chained(5)).await?;
        execute(&store, statement).await?;
        assert_eq!(store.verify(&run("a")).await?, Some(Err(expected)), "{statement}");
    }
    Ok(())
}

#[tokio::test]
async fn a_file_of_the_version_before_the_chain_is_upgraded_and_goes_on_with_one() -> Result<()> {
    let folder = TestFolder::new()?;
    fs::create_dir_all(folder.file().parent().unwrap())?;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.file()).create_if_missing(true);
    let older = sqlx::SqlitePool::connect_with(options).await?;
    sqlx::raw_sql(schema::STEPS[0]).execute(&older).await?;
    let body = serde_json::to_string(&started("look").kind)?;
    sqlx::query("INSERT INTO run VALUES ('test-run-a', '{}', 1, 1, 2)").execute(&older).await?;
    sqlx::query("INSERT INTO event VALUES ('test-run-a', 1, 0, 0, ?)").bind(body).execute(&older).await?;
    older.close().await;

    let store = folder.open().await?;
    assert_eq!(store.verify(&run("a")).await?, Some(Ok(ChainState::BeforeChaining { lines: 1 })));
    let Event { seq, at, wall, kind, .. } = asked_brain(2);
    let next = Event::chained(&ChainHash::before_first_line(&run("a")), seq, at, wall, kind);
    store.append(&run("a"), Seq(1), &[next]).await?;
    let partly = ChainState::PartlyChained { before_chaining: 1, lines: 2 };
    assert_eq!(store.verify(&run("a")).await?, Some(Ok(partly)));
    Ok(())
}

#[tokio::test]
async fn no_changed_byte_of_the_file_changes_the_journal_unnoticed() -> Result<()> {
    let folder = TestFolder::new()?;
    let store = folder.open().await?;
    store.append(&run("a"), Seq(0), &chained(LINES)).await?;
    store.close().await?;
    let bytes = fs::read(folder.file())?;
    let mut noticed = 0;
    for number in 0..CHANGES {
        // A step that has no factor in common with the length visits the whole file.
        let at = (number * 7_919 + 13) % bytes.len();
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (number % 8);
        let read = read_journal(&folder.file().with_file_name(format!("{number}.db")), &changed).await;
        match read {
            None => noticed += 1,
            Some(events) => assert!(events == chained(LINES), "byte {at}"),
        }
    }
    assert!(noticed > CHANGES / 2, "{noticed} of {CHANGES}");
    Ok(())
}

const CHANGES: usize = 200;
/// Enough that they take most of the file, beside the empty pages of other tables.
const LINES: u64 = 800;

/// The events of a file that is opened, read and verified without complaint.
async fn read_journal(path: &Path, content: &[u8]) -> Option<Vec<Event>> {
    fs::write(path, content).ok()?;
    let store = SqliteStore::open(path).await.ok()?;
    store.verify(&run("a")).await.ok()??.ok()?;
    let events = store.read(&run("a"), Seq(0)).await.ok();
    store.close().await.ok()?;
    events
}
