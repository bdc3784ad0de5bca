use std::fs;
use std::path::Path;

use anyhow::Result;
use sqlx::AssertSqlSafe;
use tempfile::TempDir;
use webhand_model::{EffectNo, Event, EventKind, Input, Intent, Millis, RunId, Seq, Task};
use webhand_port::conformance;

use super::SqliteStore;

mod chain;
mod damaged;
mod full;
mod journal;
mod replaced;
mod shared;

#[tokio::test]
async fn the_store_on_disk_passes_the_conformance_tests() -> Result<()> {
    let folder = TestFolder::new()?;
    conformance::all(&folder.open().await?).await;
    Ok(())
}

#[tokio::test]
async fn the_store_on_disk_can_be_that_of_a_server() -> Result<()> {
    let folder = TestFolder::new()?;
    webhand_port::server_store::conformance::all(&folder.open().await?).await;
    Ok(())
}

/// A folder of its own for each test.
struct TestFolder(TempDir);

impl TestFolder {
    fn new() -> Result<Self> {
        Ok(Self(TempDir::new()?))
    }

    fn file(&self) -> std::path::PathBuf {
        self.0.path().join("data/webhand.db")
    }

    async fn open(&self) -> Result<SqliteStore> {
        Ok(SqliteStore::open(self.file()).await?)
    }

    /// The error of opening the file when it has `content`.
    async fn refusal_of(&self, content: &[u8]) -> Result<String> {
        fs::create_dir_all(self.file().parent().unwrap_or(Path::new("/")))?;
        fs::write(self.file(), content)?;
        Ok(self.open().await.unwrap_err().to_string())
    }
}

/// A new store, and its folder, which is removed when dropped.
async fn fresh() -> Result<(TestFolder, SqliteStore)> {
    let folder = TestFolder::new()?;
    let store = folder.open().await?;
    Ok((folder, store))
}

fn run(name: &str) -> RunId {
    RunId::try_from(format!("test-run-{name}")).unwrap()
}

fn started(text: &str) -> Event {
    let input = Input::Started(Task::new(text));
    let kind = EventKind::Input { to: None, input };
    Event { seq: Seq(1), at: Millis(0), wall: 1_700_000_000_000, kind, hash: None }
}

fn asked_brain(seq: u64) -> Event {
    let what = EventKind::Intent { no: EffectNo(seq), intent: Intent::AskBrain };
    Event { seq: Seq(seq), at: Millis(seq), wall: 1_700_000_000_000 + seq, kind: what, hash: None }
}

/// Changes the file as another program might.
async fn execute(store: &SqliteStore, statement: &str) -> Result<()> {
    let mut turn = store.writer.turn().await.unwrap();
    sqlx::query(AssertSqlSafe(statement)).execute(turn.connection()).await?;
    turn.release();
    Ok(())
}
