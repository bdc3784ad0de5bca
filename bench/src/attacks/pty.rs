//! A pseudo-terminal, at which the person answers and which can be closed with a question on it.

use std::fs::File;
use std::io::{ErrorKind, Read as _, Write as _};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context as _, Result};
use rustix::fs::{OFlags, fcntl_setfl};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use super::machine::Machine;

/// The program at a terminal of its own.
#[derive(Debug)]
pub struct Terminal {
    pub process: Child,
    /// The only handle of this side, so that dropping it closes the terminal.
    ours: File,
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
        fcntl_setfl(&ours, OFlags::RDWR | OFlags::NONBLOCK)?;
        Ok(Self { process, ours: File::from(ours), shown: String::new() })
    }

    /// # Errors
    /// When the terminal is closed.
    pub fn press(&mut self, keys: &str) -> Result<()> {
        Ok(self.ours.write_all(keys.as_bytes())?)
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
            let piece = timeout(SHOWN_WITHIN, read(&self.ours)).await.ok().flatten();
            let piece = piece.with_context(|| format!("{text:?} is not shown: {}", self.shown))?;
            self.shown.push_str(&piece);
        }
        Ok(())
    }

    /// Waits until this text is shown or the program ends; whether it was shown.
    ///
    /// # Errors
    /// When neither happens in time.
    async fn is_shown_before_end(&mut self, text: &str) -> Result<bool> {
        while !self.shown.contains(text) {
            match timeout(SHOWN_WITHIN, read(&self.ours)).await.context("it neither asks nor ends")? {
                Some(piece) => self.shown.push_str(&piece),
                None => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Closes the terminal, as a person closes its window.
    ///
    /// # Errors
    /// When the program does not end in time.
    pub async fn hang_up(self) -> Result<()> {
        let Self { mut process, ours, .. } = self;
        drop(ours);
        timeout(SHOWN_WITHIN, process.wait()).await.context("the program outlives its terminal")??;
        Ok(())
    }

    /// Waits for the end of the program; everything that was shown.
    ///
    /// # Errors
    /// When it does not end in time.
    pub async fn end(mut self) -> Result<String> {
        while let Some(piece) = timeout(SHOWN_WITHIN, read(&self.ours)).await.context("the program does not end")? {
            self.shown.push_str(&piece);
        }
        timeout(SHOWN_WITHIN, self.process.wait()).await.context("the program does not end")??;
        Ok(self.shown)
    }
}

/// Runs a command at a terminal where the person says yes to whatever it asks.
///
/// # Errors
/// When it does not end.
pub async fn run_at_terminal(machine: &Machine, arguments: &[&str]) -> Result<String> {
    let mut terminal = Terminal::open(machine, arguments)?;
    // Text that is typed before the question counts for nothing; a program that does not ask ends by itself.
    if terminal.is_shown_before_end("[y/N]").await? {
        terminal.press("y\n")?;
    }
    terminal.end().await
}

/// The next text that is shown. A terminal whose last program has gone answers with an error, which is its end.
async fn read(mut terminal: &File) -> Option<String> {
    let mut buffer = [0; 4096];
    loop {
        match terminal.read(&mut buffer) {
            Ok(count @ 1..) => return Some(String::from_utf8_lossy(&buffer[..count]).into_owned()),
            Err(error) if error.kind() == ErrorKind::WouldBlock => tokio::time::sleep(LOOKED_EVERY).await,
            Ok(_) | Err(_) => return None,
        }
    }
}

/// A terminal cannot be waited for without unsafe code.
const LOOKED_EVERY: Duration = Duration::from_millis(10);
const SHOWN_WITHIN: Duration = Duration::from_mins(1);
