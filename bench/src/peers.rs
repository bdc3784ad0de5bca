//! Installs the peers, pinned, into the folder for built things; nothing of them is part of the project.

pub mod agent_browser;
pub mod server;

use std::fs;
use std::path::PathBuf;
use std::process::Stdio;

use anyhow::{Context as _, Result, ensure};
use tokio::process::Command;

/// The folder they lie in. A second run finds them there.
///
/// # Errors
/// When npm is missing or fails.
pub async fn installed() -> Result<PathBuf> {
    let root = crate::root()?;
    let folder = root.join("target/bench-peers");
    fs::create_dir_all(&folder)?;
    let lock = fs::read_to_string(root.join("bench/peers/package-lock.json"))?;
    let stamp = folder.join("installed-from");
    if fs::read_to_string(&stamp).is_ok_and(|from| from == lock) {
        return Ok(folder);
    }
    for file in ["package.json", "package-lock.json"] {
        fs::copy(root.join("bench/peers").join(file), folder.join(file))?;
    }
    let status = Command::new("npm")
        .args(["ci", "--silent", "--no-audit", "--no-fund"])
        .env("PUPPETEER_SKIP_DOWNLOAD", "1")
        .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")
        .current_dir(&folder)
        .stdout(Stdio::null())
        .status()
        .await
        .context("npm is needed to install the peers")?;
    ensure!(status.success(), "npm could not install the peers");
    make_runnable(&folder.join("node_modules/agent-browser/bin"))?;
    fs::write(stamp, lock)?;
    Ok(folder)
}

/// Where scripts of packages are switched off, nobody else does it.
fn make_runnable(programs: &std::path::Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    for program in fs::read_dir(programs)? {
        fs::set_permissions(program?.path(), fs::Permissions::from_mode(0o755))?;
    }
    Ok(())
}
