//! Tells whether a browser already uses a profile.
//!
//! Chromium marks a profile with a link `SingletonLock` to `HOST-PID`. A second browser on the same profile would hand
//! its command line to the first one and end, so this is found out before starting. A lock whose process is gone is
//! stale; Chromium removes it by itself.

use std::fs;
use std::os::unix::net::UnixStream;
use std::path::Path;

use rustix::process::{Pid, test_kill_process};

/// Who holds a profile, in words for a person; `None` when it is free.
pub(crate) fn holder(profile: &Path) -> Option<String> {
    let link = fs::read_link(profile.join("SingletonLock")).ok()?;
    let link = link.to_str()?;
    let (host, pid) = link.rsplit_once('-')?;
    if host != rustix::system::uname().nodename().to_string_lossy() {
        return Some(format!("a browser on the computer {host:?}"));
    }
    let pid = Pid::from_raw(pid.parse().ok()?)?;
    // The number may belong to another program by now; only a browser answers at the socket.
    let lives = test_kill_process(pid).is_ok()
        && UnixStream::connect(profile.join("SingletonSocket")).is_ok();
    lives.then(|| format!("the browser with process id {}", pid.as_raw_nonzero()))
}

#[cfg(test)]
mod tests;
