//! webhand as commands of a shell, with a home and a runtime folder of its own.

use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use anyhow::{Context as _, Result, ensure};
use tempfile::TempDir;
use tokio::process::Command;
use tokio::time::timeout;

use crate::json_lines::ANSWERED_WITHIN;

/// The folders of one user's sessions, in which leftovers can be counted afterwards.
#[derive(Debug)]
pub struct VerbRunner {
    program: PathBuf,
    /// Short, because a socket address inside it is limited in length.
    place: TempDir,
}

impl VerbRunner {
    /// # Errors
    /// When there is no room for temporary folders.
    pub fn new(program: PathBuf) -> Result<Self> {
        let place = tempfile::Builder::new().prefix("wv").tempdir()?;
        for folder in ["home", "runtime", "tmp"] {
            std::fs::create_dir(place.path().join(folder))?;
        }
        make_private(&place.path().join("runtime"))?;
        Ok(Self { program, place })
    }

    /// The output of a verb that must succeed.
    ///
    /// # Errors
    /// When it fails; the text says what it printed.
    pub async fn run(&self, arguments: &[&str]) -> Result<String> {
        let output = self.output(arguments).await?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        ensure!(output.status.success(), "{arguments:?}: {text} {}", String::from_utf8_lossy(&output.stderr));
        Ok(text)
    }

    /// The exit code and output of a verb.
    ///
    /// # Errors
    /// When it does not start or does not end in time.
    pub async fn output(&self, arguments: &[&str]) -> Result<Output> {
        let run = self.command().args(arguments).kill_on_drop(true).output();
        Ok(timeout(ANSWERED_WITHIN, run).await.context("no answer in time")??)
    }

    /// The program in these folders, without arguments.
    #[must_use]
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command
            .env("WEBHAND_HOME", self.folder("home"))
            .env("XDG_CONFIG_HOME", self.folder("home"))
            .env("XDG_RUNTIME_DIR", self.folder("runtime"))
            .env("TMPDIR", self.folder("tmp"))
            .env_remove("WEBHAND_SESSION")
            .stdin(Stdio::null());
        command
    }

    /// `home`, `runtime` or `tmp`.
    #[must_use]
    pub fn folder(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }

    /// Where a session listens.
    #[must_use]
    pub fn socket(&self, session: &str) -> PathBuf {
        self.folder("runtime").join(format!("webhand/{session}.sock"))
    }

    #[must_use]
    pub fn place(&self) -> &Path {
        self.place.path()
    }

    /// Ends all sessions.
    pub async fn close(&self) {
        let _ = self.output(&["close", "--all"]).await;
    }
}

fn make_private(folder: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    Ok(std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700))?)
}
