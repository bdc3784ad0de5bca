//! Tells whether a browser already uses a profile.
//!
//! Chromium marks a profile with a link `SingletonLock` to `HOST-PID`. A second browser on the same profile would hand
//! its command line to the first one and end, so this is found out before starting. A lock whose process is gone is
//! stale; Chromium removes it by itself.

use std::fs;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};

use rustix::process::{Pid, test_kill_process};

/// Who holds a profile, in words for a person; `None` when it is free.
pub(crate) fn holder(profile: &Path) -> Option<String> {
    let (host, process) = lock(profile)?;
    if host != rustix::system::uname().nodename().to_string_lossy() {
        return Some(format!("a browser on the computer {host:?}"));
    }
    let pid = Pid::from_raw(process.parse().ok()?)?;
    // The number may belong to another program by now; only a browser answers at the socket.
    let lives = test_kill_process(pid).is_ok() && UnixStream::connect(profile.join(SOCKET)).is_ok();
    lives.then(|| format!("the browser with process id {}", pid.as_raw_nonzero()))
}

/// The folder with the browser's socket, which a killed browser leaves in the temporary folder. Dropping this removes
/// it, so it must be dropped after the browser; in a profile that another browser holds by then it touches nothing.
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
        // An orderly end has removed all of it, and an emptied folder is all that is ever removed.
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
