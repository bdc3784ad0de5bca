//! Changes single bytes of a stored journal. Every change that alters what is read of the journal must be noticed.

use std::path::Path;

use anyhow::{Result, ensure};
use clap::Parser;
use serde_json::json;
use tempfile::TempDir;
use webhand_bench::print;
use webhand_bench::seeded_rng::SeededRng;
use webhand_model::{ChainHash, EffectNo, Event, EventKind, Input, Intent, Millis, Outcome, RunId, Seq, Task};
use webhand_port::Store as _;
use webhand_store::SqliteStore;

/// How surely a changed journal is noticed.
#[derive(Parser)]
struct Options {
    /// Changes to be noticed.
    #[arg(long, default_value_t = 1_000)]
    changes: usize,
    /// The seed that the changes are drawn from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[tokio::main]
async fn main() -> Result<()> {
    let options = Options::parse();
    let folder = TempDir::new()?;
    let run = RunId::try_from("bench-journal".to_owned())?;
    let mut rng = SeededRng(options.seed);
    let events = journal(&run, &mut rng);
    let file = folder.path().join("whole.db");
    let store = SqliteStore::open(&file).await?;
    store.append(&run, Seq(0), &events).await?;
    store.close().await?;
    let bytes = std::fs::read(&file)?;

    let (mut noticed, mut harmless, mut missed) = (0, 0, 0);
    while noticed + missed < options.changes {
        let mut changed = bytes.clone();
        let at = rng.below(changed.len());
        changed[at] ^= 1 << rng.below(8);
        let copy = folder.path().join("changed.db");
        match read_verified(&copy, &changed, &run).await {
            None => noticed += 1,
            // Free room in the file, and what the database keeps beside the journal.
            Some(read) if read == events => harmless += 1,
            Some(_) => missed += 1,
        }
        for name in ["changed.db", "changed.db-wal", "changed.db-shm"] {
            let _ = std::fs::remove_file(folder.path().join(name));
        }
    }
    print(&json!({"bench": "journal", "lines": events.len(), "bytes": bytes.len(), "changes": options.changes,
        "noticed": noticed, "missed": missed, "harmless": harmless}))?;
    ensure!(missed == 0, "{missed} changes were not noticed");
    Ok(())
}

/// A run of a hundred steps, chained.
fn journal(run: &RunId, rng: &mut SeededRng) -> Vec<Event> {
    let mut head = ChainHash::before_first_line(run);
    let mut events = Vec::new();
    for number in 1..=300 {
        let kind = match number {
            1 => EventKind::Input { to: None, input: Input::Started(Task::new("measure")) },
            number if number % 3 == 0 => EventKind::Intent { no: EffectNo(number), intent: Intent::AskBrain },
            number => {
                EventKind::Input { to: Some(EffectNo(number)), input: Input::Acted(Outcome::done(rng.words(30))) }
            }
        };
        let event = Event::chained(&head, Seq(number), Millis(number * 100), 1_700_000_000_000 + number, kind);
        head = event.hash.unwrap_or(head);
        events.push(event);
    }
    events
}

/// The journal of a file that is opened, verified and read without complaint.
async fn read_verified(path: &Path, content: &[u8], run: &RunId) -> Option<Vec<Event>> {
    std::fs::write(path, content).ok()?;
    let store = SqliteStore::open(path).await.ok()?;
    let verified = store.verify(run).await;
    let events = store.read(run, Seq(0)).await;
    store.close().await.ok()?;
    verified.ok()??.ok()?;
    events.ok()
}
