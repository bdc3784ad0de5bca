//! A pseudo-terminal, at which the person answers and which can be closed with a question on it.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context as _, Result};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use tokio::process::{Child, Command};
use tokio::sync::mpsc::{Receiver, channel};
use tokio::time::timeout;

use super::machine::Machine;

/// The program at a terminal of its own.
#[derive(Debug)]
pub struct Terminal {
    pub process: Child,
    keys: File,
    pieces: Receiver<String>,
    shown: String,
}

impl Terminal {
    /// # Errors
    /// When the system gives no terminal.
    pub fn open(machine: &Machine, arguments: &[&str]) -> Result<Self> {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)?;
        grantpt(&ours)?;
        unlockpt(&ours)?;
        let name = ptsname(&ours, Vec::new())?;
        let theirs = File::options().read(true).write(true).open(Path::new(name.to_str()?))?;
        let program = machine.command();
        let program = program.as_std();
        // The leader of a session owns the terminal and is told when it is closed.
        let mut command = Command::new("setsid");
        command.arg("--ctty").arg("--wait").arg(program.get_program()).args(arguments).kill_on_drop(true);
        for (name, value) in program.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        command.env("TERM", "dumb").env("NO_COLOR", "1");
        let end = || Ok::<_, std::io::Error>(Stdio::from(theirs.try_clone()?));
        let process = command.stdin(end()?).stdout(end()?).stderr(end()?).spawn()?;
        drop(command);
        let keys = File::from(ours);
        let pieces = read_on(keys.try_clone()?);
        Ok(Self { process, keys, pieces, shown: String::new() })
    }

    /// # Errors
    /// When the terminal is closed.
    pub fn press(&mut self, keys: &str) -> Result<()> {
        Ok(self.keys.write_all(keys.as_bytes())?)
    }

    /// Waits until this text is shown.
    ///
    /// # Errors
    /// When it is not shown in time.
    pub async fn until(&mut self, text: &str) -> Result<()> {
        self.until_times(text, 1).await
    }

    /// Waits until this text was shown so many times.
    ///
    /// # Errors
    /// When it is not shown in time, or the program ends before.
    pub async fn until_times(&mut self, text: &str, times: usize) -> Result<()> {
        while self.shown.matches(text).count() < times {
            let piece = timeout(SHOWN_WITHIN, self.pieces.recv()).await.ok().flatten();
            let piece = piece.with_context(|| format!("{text:?} is not shown: {}", self.shown))?;
            self.shown.push_str(&piece);
        }
        Ok(())
    }

    /// Waits for the end of the program; everything that was shown.
    ///
    /// # Errors
    /// When it does not end in time.
    pub async fn end(mut self) -> Result<String> {
        timeout(SHOWN_WITHIN, self.process.wait()).await.context("the program does not end")??;
        drop(self.keys);
        while let Ok(piece) = self.pieces.try_recv() {
            self.shown.push_str(&piece);
        }
        Ok(self.shown)
    }
}

/// Runs a command at a terminal where the person says yes to whatever it asks.
///
/// # Errors
/// When it does not end.
pub async fn run_at_terminal(machine: &Machine, arguments: &[&str]) -> Result<String> {
    let mut terminal = Terminal::open(machine, arguments)?;
    terminal.press("y\n")?;
    terminal.end().await
}

/// A terminal whose last program has gone answers with an error, which is its end.
fn read_on(mut shown: File) -> Receiver<String> {
    let (to, pieces) = channel(1024);
    std::thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(read @ 1..) = shown.read(&mut buffer) {
            if to.blocking_send(String::from_utf8_lossy(&buffer[..read]).into_owned()).is_err() {
                return;
            }
        }
    });
    pieces
}

const SHOWN_WITHIN: Duration = Duration::from_mins(1);
