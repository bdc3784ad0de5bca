//! Which folder of the page script may use which: each only those before it. Visibility knows nothing of names, and a snapshot
//! does not depend on how a page is acted on.

use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, Result};

use super::{files_below, none, root};

/// In the order in which they build on each other. The files beside the folders, `agent.ts` and `main.ts`, may use all.
const FOLDERS: &[&str] = &["generated", "dom", "visibility", "name", "snapshot", "input", "settle", "read", "chat"];

#[test]
fn folders_of_the_page_script_use_only_those_before_them() -> Result<()> {
    let (sources, mut complaints) = (root()?.join("page/src"), Vec::new());
    for path in files_below("page/src", &[".ts"])? {
        let path = path.strip_prefix(&sources)?;
        let Some(folder) = top_folder(path) else { continue };
        let place =
            place_of(&folder).with_context(|| format!("page/src/{folder} has no place in the order of the folders"))?;
        for used in used_folders(path, &fs::read_to_string(sources.join(path))?) {
            if used != folder && place_of(&used).is_none_or(|used| used >= place) {
                complaints
                    .push(format!("page/src/{}: uses {used}/, which does not come before {folder}/", path.display()));
            }
        }
    }
    none(&complaints);
    Ok(())
}

/// The top folders that a source imports from.
fn used_folders(path: &Path, source: &str) -> Vec<String> {
    let imports = source.split("from '").skip(1).filter_map(|import| Some(import.split_once('\'')?.0));
    imports.filter_map(|import| top_folder(&resolved(path.parent()?, import))).collect()
}

/// Where a relative import leads to, below `page/src`.
fn resolved(from: &Path, import: &str) -> PathBuf {
    let mut path = from.to_owned();
    for part in Path::new(import).components() {
        match part {
            Component::ParentDir => {
                path.pop();
            }
            Component::Normal(name) => path.push(name),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    path
}

/// The first folder of a path; none for a file that lies in no folder.
fn top_folder(path: &Path) -> Option<String> {
    let mut parts = path.components();
    let first = parts.next()?;
    parts.next().map(|_| first.as_os_str().to_string_lossy().into_owned())
}

fn place_of(folder: &str) -> Option<usize> {
    FOLDERS.iter().position(|known| *known == folder)
}
