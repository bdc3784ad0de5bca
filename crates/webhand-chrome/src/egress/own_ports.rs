//! The ports on which webhand itself listens, in this process and in others of the same person.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use rustix::process::{Pid, test_kill_process};

/// A port that no page may reach, for as long as this value lives.
#[derive(Debug)]
pub struct OwnPort(u16);

impl OwnPort {
    #[must_use]
    pub fn register(port: u16) -> Self {
        PORTS.lock().unwrap_or_else(PoisonError::into_inner).insert(port);
        if let Some(file) = file_of(port)
            && let Err(error) = write_private(&file)
        {
            tracing::debug!(%error, ?file, "other processes do not learn of this port");
        }
        Self(port)
    }
}

impl Drop for OwnPort {
    fn drop(&mut self) {
        PORTS.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.0);
        if let Some(file) = file_of(self.0) {
            // A file that stays names a process that ends, so it counts no longer.
            let _ = fs::remove_file(file);
        }
    }
}

/// Tells other processes of this process's ports, and this one of theirs, through files in this folder. The first call
/// counts.
pub fn share_own_ports(folder: PathBuf) {
    if let Err(error) = fs::DirBuilder::new().recursive(true).mode(0o700).create(&folder) {
        tracing::debug!(%error, ?folder, "ports are not shared");
        return;
    }
    let _ = FOLDER.set(folder);
}

/// Whether webhand listens on the port.
pub(super) fn is_own_port(port: u16) -> bool {
    PORTS.lock().unwrap_or_else(PoisonError::into_inner).contains(&port) || is_of_another_process(port)
}

fn write_private(file: &Path) -> io::Result<()> {
    let mut file = fs::File::options().write(true).create(true).truncate(true).mode(0o600).open(file)?;
    file.write_all(std::process::id().to_string().as_bytes())
}

fn is_of_another_process(port: u16) -> bool {
    let written = file_of(port).and_then(|file| fs::read_to_string(file).ok());
    let process = written.and_then(|written| Pid::from_raw(written.trim().parse().ok()?));
    process.is_some_and(|process| test_kill_process(process).is_ok())
}

fn file_of(port: u16) -> Option<PathBuf> {
    FOLDER.get().map(|folder| folder.join(port.to_string()))
}

static PORTS: Mutex<BTreeSet<u16>> = Mutex::new(BTreeSet::new());
static FOLDER: OnceLock<PathBuf> = OnceLock::new();
