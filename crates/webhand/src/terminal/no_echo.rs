//! Switches the echo of the terminal off.

use std::io;

use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

/// The echo is off as long as this value lives.
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
    /// Restores the echo.
    fn drop(&mut self) {
        if let Err(error) = tcsetattr(io::stdin(), OptionalActions::Flush, &self.before) {
            tracing::warn!(%error, "the terminal could not be set back; type `reset`");
        }
    }
}
