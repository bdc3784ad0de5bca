//! The browser's process and all of its helpers, as one group.
//!
//! Invariant: when a [`ProcessGroup`] is gone, so are its processes. The group is the browser's own, so a Ctrl-C in the
//! terminal does not reach it and it can be closed in order.

use std::io;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::process::{Child, ChildStderr, Command};
use tokio::time::timeout;

use crate::profile_lock::SocketFolder;

#[derive(Debug)]
pub(crate) struct ProcessGroup {
    leader: Child,
    group: Option<Pid>,
    /// A field is dropped after `drop` has run, so the folder is removed after the kill.
    _socket_folder: SocketFolder,
}

impl ProcessGroup {
    /// Starts `command`, a browser with this profile, as the leader of a new group, with no input and only its error
    /// output kept.
    pub(crate) fn start(mut command: Command, profile: &Path) -> io::Result<(Self, Option<ChildStderr>)> {
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut leader = command.process_group(0).kill_on_drop(true).spawn()?;
        let socket_folder = SocketFolder { profile: profile.to_owned(), owner: leader.id() };
        let group = leader.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
        let stderr = leader.stderr.take();
        Ok((Self { leader, group, _socket_folder: socket_folder }, stderr))
    }

    pub(crate) fn group(&self) -> Option<Pid> {
        self.group
    }

    pub(crate) fn id(&self) -> Option<u32> {
        self.group.map(|group| group.as_raw_nonzero().get().unsigned_abs())
    }

    /// Waits until the leader has ended.
    pub(crate) async fn ended(&mut self) -> io::Result<ExitStatus> {
        self.leader.wait().await
    }

    /// Waits for an orderly end, and then kills every process that is left.
    pub(crate) async fn end_within(mut self, patience: Duration) {
        if timeout(patience, self.leader.wait()).await.is_err() {
            tracing::debug!(?patience, "the browser did not close in time and is killed");
        }
        self.kill();
        // A killed process ends at once unless the kernel blocks it, and then nothing more can be done.
        let _ = timeout(KILLED_WITHIN, self.leader.wait()).await;
    }

    /// Kills every process of the group. Helpers can outlive the leader, so this is right even after its end: the
    /// system does not reuse the group's id while a member lives.
    fn kill(&mut self) {
        if let Some(group) = self.group.take() {
            // The only failure is that no process is left.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        self.kill();
    }
}

const KILLED_WITHIN: Duration = Duration::from_secs(2);
