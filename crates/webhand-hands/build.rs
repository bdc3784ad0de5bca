//! Finds the page script and the script for chat pages, which are built from `page/` before this crate, and refuses those
//! that were made of other sources.

use std::fs;
use std::path::Path;

fn main() -> Result<(), String> {
    // Asked for when it runs: the folder it was compiled in may be another copy of the project.
    let here = std::env::var("CARGO_MANIFEST_DIR").map_err(|error| error.to_string())?;
    let page = Path::new(&here).join("../../page");
    for source in [page.join("src"), page.join("build.mjs")] {
        println!("cargo::rerun-if-changed={}", source.display());
    }
    let digest = digest(&page)?;
    for (name, variable) in [("page.js", "WEBHAND_PAGE_SCRIPT"), ("chat.js", "WEBHAND_CHAT_SCRIPT")] {
        let script = page.join("dist").join(name);
        println!("cargo::rerun-if-changed={}", script.display());
        let script = script.canonicalize().map_err(|_| format!("page/dist/{name} is missing: run `make page`"))?;
        let written = fs::read_to_string(&script).map_err(|error| format!("page/dist/{name}: {error}"))?;
        if !written.starts_with(&format!("/* made of {digest:08x} */")) {
            return Err(format!("page/dist/{name} is not made of what is in page/src now: run `make page`"));
        }
        println!("cargo::rustc-env={variable}={}", script.display());
    }
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
