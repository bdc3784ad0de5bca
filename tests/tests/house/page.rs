//! Which folder of the page script may use which: each only those before it. Sight knows nothing of names, and nothing that is
//! told of a page depends on how it is touched.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

use super::{files_below, none, root};

/// In the order in which they build on each other. What lies beside the folders, the agent and the way in, may use all.
const FOLDERS: &[&str] = &["generated", "dom", "sight", "name", "snapshot", "touch", "settle", "read"];

#[test]
fn folders_of_the_page_script_use_only_those_before_them() -> Result<()> {
    let (sources, mut complaints) = (root()?.join("page/src"), Vec::new());
    for path in files_below("page/src", &[".ts"])? {
        let path = path.strip_prefix(&sources)?;
        let Some(folder) = path.parent().and_then(Path::to_str).filter(|folder| !folder.is_empty()) else { continue };
        let place =
            place_of(folder).with_context(|| format!("page/src/{folder} has no place in the order of the folders"))?;
        for used in used_folders(&fs::read_to_string(sources.join(path))?) {
            if place_of(&used).is_none_or(|used| used >= place) {
                complaints
                    .push(format!("page/src/{}: uses {used}/, which does not come before {folder}/", path.display()));
            }
        }
    }
    none(&complaints);
    Ok(())
}

/// The folders other than its own that a source imports from.
fn used_folders(source: &str) -> Vec<String> {
    let imports = source.split("from '../").skip(1);
    imports.filter_map(|import| Some(import.split_once('\'')?.0.split('/').next()?.to_owned())).collect()
}

fn place_of(folder: &str) -> Option<usize> {
    FOLDERS.iter().position(|known| *known == folder)
}
