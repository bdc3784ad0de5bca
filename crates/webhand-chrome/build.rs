//! Finds the page script, which is built from `page/` before this crate.

use std::path::Path;

fn main() -> Result<(), String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../page/dist/page.js");
    println!("cargo::rerun-if-changed={}", script.display());
    let script = script.canonicalize().map_err(|_| "page/dist/page.js is missing: run `make page`".to_owned())?;
    println!("cargo::rustc-env=WEBHAND_PAGE_SCRIPT={}", script.display());
    Ok(())
}
