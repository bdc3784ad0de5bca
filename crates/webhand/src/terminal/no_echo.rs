//! A terminal that does not show what is typed.

use std::io;

use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

/// As long as it lives, what is typed is not shown.
#[derive(Debug)]
pub struct NoEcho {
    before: Termios,
}

impl NoEcho {
    /// # Errors
    /// When standard input is no terminal.
    pub fn begin() -> io::Result<Self> {
        let before = tcgetattr(io::stdin())?;
        let mut hidden = before.clone();
        hidden.local_modes.remove(LocalModes::ECHO);
        hidden.local_modes.insert(LocalModes::ECHONL);
        tcsetattr(io::stdin(), OptionalActions::Flush, &hidden)?;
        Ok(Self { before })
    }
}

impl Drop for NoEcho {
    /// Whatever was typed, the terminal must show again what is typed next.
    fn drop(&mut self) {
        if let Err(error) = tcsetattr(io::stdin(), OptionalActions::Flush, &self.before) {
            tracing::warn!(%error, "the terminal could not be set back; type `reset`");
        }
    }
}
