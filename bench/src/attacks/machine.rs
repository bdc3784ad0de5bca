//! One person's machine under attack: folders of its own, and the program, which knows the trap site's names.

use std::path::Path;
use std::time::Duration;

use anyhow::{Result, ensure};
use tokio::process::Command;

use super::canary::CANARY;
use super::case::Grant;
use super::names;
use super::trap_site::TrapSite;
use crate::leftovers::Leftovers;
use crate::verbs::VerbRunner;

#[derive(Debug)]
pub struct Machine {
    verbs: VerbRunner,
    port: u16,
}

impl Machine {
    /// # Errors
    /// When there is no room for temporary folders.
    pub fn new(program: &Path, port: u16) -> Result<Self> {
        let verbs = VerbRunner::new(program.to_owned())?;
        let canary = verbs.place().join("canary.txt");
        std::fs::write(&canary, CANARY)?;
        std::os::unix::fs::symlink(&canary, verbs.place().join("link.txt"))?;
        Ok(Self { verbs, port })
    }

    /// Grants and names are for the port of this site from now on.
    pub fn attack_through(&mut self, site: &TrapSite) {
        self.port = site.port();
    }

    /// The program with these grants, without further arguments.
    #[must_use]
    pub fn command(&self) -> Command {
        let mut command = self.verbs.command();
        command.env("OPENAI_API_KEY", PROVIDER_KEY).env("HOME", self.verbs.folder("home")).kill_on_drop(true);
        names::tell_names(&mut command, self.port);
        command
    }

    /// The options that give these grants.
    #[must_use]
    pub fn grants(&self, grants: &[Grant]) -> Vec<String> {
        let option = |grant: &Grant| {
            let (option, host) = match grant {
                Grant::Allow(host) => ("--allow", host),
                Grant::AllowRead(host) => ("--allow-read", host),
                Grant::AllowCode(host) => ("--allow-code", host),
            };
            [option.to_owned(), format!("{host}.test:{}", self.port)]
        };
        grants.iter().flat_map(option).collect()
    }

    #[must_use]
    pub fn place(&self) -> &Path {
        self.verbs.place()
    }

    #[must_use]
    pub fn verbs(&self) -> &VerbRunner {
        &self.verbs
    }

    /// Waits until every process of this machine has ended.
    ///
    /// # Errors
    /// When one stays.
    pub async fn ended(&self) -> Result<()> {
        let until = tokio::time::Instant::now() + ENDED_WITHIN;
        loop {
            let left = Leftovers::of(self.place()).processes;
            if left.is_empty() {
                return Ok(());
            }
            ensure!(tokio::time::Instant::now() < until, "still there: {left:?}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// The files of the data folder, and those for a session or for a short time, with their contents; the browser's own
    /// profile excepted.
    #[must_use]
    pub fn data_files(&self) -> Vec<(String, Vec<u8>)> {
        let mut found = Vec::new();
        for folder in ["home", "runtime", "tmp"] {
            list(&self.verbs.folder(folder), &mut found);
        }
        found.retain(|path| !path.contains("/profile/"));
        found.into_iter().filter_map(|path| Some((path.clone(), std::fs::read(path).ok()?))).collect()
    }

    /// The files of the machine outside of its data folder.
    #[must_use]
    pub fn files_outside(&self) -> Vec<String> {
        let mut found = Vec::new();
        list(self.place(), &mut found);
        let home = self.verbs.folder("home").display().to_string();
        found.retain(|path| !path.starts_with(&home));
        found
    }

    /// The files of the data folder that contain the canary, the browser's own profile excepted.
    #[must_use]
    pub fn files_with_canary(&self) -> Vec<String> {
        let mut found = Vec::new();
        search(&self.verbs.folder("home"), &mut found);
        search(&self.verbs.folder("runtime"), &mut found);
        found
    }
}

/// All files below a folder.
fn list(folder: &Path, found: &mut Vec<String>) {
    for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() { list(&path, found) } else { found.push(path.display().to_string()) }
    }
}

fn search(folder: &Path, found: &mut Vec<String>) {
    for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            if path.file_name().is_none_or(|name| name != "profile") {
                search(&path, found);
            }
        } else if std::fs::read(&path).is_ok_and(|bytes| contains(&bytes, CANARY.as_bytes())) {
            found.push(path.display().to_string());
        }
    }
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

pub(super) const PROVIDER_KEY: &str = "right-key-123";
const ENDED_WITHIN: Duration = Duration::from_secs(30);
