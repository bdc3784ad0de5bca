//! Builds the extension with the engine, once for all tests that run at the same time.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use super::support;

/// The folder of the built extension. `WEBHAND_WASM_PROFILE` names the profile of the engine; `dev` is built fastest.
pub fn extension() -> Result<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("the package lies in the workspace")?;
    let profile = std::env::var("WEBHAND_WASM_PROFILE").unwrap_or_else(|_| "dev".to_owned());
    // Tests are processes of their own, and a folder that is loaded must not be written meanwhile.
    let lock = File::create(root.join("target").join(".extension.lock"))?;
    lock.lock()?;
    let mut cargo = support::cargo();
    cargo.args(["build", "--quiet", "--locked", "--target", TARGET, "--profile", &profile, "-p", "webhand-wasm"]);
    let built = cargo.args(["--target-dir", "target"]).output()?;
    ensure!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let folder = if profile == "dev" { "debug" } else { &profile };
    let module = root.join("target").join(TARGET).join(folder).join("webhand_wasm.wasm");
    let extension = root.join("extension");
    let bundled = Command::new("node").current_dir(&extension).arg("build.mjs").arg("--wasm").arg(module).output()?;
    ensure!(bundled.status.success(), "{}", String::from_utf8_lossy(&bundled.stderr));
    Ok(extension.join("dist"))
}

const TARGET: &str = "wasm32-unknown-unknown";
