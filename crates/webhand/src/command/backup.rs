//! `webhand backup` and `webhand restore`: a copy of the data folder, taken while everything works.
//!
//! Invariant: a backup holds no token and no key of a provider; a restore never writes over data that is there.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use serde_json::json;
use webhand_store::SqliteStore;

use crate::cli::GlobalArgs;
use crate::data_dir::{DataDir, make_private};
use crate::exit::{Exit, UsageError};
use crate::terminal::print_line;
use crate::wiring;

/// Copies the journal, and what runs left as files, into a new folder.
pub async fn back_up(global: &GlobalArgs, into: &Path) -> Result<Exit> {
    let data_dir = DataDir::find(global.data_dir.as_deref())?;
    if fs::read_dir(into).is_ok_and(|mut entries| entries.next().is_some()) {
        bail!(UsageError(format!("{} is not empty; name a new folder for each backup", into.display())));
    }
    let store = wiring::open_store(&data_dir).await?;
    make_private(into)?;
    store.copy_to(&into.join(JOURNAL)).await?;
    let mut files = 1;
    for name in COPIED {
        files += copy_all(&data_dir.root().join(name), &into.join(name), MOST_DEPTH)?;
    }
    let copy = SqliteStore::open(into.join(JOURNAL)).await?;
    copy.check_integrity().await.context("the copy cannot be used; is the disk full?")?;
    copy.close().await?;
    print_done(global, &format!("{files} files are in {}", into.display()), into, files);
    Ok(Exit::Done)
}

/// Puts a backup into a data folder that holds no journal yet.
pub async fn restore(global: &GlobalArgs, from: &Path) -> Result<Exit> {
    let data_dir = DataDir::find(global.data_dir.as_deref())?;
    if data_dir.journal_file().exists() {
        bail!(UsageError(format!(
            "{} holds a journal already; move it away, or name another folder with --data-dir",
            data_dir.root().display()
        )));
    }
    let journal = from.join(JOURNAL);
    if !journal.is_file() {
        bail!(UsageError(format!("{} is no backup: it holds no {JOURNAL}", from.display())));
    }
    make_private(data_dir.root())?;
    // Under another name until it is known to be whole.
    let arriving = data_dir.root().join("restored.db");
    fs::copy(&journal, &arriving).with_context(|| format!("cannot write {}", arriving.display()))?;
    let store = SqliteStore::open(&arriving).await?;
    let checked = store.check_integrity().await;
    store.close().await?;
    if let Err(error) = checked {
        let _ = fs::remove_file(&arriving);
        return Err(error).context("the backup is damaged; nothing was restored");
    }
    let mut files = 1;
    for name in COPIED {
        files += copy_all(&from.join(name), &data_dir.root().join(name), MOST_DEPTH)?;
    }
    fs::rename(&arriving, data_dir.journal_file())?;
    print_done(global, &format!("{files} files are in {}", data_dir.root().display()), data_dir.root(), files);
    Ok(Exit::Done)
}

/// Copies a file, or a folder with everything below it; returns how many files. What a run writes at the same moment may be
/// missing.
fn copy_all(from: &Path, to: &Path, depth: u32) -> Result<usize> {
    let Ok(about) = fs::symlink_metadata(from) else { return Ok(0) };
    if about.is_file() {
        let failed = || format!("cannot copy {} to {}", from.display(), to.display());
        fs::copy(from, to).with_context(failed)?;
        return Ok(1);
    }
    if !about.is_dir() || depth == 0 {
        return Ok(0);
    }
    make_private(to)?;
    let mut files = 0;
    for entry in fs::read_dir(from)?.flatten() {
        let name: PathBuf = entry.file_name().into();
        // A browser that works on its profile is no state to keep, and its run begins with an empty one.
        if !LEFT_OUT.iter().any(|left_out| name.as_os_str() == *left_out) {
            files += copy_all(&entry.path(), &to.join(&name), depth - 1)?;
        }
    }
    Ok(files)
}

fn print_done(global: &GlobalArgs, text: &str, folder: &Path, files: usize) {
    print_line(&if global.json {
        json!({"result": {"folder": folder, "files": files}}).to_string()
    } else {
        text.to_owned()
    });
}

const JOURNAL: &str = "webhand.db";
/// Without the key of digests, no yes that was given before the backup is good after it.
const COPIED: [&str; 3] = ["runs", "profiles", "digest-key"];
const LEFT_OUT: [&str; 2] = ["profile", "lock"];
const MOST_DEPTH: u32 = 24;
