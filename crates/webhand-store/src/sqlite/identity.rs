//! Whether the files that SQLite has open are still those that other programs find under their names.
//!
//! SQLite goes on writing into a file that was deleted or replaced: the writes succeed, and nobody will ever read them. It
//! notices that only with a rollback journal, not with a write-ahead log.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::failure::Failure;

/// The database file that a store was opened with.
#[derive(Debug)]
pub(super) struct DatabaseFile {
    path: PathBuf,
    id: Option<FileId>,
    /// The log was lost. A new one would be read with the index of the old, so the file is not used any more.
    has_lost_log: AtomicBool,
}

impl DatabaseFile {
    /// The file that is there now.
    pub(super) fn now(path: &Path) -> Result<Self, Failure> {
        Ok(Self { path: path.to_owned(), id: FileId::of(path)?, has_lost_log: AtomicBool::new(false) })
    }

    /// # Errors
    /// `Replaced` when another file, or none, has the name now.
    pub(super) fn check(&self) -> Result<(), Failure> {
        let is_same = FileId::of(&self.path)? == self.id && !self.has_lost_log.load(Ordering::Relaxed);
        if is_same { Ok(()) } else { Err(Failure::Replaced) }
    }

    /// As [`Self::check`], also for the log and its index, which a connection knows since its first write and which every
    /// connection of every program must share.
    pub(super) fn check_with_log(&self, known: &mut Option<LogFiles>) -> Result<(), Failure> {
        self.check()?;
        let now = LogFiles { log: FileId::of(&self.beside("-wal"))?, index: FileId::of(&self.beside("-shm"))? };
        if *known.get_or_insert(now) != now {
            self.has_lost_log.store(true, Ordering::Relaxed);
        }
        self.check()
    }

    fn beside(&self, suffix: &str) -> PathBuf {
        let mut name = self.path.as_os_str().to_owned();
        name.push(suffix);
        name.into()
    }
}

/// The write-ahead log and its index, as one connection has them open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LogFiles {
    log: Option<FileId>,
    index: Option<FileId>,
}

/// The device and number of a file, which no other file has while it is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct FileId(u64, u64);

impl FileId {
    /// `None` when there is no file of this name, or the system does not number files.
    #[cfg(unix)]
    fn of(path: &Path) -> io::Result<Option<Self>> {
        use std::os::unix::fs::MetadataExt as _;
        match std::fs::metadata(path) {
            Ok(about) => Ok(Some(Self(about.dev(), about.ino()))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    #[cfg(not(unix))]
    fn of(_: &Path) -> io::Result<Option<Self>> {
        Ok(None)
    }
}
