//! Terminal output and input: each step as it happens, questions in a box, the answer at the end.
//!
//! Invariants: only this module writes to the terminal; without a terminal there are plain lines, no colours and no
//! cursor movements; untrusted text arrives here cleaned. Start at [`Screen`] for output and [`Prompter`] for input.

mod event_renderer;
mod line;
mod line_editor;
mod no_echo;
mod prompt;
mod screen;
mod stream_wrapper;
mod streamed_tail;
mod tty;
mod width;

use std::io::{BufRead as _, IsTerminal as _, Read as _, Write as _};

use webhand_model::{PersonReply, Question};

use crate::cli::LogForm;

pub use event_renderer::EventRenderer;
pub use line::{LineKind, ScreenLine};
pub use no_echo::NoEcho;
pub use prompt::{LONGEST_LINE, Prompter, TypedLine, reply_from};
pub use screen::{OutputStyle, Screen, ScreenUpdate};
pub use tty::{Tty, confirm_at_tty};

/// Whether a person at a terminal can see a question and answer it.
pub fn is_interactive() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal() && Tty::open().is_ok()
}

/// Whether the terminal, if there is one, supports cursor movements.
fn has_cursor() -> bool {
    std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Prints an error on standard error.
pub fn print_error(text: &str) {
    let style = anstyle::Style::new().bold().fg_color(Some(anstyle::AnsiColor::Red.into()));
    // If standard error is closed, nothing more can be done.
    let _ = writeln!(anstream::stderr(), "{style}webhand:{style:#} {text}");
}

/// Prints a note on standard error.
pub fn print_note(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// Prints lines on standard output. A closed pipe means that the reader has all it wants.
pub fn print_line(text: &str) {
    let _ = writeln!(anstream::stdout(), "{text}");
}

/// Asks the person a question outside of a run. Every answer but a yes is a no.
pub fn ask_yes_no(question: &str) -> bool {
    let _ = write!(anstream::stderr(), "{question} [y/N] ");
    let mut line = String::new();
    let read = std::io::stdin().lock().take(MOST_REPLY).read_line(&mut line);
    read.is_ok() && matches!(line.trim().to_lowercase().as_str(), "y" | "yes" | "s" | "si" | "sí")
}

/// Asks a question at the terminal itself until the answer is clear; `None` when the terminal is closed.
pub fn ask_at_tty(tty: &mut Tty, question: &Question) -> Option<PersonReply> {
    let lines = question.details.iter().map(|detail| format!("  {}\n", crate::display::one_line(detail, 600)));
    let text = format!("{}\n{}", crate::display::one_line(&question.text, 1_000), lines.collect::<String>());
    tty.write(&text).ok()?;
    // Input that was typed before the question appeared must not answer it.
    tty.discard_typed();
    loop {
        tty.write(&format!("  {} ", screen::prompt_text(question))).ok()?;
        if let Some(reply) = reply_from(question, &tty.read_line()?) {
            return Some(reply);
        }
    }
}

/// How much the log may write to standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogLimit {
    Unlimited,
    /// Standard error is a file that no one rotates, so the log is limited.
    Capped,
}

/// Logs to standard error at the requested level.
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

/// Logs to standard error as a service does: with what a person who runs it wants to know, and without colours.
pub fn log_service(verbose: u8, form: LogForm) {
    let level = match verbose {
        0 | 1 => tracing::Level::INFO,
        2 => tracing::Level::DEBUG,
        _ => tracing::Level::TRACE,
    };
    let logs = tracing_subscriber::fmt().with_max_level(level).with_ansi(false).with_writer(std::io::stderr);
    match form {
        LogForm::Text => logs.init(),
        LogForm::Json => logs.json().init(),
    }
}

/// Standard error up to a number of bytes; the rest is dropped.
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
