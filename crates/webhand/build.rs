//! How the program is linked, so that it starts quickly; and the browser extension that it brings along.
//!
//! A verb is a process of its own, and most of its time was the loader's: tens of thousands of addresses to write into
//! a program that may lie anywhere. See `docs/decisions/verbs.md`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let set = |name: &str| env::var(name).unwrap_or_default();
    if set("CARGO_CFG_TARGET_OS") == "linux" && set("CARGO_CFG_TARGET_ENV") == "gnu" {
        println!("cargo::rustc-link-arg-bins=-no-pie");
        // The library that unwinds a panic is linked in, so that it is not found and opened at each start.
        println!("cargo::rustc-link-lib=static:-bundle=gcc_eh");
    }
    embed_extension(&PathBuf::from(set("CARGO_MANIFEST_DIR")), &PathBuf::from(set("OUT_DIR")))
}

/// Writes a table of the files of `extension/dist`. It is empty where the extension was not built, or for development only.
fn embed_extension(here: &Path, out: &Path) -> io::Result<()> {
    let dist = here.join("../../extension/dist");
    println!("cargo::rerun-if-changed={}", dist.display());
    let engine = fs::metadata(dist.join("engine.wasm")).map(|engine| engine.len());
    let mut files = Vec::new();
    if engine.is_ok_and(|bytes| bytes < MOST_BYTES) {
        let dist = dist.canonicalize()?;
        list(&dist, &dist, &mut files)?;
    }
    files.sort();
    let mut table = String::from("const EXTENSION: &[(&str, &[u8])] = &[\n");
    for (name, path) in files {
        let path = path.to_str().unwrap_or_default();
        // Writing into a string cannot fail.
        let _ = writeln!(table, "    ({name:?}, include_bytes!({path:?})),");
    }
    table.push_str("];\n");
    let written = out.join("extension.rs");
    fs::write(&written, table)?;
    println!("cargo::rustc-env=WEBHAND_EXTENSION_TABLE={}", written.display());
    Ok(())
}

fn list(folder: &Path, dist: &Path, into: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, dist, into)?;
        } else if let Some(name) = path.strip_prefix(dist).ok().and_then(Path::to_str) {
            into.push((name.to_owned(), path.clone()));
        }
    }
    Ok(())
}

/// An engine that is built for development is several times as large as one for people.
const MOST_BYTES: u64 = 8 << 20;
