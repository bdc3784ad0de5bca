//! Creates the file so that only its owner can read it: a journal holds what a person saw and typed.

use std::io;
use std::path::PathBuf;

use tokio::task::spawn_blocking;

/// Creates the file and missing folders for their owner alone, and removes the permissions of others from an existing
/// file.
pub(super) async fn make_private(path: PathBuf) -> io::Result<()> {
    spawn_blocking(move || private::make(&path)).await.map_err(io::Error::other)?
}

#[cfg(unix)]
mod private {
    use std::fs::{self, DirBuilder, OpenOptions, Permissions};
    use std::io;
    use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _};
    use std::path::{Path, PathBuf};

    pub(super) fn make(path: &Path) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        }
        // Only a missing file is opened: closing one that SQLite uses in this process would drop its locks.
        match OpenOptions::new().write(true).create_new(true).mode(0o600).open(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => drop(made?),
        }
        for name in [path.to_owned(), beside(path, "-wal"), beside(path, "-shm")] {
            close_to_others(&name)?;
        }
        Ok(())
    }

    fn close_to_others(path: &Path) -> io::Result<()> {
        match fs::metadata(path) {
            Ok(about) if about.is_file() && about.permissions().mode() & 0o077 != 0 => {
                fs::set_permissions(path, Permissions::from_mode(0o600))
            }
            Ok(_) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn beside(path: &Path, suffix: &str) -> PathBuf {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        name.into()
    }
}

#[cfg(not(unix))]
mod private {
    use std::fs::{self, OpenOptions};
    use std::io;
    use std::path::Path;

    /// On this platform a person's own folders are private by default.
    pub(super) fn make(path: &Path) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        match OpenOptions::new().write(true).create_new(true).open(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            made => made.map(drop),
        }
    }
}
