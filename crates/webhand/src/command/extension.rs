//! `webhand extension`: the browser extension that this program brings along.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use serde_json::json;

use crate::cli::{ExtensionVerb, GlobalArgs};
use crate::exit::{Exit, UsageError};
use crate::terminal::print_line;

include!(env!("WEBHAND_EXTENSION_TABLE"));

pub fn run_extension(global: &GlobalArgs, verb: &ExtensionVerb) -> Result<Exit> {
    match verb {
        ExtensionVerb::Unpack { dir } => unpack(global, dir),
    }
}

/// Writes the files. A folder with anything else in it is left alone.
fn unpack(global: &GlobalArgs, dir: &Path) -> Result<Exit> {
    if EXTENSION.is_empty() {
        bail!(UsageError(NOT_EMBEDDED.to_owned()));
    }
    let is_ours = dir.join("manifest.json").exists() && dir.join("engine.wasm").exists();
    let is_used = fs::read_dir(dir).is_ok_and(|mut entries| entries.next().is_some());
    if is_used && !is_ours {
        bail!(UsageError(format!("{} has other files in it; name a new folder", dir.display())));
    }
    for (name, content) in EXTENSION {
        let path = dir.join(name);
        let folder = path.parent().unwrap_or(dir);
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        fs::write(&path, content).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if global.json {
        print_line(&json!({"result": {"extension": dir, "files": EXTENSION.len()}}).to_string());
    } else {
        print_line(&format!("wrote the extension into {}", dir.display()));
        print_line("load it: open chrome://extensions, switch on developer mode, choose \"Load unpacked\"");
    }
    Ok(Exit::Done)
}

const NOT_EMBEDDED: &str = "this webhand was built without the extension: build it with `make extension`, which writes it \
                            into extension/dist, and build webhand again";
