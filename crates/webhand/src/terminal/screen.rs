//! Writes to the terminal on a thread of its own: lines as they come, and a spinner while the run waits.

use std::io::{IsTerminal as _, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use webhand_model::{Question, QuestionKind, Visibility};

use super::line::{DIM, READY, paint};
use super::line_editor::PromptText;
use super::stream_wrapper::StreamWrapper;
use super::streamed_tail::StreamedTail;
use super::width::{fit, fit_end, wrap_item};
use super::{ScreenLine, event_renderer, has_cursor};

/// A message to the screen.
#[derive(Debug, Clone, PartialEq)]
pub enum ScreenUpdate {
    Line(ScreenLine),
    /// The text of the spinner; empty when nothing is waited for.
    Wait(String),
    /// A piece of the brain's streamed text.
    Live(String),
    Question(Question),
    /// Shows the prompt for the question just shown.
    Prompt(Question),
    /// The person ended the line after the prompt.
    Typed,
    /// The person may write the next message; the text names its route unless webhand chooses it.
    Ready(&'static str),
    /// A streamed piece of an answer in words, on standard output.
    Words(String),
    /// The answer in words is over.
    WordsOver,
    /// The answer, on standard output.
    Answer(String),
}

impl ScreenUpdate {
    pub fn wait(what: &str) -> Self {
        Self::Wait(what.to_owned())
    }
}

impl From<ScreenLine> for ScreenUpdate {
    fn from(line: ScreenLine) -> Self {
        Self::Line(line)
    }
}

/// Where and how much is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputStyle {
    /// Progress on standard error, the answer on standard output.
    Stderr,
    /// Progress and answer on standard output.
    Stdout,
    /// Only questions and the answer.
    Quiet,
    /// Only JSON for programs.
    Json,
}

/// The terminal. `show` blocks while [`MOST_WAITING`] messages are not yet written.
#[derive(Debug)]
pub struct Screen {
    to: Option<SyncSender<WriterMessage>>,
    thread: Option<JoinHandle<()>>,
}

impl Screen {
    pub fn open(style: OutputStyle) -> Self {
        let (to, messages) = sync_channel(MOST_WAITING);
        let thread = std::thread::spawn(move || ScreenWriter::new(style).write_all(&messages));
        Self { to: Some(to), thread: Some(thread) }
    }

    pub fn show(&self, what: impl Into<ScreenUpdate>) {
        self.send(WriterMessage::Show(what.into()));
    }

    /// Hands the cursor to the line editor: sends it the prompt when everything is written.
    pub(super) fn hand_over_cursor(&self, how: &'static str, to_prompt: SyncSender<PromptText>) {
        self.send(WriterMessage::HandOverCursor(how, to_prompt));
    }

    fn send(&self, what: WriterMessage) {
        if let Some(to) = &self.to {
            // The thread ends only with this sender.
            let _ = to.send(what);
        }
    }

    pub fn answer(&self, text: impl Into<String>) {
        self.show(ScreenUpdate::Answer(text.into()));
    }
}

impl Drop for Screen {
    /// Writes everything that was shown before the screen is dropped.
    fn drop(&mut self) {
        self.to = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A message to the writing thread.
enum WriterMessage {
    Show(ScreenUpdate),
    HandOverCursor(&'static str, SyncSender<PromptText>),
}

struct ScreenWriter {
    style: OutputStyle,
    out: Box<dyn Write>,
    /// Whether to use colours.
    colours: bool,
    /// Whether the cursor can be moved.
    live: bool,
    waiting: Option<(String, Instant)>,
    /// The end of the brain's streamed text.
    tail: StreamedTail,
    /// The wrapper of an answer in words while it is streamed.
    words: Option<StreamWrapper>,
    last_line: LastLine,
    frame: usize,
}

/// The kind of the last written line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum LastLine {
    #[default]
    Empty,
    Spinner,
    Prompt,
}

impl ScreenWriter {
    fn new(style: OutputStyle) -> Self {
        use anstream::{AutoStream, ColorChoice};
        let (choice, terminal, out): (_, _, Box<dyn Write>) = match style {
            OutputStyle::Stdout => {
                let out = std::io::stdout();
                (AutoStream::choice(&out), out.is_terminal(), Box::new(out))
            }
            OutputStyle::Stderr | OutputStyle::Quiet | OutputStyle::Json => {
                let out = std::io::stderr();
                (AutoStream::choice(&out), out.is_terminal(), Box::new(out))
            }
        };
        Self {
            style,
            out,
            colours: choice != ColorChoice::Never,
            live: terminal && has_cursor() && matches!(style, OutputStyle::Stderr | OutputStyle::Stdout),
            waiting: None,
            tail: StreamedTail::default(),
            words: None,
            last_line: LastLine::Empty,
            frame: 0,
        }
    }

    fn write_all(mut self, messages: &Receiver<WriterMessage>) {
        loop {
            let next = match &self.waiting {
                Some(_) if self.live => messages.recv_timeout(FRAME_TIME),
                Some(_) | None => messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            // Errors of a closed terminal are ignored; the run goes on without it.
            let _ = match next {
                Ok(WriterMessage::Show(show)) => self.write(show),
                Ok(WriterMessage::HandOverCursor(how, to_prompt)) => self.hand_over_cursor(how, &to_prompt),
                Err(RecvTimeoutError::Timeout) => self.draw_spinner(),
                Err(RecvTimeoutError::Disconnected) => break,
            };
        }
        let _ = self.clear_last_line();
    }

    fn write(&mut self, show: ScreenUpdate) -> std::io::Result<()> {
        match show {
            ScreenUpdate::Line(line) => {
                self.waiting = None;
                self.tail.clear();
                if matches!(self.style, OutputStyle::Stderr | OutputStyle::Stdout) {
                    self.write_line(&line)
                } else {
                    Ok(())
                }
            }
            ScreenUpdate::Wait(what) => {
                self.tail.clear();
                self.waiting = (!what.is_empty()).then(|| (what, Instant::now()));
                if self.live { self.draw_spinner() } else { Ok(()) }
            }
            ScreenUpdate::Live(text) => {
                self.tail.push(&text);
                Ok(())
            }
            ScreenUpdate::Question(question) => {
                self.waiting = None;
                if self.style == OutputStyle::Json {
                    return Ok(());
                }
                event_renderer::render_question(&question, self.columns().unwrap_or(80))
                    .iter()
                    .try_for_each(|line| self.write_line(line))
            }
            ScreenUpdate::Prompt(question) => self.write_prompt(&format!("  {} ", prompt_text(&question))),
            ScreenUpdate::Typed => {
                self.last_line = LastLine::Empty;
                Ok(())
            }
            ScreenUpdate::Ready(how) => {
                self.waiting = None;
                let (_, prompt) = self.message_prompt(how);
                self.write_prompt(&format!("\n{prompt}"))
            }
            ScreenUpdate::Words(piece) => {
                self.waiting = None;
                self.clear_last_line()?;
                self.out.flush()?;
                let wrapper = self.words.get_or_insert_with(|| StreamWrapper::within(stdout_columns()));
                print(&wrapper.push(&piece))
            }
            ScreenUpdate::WordsOver => match self.words.take() {
                Some(wrapper) => print(&wrapper.finish()),
                None => Ok(()),
            },
            ScreenUpdate::Answer(text) => {
                self.waiting = None;
                self.clear_last_line()?;
                self.out.flush()?;
                print(&format!("{}\n", self.wrapped(text)))
            }
        }
    }

    fn hand_over_cursor(&mut self, how: &str, to_prompt: &SyncSender<PromptText>) -> std::io::Result<()> {
        self.waiting = None;
        self.clear_last_line()?;
        writeln!(self.out)?;
        self.out.flush()?;
        // The line editor may be gone already.
        let _ = to_prompt.try_send(self.message_prompt(how));
        Ok(())
    }

    /// The prompt before a message of the person.
    fn message_prompt(&self, how: &str) -> PromptText {
        let plain = format!("{how}›");
        (format!("{plain} "), format!("{} ", paint(self.colours, READY, &plain)))
    }

    /// Writes the prompt and leaves the cursor after it.
    fn write_prompt(&mut self, text: &str) -> std::io::Result<()> {
        self.clear_last_line()?;
        self.last_line = LastLine::Prompt;
        write!(self.out, "{text}")?;
        self.out.flush()
    }

    fn write_line(&mut self, line: &ScreenLine) -> std::io::Result<()> {
        self.clear_last_line()?;
        for written in line.lines(self.colours, self.columns()) {
            writeln!(self.out, "{written}")?;
        }
        self.out.flush()
    }

    /// Wraps an answer between words on a terminal.
    fn wrapped(&self, text: String) -> String {
        match stdout_columns() {
            Some(width) if self.style != OutputStyle::Json => {
                let lines = text.lines().flat_map(|line| wrap_item(line, width));
                lines.collect::<Vec<_>>().join("\n")
            }
            Some(_) | None => text,
        }
    }

    fn draw_spinner(&mut self) -> std::io::Result<()> {
        let Some((what, since)) = &self.waiting else { return self.clear_last_line() };
        let spinner = SPINNER[self.frame % SPINNER.len()];
        let seconds = since.elapsed().as_secs();
        let patience = if seconds >= 2 { format!(" {seconds} s") } else { String::new() };
        let tail = self.tail.one_line();
        let room = self.columns().unwrap_or(80).saturating_sub(7);
        let text = if tail.is_empty() { fit(&format!("{what}…{patience}"), room) } else { fit_end(&tail, room) };
        let text = paint(self.colours, DIM, &text);
        self.frame += 1;
        self.last_line = LastLine::Spinner;
        write!(self.out, "\r\u{1b}[2K    {spinner} {text}")?;
        self.out.flush()
    }

    fn clear_last_line(&mut self) -> std::io::Result<()> {
        match std::mem::take(&mut self.last_line) {
            LastLine::Empty => {}
            LastLine::Spinner => write!(self.out, "\r\u{1b}[2K")?,
            // The question was answered elsewhere, so the prompt line is ended.
            LastLine::Prompt => writeln!(self.out)?,
        }
        Ok(())
    }

    /// The width of the terminal; `None` without a terminal.
    fn columns(&self) -> Option<usize> {
        let size = match self.style {
            OutputStyle::Stdout => terminal_size::terminal_size_of(std::io::stdout()),
            OutputStyle::Stderr | OutputStyle::Quiet | OutputStyle::Json => {
                terminal_size::terminal_size_of(std::io::stderr())
            }
        };
        size.map(|(width, _)| usize::from(width.0)).filter(|_| self.live || self.style == OutputStyle::Quiet)
    }
}

/// The prompt text of a question.
pub(super) fn prompt_text(question: &Question) -> &'static str {
    match &question.kind {
        QuestionKind::Approval(_) if question.this_kind.is_some() => {
            "k allows all of this kind in this run. Allow it? [y/N]"
        }
        QuestionKind::Approval(_) | QuestionKind::Debugger => "Allow it? [y/N]",
        QuestionKind::HandOver(Visibility::InWindow | Visibility::InDashboard) => {
            "Enter gives it back; words are told to the brain:"
        }
        QuestionKind::HandOver(Visibility::Nowhere) => "Your answer; Enter leaves it for later:",
        QuestionKind::Budget => "Go on? [y/N]",
        QuestionKind::Secret(_) => "It is not shown; Enter alone enters nothing:",
        QuestionKind::Brain if question.options.is_empty() => "Your answer:",
        QuestionKind::Brain => "Number or text:",
    }
}

/// The width of standard output, if it is a terminal.
fn stdout_columns() -> Option<usize> {
    terminal_size::terminal_size_of(std::io::stdout()).map(|(width, _)| usize::from(width.0))
}

fn print(text: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

const MOST_WAITING: usize = 1_024;
const FRAME_TIME: Duration = Duration::from_millis(90);
const SPINNER: [&str; 6] = ["◜", "◠", "◝", "◞", "◡", "◟"];
