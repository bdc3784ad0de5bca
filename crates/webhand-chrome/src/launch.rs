//! Starts a browser with a profile of its own and a pipe that no other program can reach.

use std::ffi::OsString;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::time::Duration;

use command_fds::{CommandFdExt as _, FdMapping};
use rustix::fs::statvfs;
use tokio::process::Command;
use tokio::time::{sleep, timeout};

use crate::egress::{EgressGate, EgressSettings};
use crate::environment::browser_environment;
use crate::flags::{FlagConditions, Sandbox, Window, flags};
use crate::focus_steal_prevention::FocusStealPrevention;
use crate::pipe::pipe_transport;
use crate::process::ProcessGroup;
use crate::profile_lock::profile_holder;
use crate::profile_settings::{ask_for_logins, refuse_other_programs};
use crate::running::RunningBrowser;
use crate::stderr_tail::StderrTail;
use webhand_cdp::protocol::{BrowserVersion, Version};
use webhand_cdp::{CdpError, Client};

/// How to start a browser.
#[derive(Debug, Clone)]
pub struct Launch {
    /// The program, as [`find_browser`](crate::find_browser) returns it.
    pub program: PathBuf,
    /// The profile folder. It is created if it does not exist, and not removed afterwards.
    pub profile: PathBuf,
    pub window: Window,
    /// For example `en` or `es-MX`; the system's language when absent.
    pub language: Option<String>,
    /// Further flags; they win over the usual ones.
    pub further: Vec<OsString>,
    /// How the browser reaches the network.
    pub egress: EgressSettings,
    /// Leaves the gate out, so that its cost can be measured.
    #[cfg(feature = "raw-cdp")]
    pub without_gate: bool,
    /// How long the browser may take until it answers.
    pub start_within: Duration,
}

/// Why no browser could be started.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LaunchError {
    #[error("cannot start {program:?}: {source}; name another browser with --browser-path")]
    NotFound { program: PathBuf, source: io::Error },
    #[error("cannot use {profile:?} as a profile: {source}; choose a folder that can be written")]
    BadProfile { profile: PathBuf, source: io::Error },
    #[error(
        "the profile {profile:?} is in use by {holder}; close that browser or choose another profile. \
         If that computer or container no longer exists, delete SingletonLock in the profile"
    )]
    ProfileInUse { profile: PathBuf, holder: String },
    #[error("the browser ended before it was ready{}; it said: {stderr}", hint(stderr))]
    DidNotStart { stderr: String },
    #[error("the browser did not answer within {after:?}; it said: {stderr}")]
    Timeout { after: Duration, stderr: String },
    #[error("the browser started but cannot be used: {why}; try a newer one")]
    NotUsable { why: String },
    #[error("no gate for the browser: {0}; nothing was started; close other programs and try again")]
    Gate(#[source] io::Error),
    #[error("no pipe to the browser: {0}; close other programs and try again")]
    Pipe(#[source] io::Error),
}

impl Launch {
    /// A browser without a window that has twenty seconds to start.
    #[must_use]
    pub fn headless(program: PathBuf, profile: PathBuf) -> Self {
        Self {
            program,
            profile,
            window: Window::Headless,
            language: None,
            further: Vec::new(),
            egress: EgressSettings::default(),
            #[cfg(feature = "raw-cdp")]
            without_gate: false,
            start_within: Duration::from_secs(20),
        }
    }

    /// Starts the browser and waits until it answers.
    ///
    /// # Errors
    /// See [`LaunchError`]; nothing is left running.
    pub async fn start(&self) -> Result<RunningBrowser, LaunchError> {
        std::fs::create_dir_all(&self.profile)
            .map_err(|source| LaunchError::BadProfile { profile: self.profile.clone(), source })?;
        self.wait_for_profile().await?;
        refuse_other_programs(&self.profile)
            .and_then(|()| ask_for_logins(&self.profile, self.window))
            .map_err(|source| LaunchError::BadProfile { profile: self.profile.clone(), source })?;
        let sandbox = if rustix::process::geteuid().is_root() { Sandbox::OffForRoot } else { Sandbox::On };
        let gate = EgressGate::open(&self.egress).map_err(LaunchError::Gate)?;
        let (client, mut processes, mut stderr) = self.spawn(sandbox, gate.port())?;
        match first_answer(&client, &mut processes, self.start_within).await {
            FirstAnswer::Ready(version) => {
                let focus = self.prevent_focus_steal(&processes);
                Ok(RunningBrowser::new(gate, client, processes, stderr, version, sandbox, focus))
            }
            FirstAnswer::Ended => {
                // Two launches at the same moment both find the profile free; the later one fails here.
                self.check_profile()?;
                Err(LaunchError::DidNotStart { stderr: final_output(&mut stderr).await })
            }
            FirstAnswer::Silence => {
                processes.end_within(Duration::ZERO).await;
                Err(LaunchError::Timeout { after: self.start_within, stderr: final_output(&mut stderr).await })
            }
        }
    }

    #[cfg(feature = "raw-cdp")]
    fn is_gated(&self) -> bool {
        !self.without_gate
    }

    #[cfg(not(feature = "raw-cdp"))]
    #[expect(clippy::unused_self, reason = "only benchmarks may leave the gate out")]
    fn is_gated(&self) -> bool {
        true
    }

    fn prevent_focus_steal(&self, processes: &ProcessGroup) -> Option<FocusStealPrevention> {
        match self.window {
            Window::Headless => None,
            Window::Visible => FocusStealPrevention::watch(processes.group()?, &self.further),
        }
    }

    /// Waits briefly for the profile, because a browser whose owner was just killed or dropped takes a moment to end.
    async fn wait_for_profile(&self) -> Result<(), LaunchError> {
        let free = async {
            while self.check_profile().is_err() {
                sleep(PROFILE_POLL_INTERVAL).await;
            }
        };
        match timeout(PROFILE_FREE_WITHIN.min(self.start_within), free).await {
            Ok(()) => Ok(()),
            Err(_elapsed) => self.check_profile(),
        }
    }

    fn check_profile(&self) -> Result<(), LaunchError> {
        match profile_holder(&self.profile) {
            Some(holder) => Err(LaunchError::ProfileInUse { profile: self.profile.clone(), holder }),
            None => Ok(()),
        }
    }

    fn spawn(
        &self,
        sandbox: Sandbox,
        gate_port: u16,
    ) -> Result<(Client, ProcessGroup, Option<StderrTail>), LaunchError> {
        let (calls_out, calls_in) = std::io::pipe().map_err(LaunchError::Pipe)?;
        let (answers_out, answers_in) = std::io::pipe().map_err(LaunchError::Pipe)?;
        let mut command = Command::new(&self.program);
        command.env_clear().envs(browser_environment(std::env::vars_os()));
        command.args(flags(&FlagConditions {
            profile: &self.profile,
            window: self.window,
            sandbox,
            language: self.language.as_deref(),
            shared_memory_is_small: shared_memory_is_small(),
            gate_port: self.is_gated().then_some(gate_port),
            further: &self.further,
        }));
        let browsers_ends = vec![
            FdMapping { parent_fd: calls_out.into(), child_fd: BROWSER_READS },
            FdMapping { parent_fd: answers_in.into(), child_fd: BROWSER_WRITES },
        ];
        command.fd_mappings(browsers_ends).map_err(|error| LaunchError::Pipe(io::Error::other(error)))?;
        // `start` consumes the command and with it the copies of the browser's pipe ends. With an open copy, the end of the
        // browser would not close the pipe.
        let (processes, stderr) = ProcessGroup::start(command, &self.profile)
            .map_err(|source| LaunchError::NotFound { program: self.program.clone(), source })?;
        let (from_browser, to_browser) = (OwnedFd::from(answers_out), OwnedFd::from(calls_in));
        let transport = pipe_transport(from_browser, to_browser).map_err(LaunchError::Pipe)?;
        Ok((Client::new(transport), processes, stderr.map(StderrTail::follow)))
    }
}

enum FirstAnswer {
    Ready(Version),
    Ended,
    Silence,
}

async fn first_answer(client: &Client, processes: &mut ProcessGroup, within: Duration) -> FirstAnswer {
    let browser = client.browser();
    let answer = tokio::select! {
        answer = browser.call_within(&BrowserVersion {}, within) => answer,
        _ended = processes.ended() => return FirstAnswer::Ended,
    };
    match answer {
        Ok(version) => FirstAnswer::Ready(version),
        Err(CdpError::Disconnected) => {
            // The pipe closes a moment before the process is gone.
            match timeout(within, processes.ended()).await {
                Ok(_status) => FirstAnswer::Ended,
                Err(_elapsed) => FirstAnswer::Silence,
            }
        }
        Err(error) => {
            tracing::debug!(%error, "the browser's first answer");
            FirstAnswer::Silence
        }
    }
}

async fn final_output(stderr: &mut Option<StderrTail>) -> String {
    match stderr {
        Some(tail) => tail.final_output().await,
        None => String::new(),
    }
}

/// The usual remedy for a complaint in the error output of the browser.
fn hint(stderr: &str) -> &'static str {
    let hints = [
        ("No usable sandbox", " (this system forbids its sandbox: allow unprivileged user namespaces)"),
        ("Missing X server", " (there is no display: start it headless)"),
        ("error while loading shared libraries", " (a system library is missing: install the browser's package again)"),
    ];
    hints.iter().find(|(complaint, _)| stderr.contains(complaint)).map_or("", |(_, hint)| hint)
}

fn shared_memory_is_small() -> bool {
    let folder = Path::new("/dev/shm");
    statvfs(folder).is_ok_and(|space| space.f_blocks.saturating_mul(space.f_frsize) < ENOUGH_SHARED_MEMORY)
}

/// The descriptors Chromium uses with `--remote-debugging-pipe`.
const BROWSER_READS: i32 = 3;
const BROWSER_WRITES: i32 = 4;
const PROFILE_FREE_WITHIN: Duration = Duration::from_secs(2);
const PROFILE_POLL_INTERVAL: Duration = Duration::from_millis(20);
const ENOUGH_SHARED_MEMORY: u64 = 512 * 1024 * 1024;
