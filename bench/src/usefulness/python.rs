//! A Python environment with pinned packages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use super::packages::run;

/// The interpreter of an environment with these requirements, made once.
pub(super) fn environment(place: &Path, name: &str, requirements: &Path) -> Result<PathBuf> {
    let folder = place.join(name);
    let (python, done) = (folder.join("bin/python"), folder.join("requirements.done"));
    let wanted = fs::read_to_string(requirements)?;
    if fs::read_to_string(&done).is_ok_and(|had| had == wanted) {
        return Ok(python);
    }
    run(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
    run(Command::new(&python).args(["-m", "pip", "install", "--quiet", "-r"]).arg(requirements))?;
    fs::write(done, wanted)?;
    Ok(python)
}
