//! One server at a time in a data folder.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::data_dir::make_private;

/// The lock on a data folder, held while this program serves it. The system releases it when the program dies, so a file
/// that is left behind locks nobody out.
#[derive(Debug)]
pub struct ServerLock {
    file: File,
    path: PathBuf,
}

impl ServerLock {
    /// # Errors
    /// When another server has the folder; the error names it.
    pub fn acquire(path: PathBuf) -> Result<Self> {
        path.parent().map_or(Ok(()), make_private)?;
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(0o600).open(&path);
        let file = opened.with_context(|| format!("cannot write {}", path.display()))?;
        match file.try_lock() {
            Ok(()) => {
                let lock = Self { file, path };
                lock.describe(&format!("process {}", std::process::id()))?;
                Ok(lock)
            }
            Err(TryLockError::WouldBlock) => bail!("{}", refusal(&path)),
            Err(TryLockError::Error(error)) => Err(error).with_context(|| format!("cannot lock {}", path.display())),
        }
    }

    /// Writes down where this server can be found, for the message of a second one.
    pub fn describe_server(&self, origin: &str) -> Result<()> {
        self.describe(&format!("process {}, {origin}", std::process::id()))
    }

    fn describe(&self, text: &str) -> Result<()> {
        let mut file = &self.file;
        let written = rewind_and_truncate(file).and_then(|()| file.write_all(text.as_bytes()));
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }
}

fn rewind_and_truncate(mut file: &File) -> std::io::Result<()> {
    use std::io::Seek as _;
    file.set_len(0)?;
    file.rewind()
}

fn refusal(path: &Path) -> String {
    let folder = path.parent().unwrap_or(path).display();
    let holder = fs::read_to_string(path).unwrap_or_default();
    let holder = if holder.is_empty() { String::new() } else { format!(" ({holder})") };
    format!(
        "another webhand serves {folder} already{holder}; use that one, stop it, or name another folder with --data-dir"
    )
}

#[cfg(test)]
mod tests;
