//! The rules of the project that no compiler checks: which crate may use which, how long a file may be, what the
//! documents promise.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

mod assertions;
mod documents;
mod driver;
mod edges;
mod files;
mod page;
mod structure;

/// The folder of the whole project.
fn root() -> Result<PathBuf> {
    Ok(Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("the tests have a parent folder")?.to_owned())
}

/// All files below a folder of the project with one of these endings, except installed or built ones.
fn files_below(folder: &str, endings: &[&str]) -> Result<Vec<PathBuf>> {
    let (mut found, mut folders) = (Vec::new(), vec![root()?.join(folder)]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| format!("{} cannot be read", folder.display()))? {
            let path = entry?.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if path.is_dir() && !["node_modules", "dist", "target"].contains(&name) {
                folders.push(path);
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                found.push(path);
            }
        }
    }
    assert!(!found.is_empty(), "{folder} holds no file that ends in {endings:?}");
    found.sort();
    Ok(found)
}

/// Fails with all complaints at once, so that one run shows everything that has to be fixed.
fn none(complaints: &[String]) {
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}
