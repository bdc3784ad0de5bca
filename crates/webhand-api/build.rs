//! Finds the files of the dashboard, which are built from `ui/` before this crate, and refuses a script that was made of
//! other sources. A program that is being worked on may be built without them; it says so in their place.

use std::fs;
use std::path::{Path, PathBuf};

fn main() -> Result<(), String> {
    // Asked for when it runs: the folder it was compiled in may be another copy of the project.
    let here = std::env::var("CARGO_MANIFEST_DIR").map_err(|error| error.to_string())?;
    let ui = Path::new(&here).join("../../ui");
    for source in ["dist", "src", "build.mjs"] {
        println!("cargo::rerun-if-changed={}", ui.join(source).display());
    }
    let is_built = check(&ui);
    let is_released = std::env::var("PROFILE").is_ok_and(|profile| profile != "debug");
    if let (Err(problem), true) = (&is_built, is_released) {
        return Err(problem.clone());
    }
    let missing = missing_page()?;
    for (name, file) in [("PAGE", "index.html"), ("SCRIPT", "app.js"), ("STYLE", "app.css"), ("ICON", "icon.svg")] {
        let path = if is_built.is_ok() { ui.join("dist").join(file) } else { missing.clone() };
        let path = path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))?;
        println!("cargo::rustc-env=WEBHAND_UI_{name}={}", path.display());
    }
    Ok(())
}

/// Whether the dashboard is built of what is in its sources now.
fn check(ui: &Path) -> Result<(), String> {
    let script =
        fs::read_to_string(ui.join("dist/app.js")).map_err(|_| "ui/dist is missing: run `make page`".to_owned())?;
    if script.starts_with(&format!("/* made of {:08x} */", digest(ui)?)) {
        Ok(())
    } else {
        Err("ui/dist is not made of what is in ui/src now: run `make page`".to_owned())
    }
}

fn missing_page() -> Result<PathBuf, String> {
    let folder = std::env::var("OUT_DIR").map_err(|error| error.to_string())?;
    let path = Path::new(&folder).join("missing.html");
    fs::write(&path, "The dashboard is not built into this program: run `make page` and build it again.")
        .map_err(|error| error.to_string())?;
    Ok(path)
}

/// The same as in `ui/build.mjs`, which heads the script with it.
fn digest(ui: &Path) -> Result<u32, String> {
    let mut sources = Vec::new();
    collect(&ui.join("src"), "src", &mut sources).map_err(|error| format!("ui/src: {error}"))?;
    sources.sort();
    sources.insert(0, "build.mjs".to_owned());
    let mut hash: u32 = 0x811c_9dc5;
    for name in sources {
        let content = fs::read(ui.join(&name)).map_err(|error| format!("ui/{name}: {error}"))?;
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
        } else {
            sources.push(name);
        }
    }
    Ok(())
}
