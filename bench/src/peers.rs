//! Installs the peers, pinned, into the build folder; nothing of them is part of the project.

pub mod agent_browser;
pub mod server;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context as _, Result, ensure};
use tokio::process::Command;

/// The folder of the installed peers. A second run reuses it.
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

/// The Python interpreter of an environment with the peers written in Python. A second run reuses it.
///
/// # Errors
/// When Python or pip is missing or fails.
pub async fn python(folder: &Path) -> Result<PathBuf> {
    let wanted = crate::root()?.join("bench/peers/requirements.txt");
    let (place, stamp) = (folder.join("python"), folder.join("python-installed-from"));
    let (python, list) = (place.join("bin/python"), fs::read_to_string(&wanted)?);
    if fs::read_to_string(&stamp).is_ok_and(|from| from == list) {
        return Ok(python);
    }
    let made = Command::new("python3").args(["-m", "venv"]).arg(&place).status().await.context("python3 is needed")?;
    ensure!(made.success(), "python3 could not make an environment");
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"];
    let filled = Command::new(&python).args(pip).arg(&wanted).stdout(Stdio::null()).status().await?;
    ensure!(filled.success(), "pip could not install the peers");
    fs::write(stamp, list)?;
    Ok(python)
}

/// Sets the executable bits, which installation scripts would do unless they are switched off.
fn make_runnable(programs: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    for program in fs::read_dir(programs)? {
        fs::set_permissions(program?.path(), fs::Permissions::from_mode(0o755))?;
    }
    Ok(())
}
