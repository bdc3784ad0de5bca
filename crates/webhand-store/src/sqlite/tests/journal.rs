use anyhow::Result;
use webhand_model::{Action, ActionClass, Approver, EffectNo, Event, EventKind, Intent, RunOutcome, Seq};
use webhand_port::{Picture, Store as _, StoreError};

use super::{TestFolder, asked_brain, fresh, run, started};

#[tokio::test]
async fn a_reopened_file_holds_what_was_written() -> Result<()> {
    let folder = TestFolder::new()?;
    let store = folder.open().await?;
    store.append(&run("a"), Seq(0), &[started("look"), asked_brain(2)]).await?;
    store.close().await?;

    let store = folder.open().await?;
    assert_eq!(store.read(&run("a"), Seq(0)).await?, [started("look"), asked_brain(2)]);
    assert_eq!(store.append(&run("a"), Seq(2), &[asked_brain(3)]).await, Ok(Seq(3)));
    assert_eq!(store.runs(1).await?[0].steps, 2);
    Ok(())
}

#[tokio::test]
async fn only_what_must_last_waits_for_the_disk() -> Result<()> {
    let (_folder, store) = fresh().await?;
    let a = run("a");
    let mode = async || -> Result<i64> {
        let mut turn = store.writer.turn().await.unwrap();
        let mode = sqlx::query_scalar("PRAGMA synchronous").fetch_one(turn.connection()).await?;
        turn.release();
        Ok(mode)
    };
    store.append(&a, Seq(0), &[started("look")]).await?;
    assert_eq!(mode().await?, FULL);
    store.append(&a, Seq(1), &[asked_brain(2)]).await?;
    assert_eq!(mode().await?, NORMAL);
    let acting = |class| Intent::Act { action: Action::Back {}, class, by: Approver::Policy, renewed_token: None };
    let written = [
        (acting(ActionClass::Input), NORMAL),
        (acting(ActionClass::Commit), FULL),
        (acting(ActionClass::Navigate), NORMAL),
        (Intent::Finish(RunOutcome::Cancelled), FULL),
    ];
    for (seq, (intent, waiting)) in (3..).zip(written) {
        let what = EventKind::Intent { no: EffectNo(seq), intent };
        store.append(&a, Seq(seq - 1), &[Event { kind: what, ..asked_brain(seq) }]).await?;
        assert_eq!(mode().await?, waiting, "{seq}");
    }
    Ok(())
}

/// As SQLite numbers them.
const NORMAL: i64 = 1;
const FULL: i64 = 2;

#[tokio::test]
async fn a_closed_store_is_not_opened_again_by_a_write() -> Result<()> {
    let (_folder, store) = fresh().await?;
    store.append(&run("a"), Seq(0), &[started("look")]).await?;
    store.close().await?;
    assert!(matches!(store.append(&run("a"), Seq(1), &[asked_brain(2)]).await, Err(StoreError::Unusable(_))));
    Ok(())
}

#[tokio::test]
async fn appending_nothing_makes_no_run() -> Result<()> {
    let (_folder, store) = fresh().await?;
    assert_eq!(store.append(&run("a"), Seq(0), &[]).await, Ok(Seq(0)));
    assert_eq!(store.runs(10).await?, []);
    Ok(())
}

#[tokio::test]
async fn numbers_beyond_the_end_read_nothing() -> Result<()> {
    let (_folder, store) = fresh().await?;
    store.append(&run("a"), Seq(0), &[started("look")]).await?;
    assert_eq!(store.read(&run("a"), Seq(u64::MAX)).await?, []);
    assert_eq!(store.append(&run("a"), Seq(u64::MAX), &[]).await, Err(StoreError::Conflict(Seq(1))));
    Ok(())
}

#[tokio::test]
async fn a_run_is_found_by_the_beginning_of_its_id() -> Result<()> {
    let (_folder, store) = fresh().await?;
    for name in ["apple", "apricot", "pear"] {
        store.append(&run(name), Seq(0), &[started(name)]).await?;
    }
    assert_eq!(store.find("test-run-p").await?, [run("pear")]);
    assert_eq!(store.find("test-run-ap").await?, [run("apple"), run("apricot")]);
    for nowhere in ["apple", "test-run-%", "test-run-a_", "TEST"] {
        assert_eq!(store.find(nowhere).await?, [], "{nowhere}");
    }
    Ok(())
}

#[tokio::test]
async fn a_forgotten_run_leaves_no_trace_in_the_files() -> Result<()> {
    let folder = TestFolder::new()?;
    let store = folder.open().await?;
    for name in ["kept", "gone"] {
        store.append(&run(name), Seq(0), &[started(&format!("the {name} words")), asked_brain(2)]).await?;
        store.keep_picture(&run(name), "2.jpg", &Picture { jpeg: format!("{name} jpeg").into_bytes() }).await?;
    }
    store.forget(&run("gone")).await?;
    store.forget(&run("never-known")).await?;

    assert_eq!(store.end(&run("gone")).await?, Seq(0));
    assert_eq!(store.picture(&run("gone"), "2.jpg").await?, None);
    assert_eq!(store.end(&run("kept")).await?, Seq(2));
    let mut bytes = Vec::new();
    for file in std::fs::read_dir(folder.file().parent().unwrap())? {
        bytes.extend(std::fs::read(file?.path())?);
    }
    let holds = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(holds("the kept words") && holds("kept jpeg"));
    assert!(!holds("the gone words") && !holds("gone jpeg"));
    Ok(())
}

#[tokio::test]
async fn a_picture_needs_a_run_and_replaces_one_of_its_name() -> Result<()> {
    let (_folder, store) = fresh().await?;
    let [first, second] = [1, 2].map(|byte| Picture { jpeg: vec![byte] });
    let orphan = store.keep_picture(&run("a"), "1.jpg", &first).await.unwrap_err();
    assert!(orphan.to_string().contains("has no journal"), "{orphan}");
    store.append(&run("a"), Seq(0), &[started("look")]).await?;
    store.keep_picture(&run("a"), "1.jpg", &first).await?;
    store.keep_picture(&run("a"), "1.jpg", &second).await?;
    assert_eq!(store.picture(&run("a"), "1.jpg").await?, Some(second));
    Ok(())
}
