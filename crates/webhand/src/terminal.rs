//! What a person sees at a terminal: each step as it happens, questions in a box, the answer at the end.
//!
//! Invariants: only this module writes to the terminal; without a terminal there are plain lines, no colours and no
//! cursor movements; text of others arrives here cleaned.

mod event_renderer;
mod line;
mod line_editor;
mod no_echo;
mod prompt;
mod screen;
mod stream_wrapper;
mod streamed_tail;
mod width;

use std::io::{BufRead as _, IsTerminal as _, Read as _, Write as _};

pub use event_renderer::EventRenderer;
pub use line::{LineKind, ScreenLine};
pub use no_echo::NoEcho;
pub use prompt::{LONGEST_LINE, Prompter, TypedLine, reply_from};
pub use screen::{OutputStyle, Screen, ScreenUpdate};

/// Whether somebody sits there who can see a question and answer it.
pub fn is_interactive() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

/// Whether the terminal, if there is one, lets its cursor be moved.
fn has_cursor() -> bool {
    std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Says on standard error what went wrong.
pub fn print_error(text: &str) {
    let style = anstyle::Style::new().bold().fg_color(Some(anstyle::AnsiColor::Red.into()));
    // Nothing can be done where even this cannot be said.
    let _ = writeln!(anstream::stderr(), "{style}webhand:{style:#} {text}");
}

/// Says something on standard error beside the answer.
pub fn print_note(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// Prints lines that a command answers with. A reader that has gone away has read enough.
pub fn print_line(text: &str) {
    let _ = writeln!(anstream::stdout(), "{text}");
}

/// Asks the person at the terminal something that is no business of a run. Whatever is no yes is a no.
pub fn ask_yes_no(question: &str) -> bool {
    let _ = write!(anstream::stderr(), "{question} [y/N] ");
    let mut line = String::new();
    let read = std::io::stdin().lock().take(MOST_REPLY).read_line(&mut line);
    read.is_ok() && matches!(line.trim().to_lowercase().as_str(), "y" | "yes" | "s" | "si" | "sí")
}

/// How much may be said on standard error of what the program does inside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogLimit {
    Unlimited,
    /// A file is at the other end, and nobody tidies it up.
    Capped,
}

/// Shows what the program does inside, as far as it is asked to.
pub fn log_to_stderr(verbose: u8, limit: LogLimit) {
    let level = match verbose {
        0 => tracing::Level::ERROR,
        1 => tracing::Level::INFO,
        2 => tracing::Level::DEBUG,
        _ => tracing::Level::TRACE,
    };
    let ansi = anstream::AutoStream::choice(&std::io::stderr()) != anstream::ColorChoice::Never;
    let logs = tracing_subscriber::fmt().with_max_level(level).with_ansi(ansi);
    match limit {
        LogLimit::Unlimited => logs.with_writer(std::io::stderr).init(),
        LogLimit::Capped => logs.with_writer(std::sync::Mutex::new(CappedStderr { left: MOST_LOGGED })).init(),
    }
}

/// Standard error until so many bytes were written; the rest is dropped.
#[derive(Debug)]
struct CappedStderr {
    left: usize,
}

impl std::io::Write for CappedStderr {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.left = self.left.saturating_sub(bytes.len());
        if self.left > 0 {
            std::io::stderr().write_all(bytes)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        std::io::stderr().flush()
    }
}

const MOST_REPLY: u64 = 1 << 10;
const MOST_LOGGED: usize = 1 << 20;
