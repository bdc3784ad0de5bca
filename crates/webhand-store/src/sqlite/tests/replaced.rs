//! A database that is taken away while it is in use.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use webhand_model::Seq;
use webhand_port::{Picture, Store as _, StoreError};

use super::{TestFolder, asked_brain, run, started};

fn beside(path: &Path, suffix: &str) -> PathBuf {
    PathBuf::from(format!("{}{suffix}", path.display()))
}

/// Ways in which the files of a database get lost.
type Loss = (&'static str, fn(&Path));

const LOSSES: [Loss; 6] = [
    ("deleted", |file| fs::remove_file(file).unwrap()),
    ("moved", |file| fs::rename(file, beside(file, ".bak")).unwrap()),
    ("replaced by a copy", |file| {
        fs::copy(file, beside(file, ".new")).unwrap();
        fs::rename(beside(file, ".new"), file).unwrap();
    }),
    ("replaced by an empty file", |file| {
        fs::remove_file(file).unwrap();
        fs::write(file, b"").unwrap();
    }),
    ("log deleted", |file| fs::remove_file(beside(file, "-wal")).unwrap()),
    ("folder deleted", |file| fs::remove_dir_all(file.parent().unwrap()).unwrap()),
];

#[tokio::test]
async fn nothing_is_acknowledged_that_nobody_can_read() -> Result<()> {
    for (loss, lose) in LOSSES {
        let folder = TestFolder::new()?;
        let store = folder.open().await?;
        store.append(&run("a"), Seq(0), &[started("look")]).await?;
        lose(&folder.file());
        let refused = Err(StoreError::Replaced(folder.file().display().to_string()));
        assert_eq!(store.append(&run("a"), Seq(1), &[asked_brain(2)]).await, refused, "{loss}");
        let picture = Picture { jpeg: vec![1] };
        assert!(store.keep_picture(&run("a"), "1.jpg", &picture).await.is_err(), "{loss}");
        assert!(store.append(&run("b"), Seq(0), &[started("look")]).await.is_err(), "{loss}");
        assert!(store.read(&run("a"), Seq(0)).await.is_err(), "{loss}");
    }
    Ok(())
}

#[tokio::test]
async fn a_database_that_was_put_back_is_used_again() -> Result<()> {
    let folder = TestFolder::new()?;
    let store = folder.open().await?;
    store.append(&run("a"), Seq(0), &[started("look")]).await?;
    let away = beside(&folder.file(), ".bak");
    fs::rename(folder.file(), &away)?;
    assert!(store.append(&run("b"), Seq(0), &[started("look")]).await.is_err());
    fs::rename(&away, folder.file())?;
    assert_eq!(store.append(&run("c"), Seq(0), &[started("look")]).await, Ok(Seq(1)));
    assert_eq!(folder.open().await?.end(&run("c")).await?, Seq(1), "others find it");
    Ok(())
}
