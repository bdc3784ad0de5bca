//! Finds the page script, which is built from `page/` before this crate.

use std::path::Path;

fn main() -> Result<(), String> {
    // Asked for when it runs: the folder it was compiled in may be another copy of the project.
    let here = std::env::var("CARGO_MANIFEST_DIR").map_err(|error| error.to_string())?;
    let script = Path::new(&here).join("../../page/dist/page.js");
    println!("cargo::rerun-if-changed={}", script.display());
    let script = script.canonicalize().map_err(|_| "page/dist/page.js is missing: run `make page`".to_owned())?;
    println!("cargo::rustc-env=WEBHAND_PAGE_SCRIPT={}", script.display());
    Ok(())
}
