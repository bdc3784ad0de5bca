//! The files of sessions: a private folder of this person, with a socket, a record, a log and locks for each session.

use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use crate::exit::UsageError;

/// The folder of all sessions.
#[derive(Debug, Clone)]
pub struct SessionsFolder {
    path: PathBuf,
}

/// The files of one session.
#[derive(Debug, Clone)]
pub struct SessionFiles {
    folder: PathBuf,
    name: String,
}

impl SessionsFolder {
    /// The folder of this person, created if it does not exist. It must be private: another user who could write to it
    /// could place a socket there.
    pub fn find() -> Result<Self> {
        let path = runtime_folder();
        match DirBuilder::new().mode(0o700).create(&path) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                return Err(error).with_context(|| format!("cannot make the folder {}", path.display()));
            }
            Ok(()) | Err(_) => {}
        }
        let found = fs::symlink_metadata(&path).with_context(|| format!("cannot look at {}", path.display()))?;
        let own = found.uid() == rustix::process::getuid().as_raw();
        if !found.is_dir() || !own || found.mode() & 0o077 != 0 {
            bail!(
                "{} must be a folder that only you can use; remove it, or name another in XDG_RUNTIME_DIR",
                path.display()
            );
        }
        Ok(Self { path })
    }

    pub fn files(&self, name: &str) -> Result<SessionFiles> {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        // A leading dot would hide the file, and a leading dash would look like an option.
        let is_name = !name.is_empty() && !name.starts_with(['.', '-']) && name.chars().all(plain);
        if !is_name || name.len() > LONGEST_NAME {
            let wrong = crate::display::quoted(name);
            bail!(UsageError(format!(
                "{wrong} is no name for a session; use up to {LONGEST_NAME} letters, digits, - and _, with no dash in front"
            )));
        }
        Ok(SessionFiles { folder: self.path.clone(), name: name.to_owned() })
    }

    /// Every session that has files, alive or not.
    pub fn all_files(&self) -> Vec<SessionFiles> {
        let entries = fs::read_dir(&self.path).into_iter().flatten().flatten();
        let name = |entry: fs::DirEntry| Some(entry.file_name().to_str()?.strip_suffix(".host")?.to_owned());
        let mut names: Vec<String> = entries.filter_map(name).collect();
        names.sort_unstable();
        names.iter().filter_map(|name| self.files(name).ok()).collect()
    }
}

/// The folder that the system clears at logout, or else the folder for temporary files.
fn runtime_folder() -> PathBuf {
    let given = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from).filter(|path| path.is_absolute());
    let short = |folder: &Path| folder.as_os_str().len() + LONGEST_NAME + ".sock".len() < LONGEST_SOCKET;
    match given.map(|path| path.join("webhand")).filter(|path| short(path)) {
        Some(folder) => folder,
        None => std::env::temp_dir().join(format!("webhand-{}", rustix::process::getuid().as_raw())),
    }
}

impl SessionFiles {
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The socket of the session.
    pub fn socket(&self) -> PathBuf {
        self.file("sock")
    }

    /// The record of the session process, locked as long as the process lives.
    pub fn record(&self) -> PathBuf {
        self.file("host")
    }

    pub fn log(&self) -> PathBuf {
        self.file("log")
    }

    /// The lock for starting the session, so that two clients that start it at once get the same one.
    pub fn lock_start(&self, within: Duration) -> Result<Option<FileLock>> {
        self.lock("lock", within)
    }

    /// The lock that the session process holds.
    pub fn lock_server(&self) -> Result<Option<FileLock>> {
        // `is_alive` holds the lock for a moment.
        self.lock("host", Duration::from_secs(2))
    }

    /// Whether the process of this session runs.
    pub fn is_alive(&self) -> bool {
        let Ok(file) = File::open(self.record()) else { return false };
        matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
    }

    /// Waits until the process of the session is gone; returns whether it is.
    pub fn wait_until_gone(&self, within: Duration) -> bool {
        let until = Instant::now() + within;
        while self.is_alive() {
            if Instant::now() >= until {
                return false;
            }
            std::thread::sleep(LOOK_AGAIN);
        }
        true
    }

    /// Removes the socket of an ended session.
    pub fn remove_socket(&self) {
        let _ = fs::remove_file(self.socket());
    }

    /// Creates an empty log.
    pub fn open_log(&self) -> Result<File> {
        let path = self.log();
        let opened = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&path);
        opened.with_context(|| format!("cannot write {}", path.display()))
    }

    /// Removes the files of a session, unless it runs or is being started.
    pub fn remove_if_dead(&self) -> Result<()> {
        if let Some(_starting) = self.lock_start(Duration::ZERO)?
            && !self.is_alive()
        {
            self.remove_all();
        }
        Ok(())
    }

    /// Removes the files of a session that could not be started. The caller holds the start lock.
    pub fn remove_unstarted(&self, _starting: &FileLock) {
        if !self.is_alive() {
            self.remove_all();
        }
    }

    /// Removes the files at the end of the session process, which holds the server lock.
    pub fn remove_at_end(&self, _held: &FileLock) {
        match self.lock_start(Duration::ZERO) {
            Ok(Some(_starting)) => self.remove_all(),
            // Another client waits to start the session again, and its lock must stay.
            Ok(None) | Err(_) => self.remove_socket(),
        }
    }

    fn remove_all(&self) {
        for ending in ["sock", "host", "log", "lock"] {
            let _ = fs::remove_file(self.file(ending));
        }
    }

    fn file(&self, ending: &str) -> PathBuf {
        self.folder.join(format!("{}.{ending}", self.name))
    }

    fn lock(&self, ending: &str, within: Duration) -> Result<Option<FileLock>> {
        let until = Instant::now() + within;
        let path = self.file(ending);
        loop {
            let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(0o600).open(&path);
            let file = opened.with_context(|| format!("cannot write {}", path.display()))?;
            match file.try_lock() {
                Ok(()) if is_still(&file, &path) => return Ok(Some(FileLock { file })),
                // The previous holder removed the file; the lock on a removed file protects nothing.
                Ok(()) => continue,
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(error)) => {
                    return Err(error).with_context(|| format!("cannot lock {}", path.display()));
                }
            }
            if Instant::now() >= until {
                return Ok(None);
            }
            std::thread::sleep(LOOK_AGAIN);
        }
    }
}

/// A locked file. The system releases the lock when the process dies.
#[derive(Debug)]
pub struct FileLock {
    file: File,
}

impl FileLock {
    /// Replaces the content of the locked file.
    pub fn write(&mut self, text: &str) -> io::Result<()> {
        use std::io::{Seek as _, Write as _};
        self.file.set_len(0)?;
        self.file.rewind()?;
        self.file.write_all(text.as_bytes())
    }
}

fn is_still(file: &File, path: &Path) -> bool {
    let (Ok(held), Ok(named)) = (file.metadata(), fs::metadata(path)) else { return false };
    (held.dev(), held.ino()) == (named.dev(), named.ino())
}

const LONGEST_NAME: usize = 40;
/// The longest socket path that every system accepts.
const LONGEST_SOCKET: usize = 100;
const LOOK_AGAIN: Duration = Duration::from_millis(5);

#[cfg(test)]
mod tests;
