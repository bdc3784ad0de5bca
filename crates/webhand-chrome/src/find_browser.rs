//! Finds an installed Chrome, Chromium or Edge.
//!
//! The search is a pure function of the environment and a probe for programs, so every system is tested on any other.
//! A browser that a person named (an option, `WEBHAND_BROWSER`) is used or refused, never replaced by another one.

use std::env;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Finds a browser on this machine: the given path or program name, else the environment, else the usual places.
///
/// # Errors
/// When there is none; the error lists the paths that were tried.
pub fn find_browser(named: Option<&Path>) -> Result<PathBuf, BrowserNotFound> {
    let environment = SearchEnvironment {
        system: System::current(),
        variable: &|name| env::var_os(name).filter(|value| !value.is_empty()),
        is_program: &is_program,
    };
    find_browser_in(&environment, named)
}

/// [`find_browser`] for a described machine.
///
/// # Errors
/// As [`find_browser`].
pub fn find_browser_in(environment: &SearchEnvironment<'_>, named: Option<&Path>) -> Result<PathBuf, BrowserNotFound> {
    let requested = named
        .map(|path| ("--browser-path", path.to_owned()))
        .or_else(|| (environment.variable)(OWN_VARIABLE).map(|path| (OWN_VARIABLE, PathBuf::from(path))));
    if let Some((asked_by, path)) = requested {
        let looked = environment.candidates(&path);
        let found = looked.iter().find(|path| (environment.is_program)(path)).cloned();
        return found.ok_or(BrowserNotFound::Named { asked_by, path });
    }
    let looked = environment.usual_places();
    let found = looked.iter().find(|path| (environment.is_program)(path)).cloned();
    found.ok_or(BrowserNotFound::Nowhere { looked })
}

/// The family of operating systems, which decides where browsers are installed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum System {
    Linux,
    MacOs,
    Windows,
}

impl System {
    fn current() -> Self {
        if cfg!(windows) {
            Self::Windows
        } else if cfg!(target_os = "macos") {
            Self::MacOs
        } else {
            Self::Linux
        }
    }
}

/// The facts about a machine that the search uses.
pub struct SearchEnvironment<'a> {
    pub system: System,
    pub variable: &'a dyn Fn(&str) -> Option<OsString>,
    pub is_program: &'a dyn Fn(&Path) -> bool,
}

/// There is no browser to start.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BrowserNotFound {
    #[error(
        "{asked_by} names {path:?}, which is no program; correct it, or leave it out to have a browser searched for"
    )]
    Named { asked_by: &'static str, path: PathBuf },
    #[error(
        "found no Chrome, Chromium or Edge; install one, or name it with --browser-path or {OWN_VARIABLE}. Looked at:{}",
        lines(looked)
    )]
    Nowhere { looked: Vec<PathBuf> },
}

impl SearchEnvironment<'_> {
    /// A bare name means a program on the search path; anything else is a path as it stands.
    fn candidates(&self, path: &Path) -> Vec<PathBuf> {
        let bare = path.components().count() == 1 && !path.is_absolute();
        if bare { self.on_search_path(path) } else { vec![path.to_owned()] }
    }

    fn usual_places(&self) -> Vec<PathBuf> {
        let mut places: Vec<PathBuf> = (self.variable)(FOREIGN_VARIABLE).map(PathBuf::from).into_iter().collect();
        match self.system {
            System::Linux => {
                places.extend(LINUX_NAMES.iter().flat_map(|name| self.on_search_path(Path::new(name))));
                places.extend(LINUX_PATHS.iter().map(PathBuf::from));
                places.extend(self.below("HOME", LINUX_HOME_PATHS));
            }
            System::MacOs => {
                places.extend(MAC_PATHS.iter().map(|path| PathBuf::from(format!("/{path}"))));
                places.extend(self.below("HOME", MAC_PATHS));
                places.extend(self.on_search_path(Path::new("chromium")));
            }
            System::Windows => {
                for folder in ["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"] {
                    places.extend(self.below(folder, WINDOWS_PATHS));
                }
            }
        }
        places
    }

    fn on_search_path(&self, name: &Path) -> Vec<PathBuf> {
        let folders = (self.variable)("PATH").unwrap_or_default();
        env::split_paths(&folders).filter(|folder| folder.is_absolute()).map(|folder| folder.join(name)).collect()
    }

    /// The paths below the folder that a variable names, with the separator of the system.
    fn below(&self, variable: &str, paths: &[&str]) -> Vec<PathBuf> {
        let Some(folder) = (self.variable)(variable) else {
            return Vec::new();
        };
        let separator = match self.system {
            System::Linux | System::MacOs => "/",
            System::Windows => "\\",
        };
        let whole = |path: &&str| {
            let mut whole = folder.clone();
            whole.push(separator);
            whole.push(path);
            PathBuf::from(whole)
        };
        paths.iter().map(whole).collect()
    }
}

fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    path.metadata().is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0)
}

fn lines(paths: &[PathBuf]) -> String {
    paths.iter().fold(String::new(), |mut text, path| {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n  {}", path.display());
        text
    })
}

const OWN_VARIABLE: &str = "WEBHAND_BROWSER";
/// Set by other tools. It is only a hint, so a wrong value is skipped.
const FOREIGN_VARIABLE: &str = "CHROME_PATH";

const LINUX_NAMES: &[&str] = &[
    "google-chrome",
    "google-chrome-stable",
    "chromium",
    "chromium-browser",
    "microsoft-edge",
    "microsoft-edge-stable",
];
const LINUX_PATHS: &[&str] = &[
    "/opt/google/chrome/chrome",
    "/usr/lib/chromium/chromium",
    "/snap/bin/chromium",
    "/var/lib/flatpak/exports/bin/com.google.Chrome",
    "/var/lib/flatpak/exports/bin/org.chromium.Chromium",
    "/var/lib/flatpak/exports/bin/com.microsoft.Edge",
];
const LINUX_HOME_PATHS: &[&str] = &[
    ".local/share/flatpak/exports/bin/com.google.Chrome",
    ".local/share/flatpak/exports/bin/org.chromium.Chromium",
    ".local/share/flatpak/exports/bin/com.microsoft.Edge",
];
const MAC_PATHS: &[&str] = &[
    "Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "Applications/Chromium.app/Contents/MacOS/Chromium",
    "Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
];
const WINDOWS_PATHS: &[&str] = &[
    "Google\\Chrome\\Application\\chrome.exe",
    "Chromium\\Application\\chrome.exe",
    "Microsoft\\Edge\\Application\\msedge.exe",
];

#[cfg(test)]
mod tests;
