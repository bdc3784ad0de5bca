//! The data folder of a person: the journal, and a folder for each run.
//!
//! Invariant: folders are readable by their owner alone, and one program at a time works in a run's folder.

use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};
use webhand_chrome::PageEnvironment;
use webhand_model::RunId;

use crate::cli::BrowserArg;
use crate::exit::UsageError;

/// A new run id, never used before.
pub fn new_run_id() -> Result<RunId> {
    Ok(RunId::try_from(uuid::Uuid::new_v4().simple().to_string())?)
}

/// The data folder.
#[derive(Debug, Clone)]
pub struct DataDir {
    root: PathBuf,
}

impl DataDir {
    /// The given folder, or the default one of this person. The folder is created with its first file.
    pub fn find(given: Option<&Path>) -> Result<Self> {
        let root = match given {
            Some(given) if given.as_os_str().is_empty() => {
                bail!(UsageError("--data-dir is empty; name a folder".to_owned()))
            }
            Some(given) => std::path::absolute(given)?,
            None => dirs::data_dir()
                .context("this person has no data folder; name one with --data-dir or WEBHAND_HOME")?
                .join("webhand"),
        };
        Ok(Self { root })
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    pub fn journal_file(&self) -> PathBuf {
        self.root.join("webhand.db")
    }

    /// The file of the key that agents of the server send.
    pub fn token_file(&self) -> PathBuf {
        self.root.join("server-token")
    }

    /// The file of the person's own key for the server.
    pub fn owner_token_file(&self) -> PathBuf {
        self.root.join("owner-token")
    }

    /// The key of digests in the journal; made at the first use. It is kept outside of the journal, so that nobody who has
    /// the journal alone can guess a short secret from its digest.
    pub fn digest_key(&self) -> Result<[u8; 32]> {
        let path = self.root.join("digest-key");
        if let Some(key) = fs::read(&path).ok().and_then(|key| key.try_into().ok()) {
            return Ok(key);
        }
        make_private(&self.root)?;
        let mut key = [0; 32];
        let (first, second) = key.split_at_mut(16);
        first.copy_from_slice(uuid::Uuid::new_v4().as_bytes());
        second.copy_from_slice(uuid::Uuid::new_v4().as_bytes());
        write_private(&path, &key)?;
        Ok(key)
    }

    /// The key that log-ins at rest are encrypted with, where no keychain keeps it.
    pub fn profile_key_file(&self) -> PathBuf {
        self.root.join("profile-key")
    }

    /// A named profile at rest.
    pub fn sealed_profile(&self, name: &str) -> Result<PathBuf> {
        Ok(self.named_profile(name)?.with_file_name(format!("{name}.sealed")))
    }

    /// The cookies of a named profile that is nothing else, encrypted.
    pub fn profile_cookies(&self, name: &str) -> Result<PathBuf> {
        Ok(self.named_profile(name)?.with_file_name(format!("{name}.cookies")))
    }

    /// The folder that names the ports on which processes of webhand listen.
    pub fn ports(&self) -> PathBuf {
        self.root.join("ports")
    }

    /// The file that a server locks, so that there is one at a time.
    pub fn server_lock_file(&self) -> PathBuf {
        self.root.join("server-lock")
    }

    pub fn run_folder(&self, id: &RunId) -> RunFolder {
        RunFolder { path: self.runs().join(id.as_str()) }
    }

    /// The runs that have a folder, in the journal or not.
    pub fn run_folders(&self) -> Vec<(RunId, RunFolder)> {
        let Ok(entries) = fs::read_dir(self.runs()) else { return Vec::new() };
        let id = |entry: fs::DirEntry| RunId::try_from(entry.file_name().into_string().ok()?).ok();
        entries.flatten().filter_map(id).map(|id| (id.clone(), self.run_folder(&id))).collect()
    }

    /// The folder of a named profile.
    pub fn named_profile(&self, name: &str) -> Result<PathBuf> {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        if name.is_empty() || name.len() > 64 || name.starts_with('.') || !name.chars().all(plain) {
            bail!(UsageError(format!("{name:?} is no name for a profile; use letters, digits, - and _")));
        }
        Ok(self.root.join("profiles").join(name))
    }

    /// A folder for a browser that belongs to no run. If the program is killed, the cleanup treats the folder as that of a
    /// run that never started.
    pub fn scratch(&self, id: &RunId) -> Result<ScratchFolder> {
        let folder = self.run_folder(id);
        let lock = folder.lock()?.context("another program has the same id")?;
        Ok(ScratchFolder { folder, _lock: lock })
    }

    fn runs(&self) -> PathBuf {
        self.root.join("runs")
    }
}

/// The folder of one run: profile, downloads, report and setup.
#[derive(Debug, Clone)]
pub struct RunFolder {
    path: PathBuf,
}

/// The options of a run that are not part of its task. They are saved, so that the run is resumed with the same ones.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct RunSetup {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub browser: Option<BrowserArg>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub browser_path: Option<PathBuf>,
    /// Its hands are a client that has a browser of its own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub thin_client: bool,
    #[serde(default, skip_serializing_if = "PageEnvironment::is_usual")]
    pub pages: PageEnvironment,
    /// The file of log-ins that the browser begins with; a run that goes on has them in its profile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub storage_state: Option<PathBuf>,
}

/// The lock on a run, held while this program works on it. The system releases the lock when the program dies.
#[derive(Debug)]
pub struct RunLock {
    _file: File,
}

/// A folder that is removed when this value is dropped.
#[derive(Debug)]
pub struct ScratchFolder {
    folder: RunFolder,
    _lock: RunLock,
}

impl ScratchFolder {
    pub fn profile(&self) -> PathBuf {
        self.folder.profile()
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        self.folder.remove();
    }
}

impl RunFolder {
    /// Creates the folder and locks the run; `None` when another program works on it.
    pub fn lock(&self) -> Result<Option<RunLock>> {
        make_private(&self.path)?;
        let path = self.path.join("lock");
        let opened = OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(&path);
        let file = opened.with_context(|| format!("cannot write in {}", self.path.display()))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(RunLock { _file: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error).with_context(|| format!("cannot lock {}", path.display())),
        }
    }

    /// Whether a program works on the run now.
    pub fn is_locked(&self) -> bool {
        let Ok(file) = File::open(self.path.join("lock")) else { return false };
        matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
    }

    /// The run's own profile, removed when the run is over.
    pub fn profile(&self) -> PathBuf {
        self.path.join("profile")
    }

    /// The folder of downloads, which stays when the run is over.
    pub fn downloads(&self) -> PathBuf {
        self.path.join("downloads")
    }

    /// The folder of what the run knows of its chats.
    pub fn chats(&self) -> PathBuf {
        self.path.join("chats")
    }

    /// The cookies that a run has so far, encrypted.
    pub fn cookies(&self) -> PathBuf {
        self.path.join("cookies.sealed")
    }

    pub fn report(&self) -> PathBuf {
        self.path.join("report.html")
    }

    /// The report for others.
    pub fn shared_report(&self) -> PathBuf {
        self.path.join("report-shared.html")
    }

    pub fn save_setup(&self, setup: &RunSetup) -> Result<()> {
        write_private(&self.path.join("setup.json"), serde_json::to_string(setup)?.as_bytes())
    }

    /// The setup of the run; the default one where none was saved.
    pub fn load_setup(&self) -> RunSetup {
        let text = fs::read(self.path.join("setup.json")).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }

    /// Removes the folder of a run that never started.
    pub fn remove(&self) {
        let _ = fs::remove_dir_all(&self.path);
    }

    /// Removes everything of a finished session but its downloads.
    pub fn remove_all_but_downloads(&self) {
        self.remove_profile();
        if self.downloads().exists() {
            let _ = fs::remove_file(self.path.join("setup.json"));
            let _ = fs::remove_file(self.path.join("lock"));
        } else {
            self.remove();
        }
    }

    /// Removes the profile and an empty folder of downloads. A profile that cannot be removed now is removed at a later
    /// start.
    pub fn remove_profile(&self) {
        let _ = fs::remove_dir(self.downloads());
        let _ = fs::remove_file(self.cookies());
        if let Err(error) = fs::remove_dir_all(self.profile())
            && error.kind() != io::ErrorKind::NotFound
        {
            tracing::debug!(%error, path = %self.profile().display(), "a profile is left for the next start");
        }
    }
}

/// Creates a folder and its parents, for their owner alone.
pub fn make_private(path: &Path) -> Result<()> {
    let made = DirBuilder::new().recursive(true).mode(0o700).create(path);
    made.with_context(|| format!("cannot make the folder {} (another can be chosen with --data-dir)", path.display()))
}

/// Writes a file for its owner alone: whole, or not at all.
pub fn write_private(path: &Path, bytes: &[u8]) -> Result<()> {
    use std::io::Write as _;
    let failed = || format!("cannot write {}", path.display());
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        DirBuilder::new().recursive(true).mode(0o700).create(folder).with_context(failed)?;
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.tmp", std::process::id()));
    let beside = PathBuf::from(beside);
    let written = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(&beside)
        .and_then(|mut file| file.write_all(bytes))
        .and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written.with_context(failed)
}

/// Adds a line to a file for its owner alone.
pub fn append_private(path: &Path, line: &str) -> Result<()> {
    use std::io::Write as _;
    let failed = || format!("cannot write {}", path.display());
    if let Some(folder) = path.parent() {
        DirBuilder::new().recursive(true).mode(0o700).create(folder).with_context(failed)?;
    }
    let opened = OpenOptions::new().append(true).create(true).mode(0o600).open(path);
    opened.and_then(|mut file| file.write_all(line.as_bytes())).with_context(failed)
}

#[cfg(test)]
mod tests;
