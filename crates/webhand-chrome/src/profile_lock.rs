//! Finds out whether a browser already uses a profile.
//!
//! Chromium marks a profile with a link `SingletonLock` to `HOST-PID`. A second browser on the same profile would hand
//! its command line to the first one and end, so the lock is read before a browser is started. A lock whose process is
//! gone is stale; Chromium removes it by itself.

use std::fs;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};

use rustix::process::{Pid, test_kill_process};

/// The browser that holds a profile, in words for a person; `None` when the profile is free.
pub(crate) fn profile_holder(profile: &Path) -> Option<String> {
    let (host, process) = lock(profile)?;
    if host != rustix::system::uname().nodename().to_string_lossy() {
        return Some(format!("a browser on the computer {host:?}"));
    }
    let pid = Pid::from_raw(process.parse().ok()?)?;
    // The process id may belong to another program by now; only a browser accepts connections at the socket.
    let lives = test_kill_process(pid).is_ok() && UnixStream::connect(profile.join(SOCKET)).is_ok();
    lives.then(|| format!("the browser with process id {}", pid.as_raw_nonzero()))
}

/// The folder with the browser's socket, which a killed browser leaves in the temporary folder. Dropping this value
/// removes the folder, so it must be dropped after the browser. The folder of another browser that holds the profile by
/// then is left alone.
#[derive(Debug)]
pub(crate) struct SocketFolder {
    pub(crate) profile: PathBuf,
    pub(crate) owner: Option<u32>,
}

impl Drop for SocketFolder {
    fn drop(&mut self) {
        let Some((_host, owner)) = lock(&self.profile) else {
            return;
        };
        if self.owner != owner.parse().ok() {
            return;
        }
        let Ok(socket) = fs::read_link(self.profile.join(SOCKET)) else {
            return;
        };
        let Some(folder) = socket.parent().filter(|folder| folder.is_absolute()) else {
            return;
        };
        // A browser that closed in order has removed all of this. `remove_dir` removes only an empty folder.
        for name in [SOCKET, COOKIE] {
            let _ = fs::remove_file(folder.join(name));
        }
        let _ = fs::remove_dir(folder);
    }
}

/// Host and process id in the lock, as written.
fn lock(profile: &Path) -> Option<(String, String)> {
    let link = fs::read_link(profile.join(LOCK)).ok()?;
    let (host, process) = link.to_str()?.rsplit_once('-')?;
    Some((host.to_owned(), process.to_owned()))
}

const LOCK: &str = "SingletonLock";
const SOCKET: &str = "SingletonSocket";
const COOKIE: &str = "SingletonCookie";

#[cfg(test)]
mod tests;
