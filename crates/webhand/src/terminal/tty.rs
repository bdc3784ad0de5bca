//! The terminal of the person itself: answers are read from it and not from standard input, which a program can fill.

use std::fs::File;
use std::io::{self, Read as _, Write as _};

use rustix::process::getpgrp;
use rustix::termios::{QueueSelector, tcflush, tcgetpgrp};

/// The controlling terminal of this process.
#[derive(Debug)]
pub struct Tty {
    file: File,
}

impl Tty {
    /// # Errors
    /// When the process has no terminal, or runs in its background, where nobody can answer.
    pub fn open() -> io::Result<Self> {
        let file = File::options().read(true).write(true).open("/dev/tty")?;
        if tcgetpgrp(&file)? != getpgrp() {
            return Err(io::Error::other("the process is in the background of its terminal"));
        }
        Ok(Self { file })
    }

    /// Discards input that was typed before a question appeared.
    pub fn discard_typed(&self) {
        let _ = tcflush(&self.file, QueueSelector::IFlush);
    }

    pub fn write(&mut self, text: &str) -> io::Result<()> {
        self.file.write_all(text.as_bytes())?;
        self.file.flush()
    }

    /// The next line; `None` when the terminal is closed. One call of the system returns at most one line, so no line
    /// that was typed early stays behind in a buffer.
    pub fn read_line(&mut self) -> Option<String> {
        let mut line = vec![0; LONGEST_LINE];
        let length = self.file.read(&mut line).ok().filter(|length| *length > 0)?;
        line.truncate(length);
        Some(String::from_utf8_lossy(&line).into_owned())
    }
}

/// Asks the person at the terminal a question outside of a run. Every answer but a yes is a no.
///
/// # Errors
/// When there is no terminal.
pub fn confirm_at_tty(question: &str) -> io::Result<bool> {
    let mut tty = Tty::open()?;
    tty.discard_typed();
    tty.write(&format!("{question} [y/N] "))?;
    let answer = tty.read_line().unwrap_or_default();
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes" | "s" | "si" | "sí"))
}

/// In bytes; no terminal delivers a longer line.
const LONGEST_LINE: usize = 64 << 10;
