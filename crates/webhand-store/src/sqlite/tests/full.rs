use std::time::Duration;

use anyhow::Result;
use webhand_model::{RunId, Seq};
use webhand_port::{Picture, Store as _, StoreError};

use super::super::{Durability, Limits, SqliteStore, WriteTransaction};
use super::{TestFolder, asked_brain, fresh, run, started};

#[tokio::test]
async fn a_full_disk_refuses_writes_until_there_is_room_again() -> Result<()> {
    let folder = TestFolder::new()?;
    let small = Limits { pages: Some(60), ..Limits::default() };
    let store = SqliteStore::open_within(&folder.file(), small).await?;
    let (old, new) = (run("old"), run("new"));
    store.append(&old, Seq(0), &[started("old")]).await?;
    store.keep_picture(&old, "1.jpg", &Picture { jpeg: vec![7; 100_000] }).await?;
    store.append(&new, Seq(0), &[started("new")]).await?;
    let end = fill(&store, &new).await;

    assert_eq!(store.end(&new).await?, end);
    assert_eq!(store.read(&new, Seq(0)).await?.len(), usize::try_from(end.0)?);
    assert_eq!(store.append(&new, end, &[large(end.next())]).await, Err(StoreError::Full));
    store.forget(&old).await?;
    assert_eq!(store.append(&new, end, &[large(end.next())]).await, Ok(end.next()));
    Ok(())
}

#[tokio::test]
async fn a_lock_held_by_another_program_is_told_as_busy() -> Result<()> {
    let folder = TestFolder::new()?;
    let other = folder.open().await?;
    let held = WriteTransaction::begin(other.writer.turn().await.unwrap(), Durability::Immediate).await.unwrap();
    let hasty = Limits { busy: Duration::from_millis(10), ..Limits::default() };
    let store = SqliteStore::open_within(&folder.file(), hasty).await?;
    assert_eq!(store.append(&run("a"), Seq(0), &[started("look")]).await, Err(StoreError::Busy));
    assert_eq!(store.end(&run("a")).await, Ok(Seq(0)), "reading goes on");
    drop(held);
    Ok(())
}

#[tokio::test]
async fn a_call_that_takes_too_long_is_cut_off_and_leaves_nothing_behind() -> Result<()> {
    let folder = TestFolder::new()?;
    let mut store = folder.open().await?;
    store.limits.call = Duration::from_millis(50);
    let held = WriteTransaction::begin(store.writer.turn().await.unwrap(), Durability::Immediate).await.unwrap();
    assert_eq!(store.append(&run("a"), Seq(0), &[started("look")]).await, Err(StoreError::Busy));
    drop(held);
    let patient = folder.open().await?;
    assert_eq!(patient.append(&run("a"), Seq(0), &[started("look")]).await, Ok(Seq(1)));
    Ok(())
}

#[tokio::test]
async fn a_write_that_is_dropped_halfway_is_taken_back() -> Result<()> {
    let (_folder, store) = fresh().await?;
    store.append(&run("a"), Seq(0), &[started("look")]).await?;
    let mut write = WriteTransaction::begin(store.writer.turn().await.unwrap(), Durability::Immediate).await.unwrap();
    super::super::journal::forget(write.connection(), &run("a")).await.unwrap();
    drop(write);
    assert_eq!(store.end(&run("a")).await, Ok(Seq(1)));
    assert_eq!(store.append(&run("a"), Seq(1), &[asked_brain(2)]).await, Ok(Seq(2)));
    Ok(())
}

/// Appends until the disk is full and returns the end of what was acknowledged.
async fn fill(store: &SqliteStore, run: &RunId) -> Seq {
    let mut end = Seq(1);
    loop {
        match store.append(run, end, &[large(end.next())]).await {
            Ok(new) => end = new,
            Err(error) => {
                assert_eq!(error, StoreError::Full);
                return end;
            }
        }
    }
}

fn large(seq: Seq) -> webhand_model::Event {
    let mut event = asked_brain(seq.0);
    event.kind = started(&"x".repeat(9_000)).kind;
    event
}
