//! Processes and files that a program and its children have left behind.
//!
//! A process is recognised by the environment it inherited, which contains the path of its folders, even if its parent is
//! long gone.

use std::fs;
use std::os::unix::fs::FileTypeExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The leftovers in one sandbox folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Leftovers {
    /// Name and id of each process.
    pub processes: Vec<String>,
    pub sockets: Vec<PathBuf>,
    /// Browser profiles that should be deleted, and everything in the folder for temporary files.
    pub folders: Vec<PathBuf>,
    /// Other files of sessions: locks, logs, records.
    pub files: Vec<PathBuf>,
}

impl Leftovers {
    /// The leftovers now, in a folder with the subfolders `home`, `runtime` and `tmp`.
    #[must_use]
    pub fn of(place: &Path) -> Self {
        let mut left = Self { processes: processes(place), ..Self::default() };
        for entry in entries(&place.join("runtime/webhand")) {
            let is_socket = fs::symlink_metadata(&entry).is_ok_and(|found| found.file_type().is_socket());
            if is_socket { left.sockets.push(entry) } else { left.files.push(entry) }
        }
        left.folders = entries(&place.join("tmp"));
        let runs = entries(&place.join("home/runs"));
        left.folders.extend(runs.into_iter().map(|run| run.join("profile")).filter(|profile| profile.exists()));
        left
    }

    /// The leftovers once nothing is left, or after this time.
    pub async fn settled(place: &Path, within: Duration) -> Self {
        let until = Instant::now() + within;
        loop {
            let left = Self::of(place);
            if left == Self::default() || Instant::now() >= until {
                return left;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    #[must_use]
    pub fn json(&self) -> Value {
        let some =
            |paths: &[PathBuf]| paths.iter().take(SHOWN).map(|path| path.display().to_string()).collect::<Vec<_>>();
        json!({
            "processes": self.processes.len(),
            "sockets": self.sockets.len(),
            "folders": self.folders.len(),
            "files": self.files.len(),
            "such_as": {
                "processes": self.processes.iter().take(SHOWN).collect::<Vec<_>>(),
                "sockets": some(&self.sockets),
                "folders": some(&self.folders),
                "files": some(&self.files),
            },
        })
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<_> = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.sort_unstable();
    entries
}

fn processes(place: &Path) -> Vec<String> {
    let place = place.as_os_str().as_encoded_bytes();
    let belongs = |id: &u32| {
        let read = |what: &str| fs::read(format!("/proc/{id}/{what}")).unwrap_or_default();
        [read("environ"), read("cmdline")].iter().any(|bytes| bytes.windows(place.len()).any(|part| part == place))
    };
    let name = |id: u32| format!("{} {id}", fs::read_to_string(format!("/proc/{id}/comm")).unwrap_or_default().trim());
    let folders = fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = folders.filter_map(|folder| folder.file_name().to_str()?.parse().ok());
    ids.filter(belongs).map(name).collect()
}

const SHOWN: usize = 5;
