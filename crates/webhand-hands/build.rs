//! Finds the page script, which is built from `page/` before this crate, and refuses one that was made of other sources.

use std::fs;
use std::path::Path;

fn main() -> Result<(), String> {
    // Asked for when it runs: the folder it was compiled in may be another copy of the project.
    let here = std::env::var("CARGO_MANIFEST_DIR").map_err(|error| error.to_string())?;
    let page = Path::new(&here).join("../../page");
    let script = page.join("dist/page.js");
    for source in [&script, &page.join("src"), &page.join("build.mjs")] {
        println!("cargo::rerun-if-changed={}", source.display());
    }
    let script = script.canonicalize().map_err(|_| "page/dist/page.js is missing: run `make page`".to_owned())?;
    let written = fs::read_to_string(&script).map_err(|error| format!("page/dist/page.js: {error}"))?;
    if !written.starts_with(&format!("/* made of {:08x} */", digest(&page)?)) {
        return Err("page/dist/page.js is not made of what is in page/src now: run `make page`".to_owned());
    }
    println!("cargo::rustc-env=WEBHAND_PAGE_SCRIPT={}", script.display());
    Ok(())
}

/// The same as in `page/build.mjs`, which heads the script with it.
fn digest(page: &Path) -> Result<u32, String> {
    let mut sources = Vec::new();
    collect(&page.join("src"), "src", &mut sources).map_err(|error| format!("page/src: {error}"))?;
    sources.sort();
    sources.insert(0, "build.mjs".to_owned());
    let mut hash: u32 = 0x811c_9dc5;
    for name in sources {
        let content = fs::read(page.join(&name)).map_err(|error| format!("page/{name}: {error}"))?;
        for byte in name.bytes().chain([0]).chain(content) {
            hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
    }
    Ok(hash)
}

/// The names of all sources in a folder and those below it.
fn collect(folder: &Path, name: &str, sources: &mut Vec<String>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = format!("{name}/{}", path.file_name().unwrap_or_default().to_string_lossy());
        if path.is_dir() {
            collect(&path, &name, sources)?;
        } else if path.extension().is_some_and(|extension| extension == "ts") {
            sources.push(name);
        }
    }
    Ok(())
}
