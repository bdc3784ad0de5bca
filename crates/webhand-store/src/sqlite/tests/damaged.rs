use std::fs;

use anyhow::Result;
use webhand_model::Seq;
use webhand_port::{Store as _, StoreError};

use super::super::{SqliteStore, schema};
use super::{TestFolder, asked_brain, execute, fresh, run, started};

#[tokio::test]
async fn a_file_that_is_no_database_is_refused_and_left_alone() -> Result<()> {
    let folder = TestFolder::new()?;
    let error = folder.refusal_of(&b"Dear diary, ".repeat(500)).await?;
    assert!(error.contains("webhand.db") && error.contains("set the file aside"), "{error}");
    assert_eq!(fs::read(folder.file())?, b"Dear diary, ".repeat(500));
    Ok(())
}

#[tokio::test]
async fn a_damaged_file_is_told_apart_from_an_empty_one() -> Result<()> {
    let folder = TestFolder::new()?;
    let store = folder.open().await?;
    store.append(&run("a"), Seq(0), &[started(&"long ".repeat(5_000))]).await?;
    store.close().await?;
    let mut bytes = fs::read(folder.file())?;
    bytes[4096..].fill(0x5a);
    let error = folder.refusal_of_reading(&bytes).await?;
    assert!(error.contains("webhand.db") && error.contains("set the file aside"), "{error}");
    Ok(())
}

#[tokio::test]
async fn a_file_of_a_newer_version_is_refused() -> Result<()> {
    let folder = TestFolder::new()?;
    let store = folder.open().await?;
    execute(&store, "PRAGMA user_version = 99").await?;
    store.close().await?;
    let error = folder.open().await.unwrap_err().to_string();
    assert!(
        error.contains("webhand.db was written by a newer webhand") && error.contains("99") && error.contains("update"),
        "{error}"
    );
    Ok(())
}

#[tokio::test]
async fn a_database_of_another_program_is_refused_and_left_alone() -> Result<()> {
    let folder = TestFolder::new()?;
    let store = folder.open().await?;
    for statement in ["PRAGMA application_id = 7", "PRAGMA user_version = 0"] {
        execute(&store, statement).await?;
    }
    store.close().await?;
    let error = folder.open().await.unwrap_err().to_string();
    assert!(error.contains("webhand.db is a database of another program"), "{error}");
    Ok(())
}

#[tokio::test]
async fn each_step_of_the_schema_sets_its_version() -> Result<()> {
    let (_folder, store) = fresh().await?;
    let version: i64 = sqlx::query_scalar("PRAGMA user_version").fetch_one(&store.readers).await?;
    assert_eq!(usize::try_from(version)?, schema::STEPS.len());
    Ok(())
}

#[tokio::test]
async fn a_line_that_cannot_be_understood_is_named() -> Result<()> {
    let (_folder, store) = fresh().await?;
    store.append(&run("a"), Seq(0), &[started("look"), asked_brain(2)]).await?;
    execute(&store, "UPDATE event SET body = '{\"new\":1}' WHERE seq = 2").await?;
    let Err(StoreError::Garbled(of, Seq(2), _)) = store.read(&run("a"), Seq(0)).await else {
        panic!("line 2 was understood");
    };
    assert_eq!(of, run("a"));
    assert_eq!(store.read(&run("a"), Seq(2)).await, Ok(vec![]));
    Ok(())
}

#[tokio::test]
async fn a_summary_of_another_version_is_folded_anew() -> Result<()> {
    let (_folder, store) = fresh().await?;
    store.append(&run("a"), Seq(0), &[started("look"), asked_brain(2)]).await?;
    let before = store.runs(1).await?;
    execute(&store, "UPDATE run SET summary = '{}'").await?;
    assert_eq!(store.runs(1).await?, before);
    store.append(&run("a"), Seq(2), &[asked_brain(3)]).await?;
    assert_eq!(store.runs(1).await?[0].steps, 2);
    Ok(())
}

#[tokio::test]
async fn a_run_that_cannot_be_read_does_not_hide_the_others() -> Result<()> {
    let (_folder, store) = fresh().await?;
    store.append(&run("bad"), Seq(0), &[started("bad")]).await?;
    execute(&store, "UPDATE event SET body = ''").await?;
    execute(&store, "UPDATE run SET summary = ''").await?;
    store.append(&run("good"), Seq(0), &[started("good")]).await?;
    let tasks: Vec<_> = store.runs(10).await?.into_iter().map(|summary| summary.task).collect();
    assert!(tasks[0].contains("cannot be understood"), "{tasks:?}");
    assert_eq!(tasks[1], "good");
    Ok(())
}

#[tokio::test]
async fn a_folder_in_the_place_of_the_file_is_refused() -> Result<()> {
    let folder = TestFolder::new()?;
    fs::create_dir_all(folder.file())?;
    let error = folder.open().await.unwrap_err().to_string();
    assert!(error.contains("choose another file"), "{error}");
    Ok(())
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_else_may_read_the_files() -> Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = TestFolder::new()?;
    let mode = |path: &std::path::Path| anyhow::Ok(fs::metadata(path)?.permissions().mode() & 0o777);
    let store = folder.open().await?;
    store.append(&run("a"), Seq(0), &[started("look")]).await?;
    let parent = folder.file().parent().unwrap().to_owned();
    assert_eq!(mode(&parent)?, 0o700);
    let files: Vec<_> = fs::read_dir(&parent)?.collect::<Result<_, _>>()?;
    assert_eq!(files.len(), 3, "the database, its log and the log's index");
    for file in &files {
        assert_eq!(mode(&file.path())?, 0o600, "{}", file.path().display());
    }
    store.close().await?;

    fs::set_permissions(folder.file(), fs::Permissions::from_mode(0o644))?;
    fs::set_permissions(&parent, fs::Permissions::from_mode(0o755))?;
    folder.open().await?;
    assert_eq!(mode(&folder.file())?, 0o600);
    assert_eq!(mode(&parent)?, 0o755, "a folder that was there is not ours to close");
    Ok(())
}

impl TestFolder {
    /// The error of opening or reading when the file has `content`.
    async fn refusal_of_reading(&self, content: &[u8]) -> Result<String> {
        fs::write(self.file(), content)?;
        let read = match SqliteStore::open(self.file()).await {
            Ok(store) => store.read(&run("a"), Seq(0)).await.map(drop),
            Err(error) => Err(error),
        };
        Ok(read.unwrap_err().to_string())
    }
}
