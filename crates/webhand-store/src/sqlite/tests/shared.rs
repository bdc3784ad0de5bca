use anyhow::Result;
use futures_util::future::try_join_all;
use webhand_model::{RunId, Seq};
use webhand_port::{Store as _, StoreError};

use super::super::SqliteStore;
use super::{TestFolder, asked_brain, run, started};

#[tokio::test]
async fn two_stores_on_one_file_see_each_others_events() -> Result<()> {
    let folder = TestFolder::new()?;
    let (one, other) = (folder.open().await?, folder.open().await?);
    one.append(&run("a"), Seq(0), &[started("look")]).await?;
    assert_eq!(other.read(&run("a"), Seq(0)).await?, [started("look")]);
    other.append(&run("a"), Seq(1), &[asked_brain(2)]).await?;
    assert_eq!(one.append(&run("a"), Seq(1), &[asked_brain(2)]).await, Err(StoreError::Conflict(Seq(2))));
    assert_eq!(one.append(&run("a"), Seq(2), &[asked_brain(3)]).await, Ok(Seq(3)));
    assert_eq!(other.runs(1).await?[0].steps, 2);
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn writers_that_race_lose_no_event_and_write_none_twice() -> Result<()> {
    let folder = TestFolder::new()?;
    let stores = [folder.open().await?, folder.open().await?];
    stores[0].append(&run("a"), Seq(0), &[started("look")]).await?;
    let won = try_join_all(stores.iter().map(|store| append_until_won(store, run("a"), 50))).await?;
    assert_eq!(won, [50, 50]);
    let numbers: Vec<_> = stores[0].read(&run("a"), Seq(0)).await?.iter().map(|event| event.seq.0).collect();
    assert_eq!(numbers, (1..=101).collect::<Vec<_>>());
    assert_eq!(stores[1].runs(1).await?[0].steps, 100);
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_may_open_a_new_file_at_once() -> Result<()> {
    let folder = TestFolder::new()?;
    let stores = try_join_all((0..8).map(|_| folder.open())).await?;
    for (number, store) in stores.iter().enumerate() {
        store.append(&run(&number.to_string()), Seq(0), &[started("look")]).await?;
    }
    assert_eq!(stores[0].runs(100).await?.len(), 8);
    Ok(())
}

/// Appends `times` events to the journal's end, wherever others have moved it.
async fn append_until_won(store: &SqliteStore, run: RunId, times: u32) -> Result<u32> {
    let (mut won, mut end) = (0, Seq(1));
    while won < times {
        match store.append(&run, end, &[asked_brain(end.next().0)]).await {
            Ok(new) => (won, end) = (won + 1, new),
            Err(StoreError::Conflict(new)) => end = new,
            Err(other) => return Err(other.into()),
        }
    }
    Ok(won)
}
