//! The line editor for messages, with cursor keys, paste and a history.
//!
//! Invariant: the history is in memory only, and the terminal mode is restored however the program ends.

use std::io::{self, Write as _};

use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};
use rustyline::config::{Behavior, BellStyle};
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;

use super::prompt::{LONGEST_LINE, TypedLine};

/// Reads messages and keeps their history.
pub(super) struct LineEditor {
    lines: rustyline::Editor<(), MemHistory>,
}

/// The prompt before a message: as plain text for its width, and with colours.
pub(super) type PromptText = (String, String);

impl LineEditor {
    /// # Errors
    /// When there is no terminal to edit in.
    pub(super) fn open() -> rustyline::Result<Self> {
        let config = rustyline::Config::builder()
            // The editor uses the terminal itself, also where standard output is redirected.
            .behavior(Behavior::PreferTerm)
            .bell_style(BellStyle::None)
            .max_history_size(MOST_KEPT)?
            .build();
        let history = MemHistory::with_config(&config);
        Ok(Self { lines: rustyline::Editor::with_history(config, history)? })
    }

    pub(super) fn read(&mut self, prompt: &PromptText) -> TypedLine {
        match self.lines.readline(prompt) {
            Ok(line) => {
                if (line.len() as u64) < LONGEST_LINE && !line.trim().is_empty() {
                    // Only a history in a file can fail.
                    let _ = self.lines.add_history_entry(line.as_str());
                }
                TypedLine::Line(line)
            }
            Err(ReadlineError::Interrupted) => TypedLine::Interrupt,
            Err(ReadlineError::Eof) => TypedLine::Gone,
            Err(error) => {
                tracing::warn!(%error, "the terminal cannot be read");
                TypedLine::Gone
            }
        }
    }
}

/// Restores the terminal mode when it is dropped, even if the line was never ended.
#[derive(Debug)]
pub(super) struct RestoreTerminal {
    before: Termios,
}

impl RestoreTerminal {
    /// # Errors
    /// When standard input is no terminal.
    pub(super) fn begin() -> io::Result<Self> {
        Ok(Self { before: tcgetattr(io::stdin())? })
    }
}

impl Drop for RestoreTerminal {
    fn drop(&mut self) {
        let unedited = tcgetattr(io::stdin()).is_ok_and(|now| now.local_modes == self.before.local_modes);
        if !unedited {
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, &self.before);
            let _ = io::stderr().write_all(PASTES_AS_KEYS);
        }
    }
}

const MOST_KEPT: usize = 100;
/// Switches bracketed paste off.
const PASTES_AS_KEYS: &[u8] = b"\x1b[?2004l\r\n";
