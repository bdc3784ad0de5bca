//! A pseudo-terminal: typed keys and shown text.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};

use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

use crate::support::{DEADLINE, Machine};

/// The program at a terminal of its own.
pub struct Terminal {
    process: Child,
    keys: File,
    pieces: Receiver<String>,
    /// Everything that was shown.
    shown: String,
    /// How much of it earlier waits have consumed.
    passed: usize,
}

impl Terminal {
    /// A terminal without cursor movement.
    pub fn open(machine: &Machine, arguments: &[&str]) -> Self {
        Self::of_kind("dumb", machine, arguments)
    }

    /// A terminal with cursor movement.
    pub fn with_cursor(machine: &Machine, arguments: &[&str]) -> Self {
        Self::of_kind("xterm", machine, arguments)
    }

    fn of_kind(kind: &str, machine: &Machine, arguments: &[&str]) -> Self {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        grantpt(&ours).unwrap();
        unlockpt(&ours).unwrap();
        let name = ptsname(&ours, Vec::new()).unwrap();
        let theirs = File::options().read(true).write(true).open(Path::new(name.to_str().unwrap())).unwrap();
        tcsetwinsize(&theirs, Winsize { ws_row: 40, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
        // The leader of a session owns the terminal and receives its Ctrl-C.
        let mut command = machine.other_program(Path::new("setsid"));
        command.arg("--ctty").arg(machine.program()).args(arguments).env("TERM", kind).env("NO_COLOR", "1");
        let end = || Stdio::from(theirs.try_clone().unwrap());
        let process = command.stdin(end()).stdout(end()).stderr(end()).spawn().unwrap();
        let keys = File::from(ours);
        let pieces = read_on(keys.try_clone().unwrap());
        Self { process, keys, pieces, shown: String::new(), passed: 0 }
    }

    pub fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until this text is shown, after the text of earlier waits.
    pub fn until(&mut self, text: &str) {
        loop {
            if let Some(at) = self.shown[self.passed..].find(text) {
                self.passed += at + text.len();
                return;
            }
            let piece = self.pieces.recv_timeout(DEADLINE);
            let piece = piece.unwrap_or_else(|error| panic!("{text:?} is not shown ({error}): {}", self.shown));
            self.shown.push_str(&piece);
        }
    }

    /// Whether the terminal echoes keys and delivers lines, as it must after the program.
    pub fn is_restored(&self) -> bool {
        tcgetattr(&self.keys).unwrap().local_modes.contains(LocalModes::ECHO | LocalModes::ICANON | LocalModes::ISIG)
    }

    /// Asks the program to end.
    pub fn terminate(&self) {
        let id = i32::try_from(self.process.id()).ok().and_then(Pid::from_raw).unwrap();
        kill_process(id, Signal::TERM).unwrap();
    }

    /// Waits for the end; the exit code, and everything that was shown.
    pub fn end(&mut self) -> (Option<i32>, String) {
        while let Ok(piece) = self.pieces.recv_timeout(DEADLINE) {
            self.shown.push_str(&piece);
        }
        (self.process.wait().unwrap().code(), std::mem::take(&mut self.shown))
    }
}

/// A person at a terminal says yes to a question; the exit code and everything that was shown.
pub fn approve_at_terminal(machine: &Machine, id: &str) -> (Option<i32>, String) {
    let mut terminal = Terminal::open(machine, &["approve", id]);
    terminal.until("[y/N] ");
    terminal.press("y\n");
    terminal.end()
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A terminal whose last program has gone answers with an error, which is its end.
fn read_on(mut shown: File) -> Receiver<String> {
    let (to, pieces) = channel();
    std::thread::spawn(move || {
        let (mut buffer, mut rest) = ([0; 4096], Vec::new());
        while let Ok(read @ 1..) = shown.read(&mut buffer) {
            rest.extend_from_slice(&buffer[..read]);
            let whole = rest.utf8_chunks().next().map_or(0, |chunk| chunk.valid().len());
            let piece = String::from_utf8_lossy(&rest[..whole]).into_owned();
            rest.drain(..whole);
            if to.send(piece).is_err() {
                return;
            }
        }
    });
    pieces
}
