//! Writes to the terminal on a thread of its own: lines as they come, a spinner while something is waited for.

use std::io::{IsTerminal as _, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use webhand_model::{Question, QuestionKind, Visibility};

use super::editor::Sign;
use super::flow::Flow;
use super::line::{DIM, READY, paint};
use super::saying::Saying;
use super::width::{fit, fit_end, wrap_item};
use super::{Line, has_cursor, narrator};

/// Something to show.
#[derive(Debug, Clone, PartialEq)]
pub enum Show {
    Line(Line),
    /// What is being waited for; empty when nothing is.
    Wait(String),
    /// A piece of the brain's text while it comes in.
    Live(String),
    Question(Question),
    /// Ask for an answer to the question just shown.
    Prompt(Question),
    /// The person ended the line after the prompt.
    Typed,
    /// The person may write the next message; says how it will be taken where that is not left to webhand.
    Ready(&'static str),
    /// A piece of an answer in words, on standard output while it comes in.
    Words(String),
    /// The answer in words is over.
    WordsOver,
    /// What was asked for, on standard output as it is.
    Answer(String),
}

impl Show {
    pub fn wait(what: &str) -> Self {
        Self::Wait(what.to_owned())
    }
}

impl From<Line> for Show {
    fn from(line: Line) -> Self {
        Self::Line(line)
    }
}

/// How the story is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Beside the answer, on standard error.
    Beside,
    /// As the answer itself, on standard output.
    Aloud,
    /// Only questions and the answer.
    Quiet,
    /// Only what a program reads.
    Json,
}

/// The terminal. Showing waits while [`MOST_WAITING`] things are not yet written.
#[derive(Debug)]
pub struct Screen {
    to: Option<SyncSender<Told>>,
    thread: Option<JoinHandle<()>>,
}

impl Screen {
    pub fn open(style: Style) -> Self {
        let (to, shows) = sync_channel(MOST_WAITING);
        let thread = std::thread::spawn(move || Writer::new(style).write_all(&shows));
        Self { to: Some(to), thread: Some(thread) }
    }

    pub fn show(&self, what: impl Into<Show>) {
        self.tell(Told::Show(what.into()));
    }

    /// Lets somebody else write: tells what to begin with, as soon as everything shown is written.
    pub(super) fn give_way(&self, how: &'static str, to_sign: SyncSender<Sign>) {
        self.tell(Told::GiveWay(how, to_sign));
    }

    fn tell(&self, what: Told) {
        if let Some(to) = &self.to {
            // The thread ends only with this sender.
            let _ = to.send(what);
        }
    }

    pub fn answer(&self, text: impl Into<String>) {
        self.show(Show::Answer(text.into()));
    }
}

impl Drop for Screen {
    /// Everything shown is written before the screen is gone.
    fn drop(&mut self) {
        self.to = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// What the writing thread is told.
enum Told {
    Show(Show),
    GiveWay(&'static str, SyncSender<Sign>),
}

struct Writer {
    style: Style,
    out: Box<dyn Write>,
    /// Colours are wanted.
    colours: bool,
    /// There is a cursor to move.
    live: bool,
    waiting: Option<(String, Instant)>,
    /// The end of what the brain is saying.
    saying: Saying,
    /// An answer in words, while it comes in.
    words: Option<Flow>,
    last_line: LastLine,
    frame: usize,
}

/// What the cursor stands behind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum LastLine {
    #[default]
    Empty,
    Spinner,
    Prompt,
}

impl Writer {
    fn new(style: Style) -> Self {
        use anstream::{AutoStream, ColorChoice};
        let (choice, terminal, out): (_, _, Box<dyn Write>) = match style {
            Style::Aloud => {
                let out = std::io::stdout();
                (AutoStream::choice(&out), out.is_terminal(), Box::new(out))
            }
            Style::Beside | Style::Quiet | Style::Json => {
                let out = std::io::stderr();
                (AutoStream::choice(&out), out.is_terminal(), Box::new(out))
            }
        };
        Self {
            style,
            out,
            colours: choice != ColorChoice::Never,
            live: terminal && has_cursor() && matches!(style, Style::Beside | Style::Aloud),
            waiting: None,
            saying: Saying::default(),
            words: None,
            last_line: LastLine::Empty,
            frame: 0,
        }
    }

    fn write_all(mut self, shows: &Receiver<Told>) {
        loop {
            let next = match &self.waiting {
                Some(_) if self.live => shows.recv_timeout(FRAME_TIME),
                Some(_) | None => shows.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            // A terminal that is gone takes nothing more; the run goes on without it.
            let _ = match next {
                Ok(Told::Show(show)) => self.write(show),
                Ok(Told::GiveWay(how, to_sign)) => self.give_way(how, &to_sign),
                Err(RecvTimeoutError::Timeout) => self.spin(),
                Err(RecvTimeoutError::Disconnected) => break,
            };
        }
        let _ = self.wipe();
    }

    fn write(&mut self, show: Show) -> std::io::Result<()> {
        match show {
            Show::Line(line) => {
                self.waiting = None;
                self.saying.clear();
                if matches!(self.style, Style::Beside | Style::Aloud) { self.line(&line) } else { Ok(()) }
            }
            Show::Wait(what) => {
                self.saying.clear();
                self.waiting = (!what.is_empty()).then(|| (what, Instant::now()));
                if self.live { self.spin() } else { Ok(()) }
            }
            Show::Live(text) => {
                self.saying.take_in(&text);
                Ok(())
            }
            Show::Question(question) => {
                self.waiting = None;
                if self.style == Style::Json {
                    return Ok(());
                }
                narrator::framed(&question, self.room().unwrap_or(80)).iter().try_for_each(|line| self.line(line))
            }
            Show::Prompt(question) => self.prompt(&format!("  {} ", asked(&question))),
            Show::Typed => {
                self.last_line = LastLine::Empty;
                Ok(())
            }
            Show::Ready(how) => {
                self.waiting = None;
                let (_, sign) = self.sign(how);
                self.prompt(&format!("\n{sign}"))
            }
            Show::Words(piece) => {
                self.waiting = None;
                self.wipe()?;
                self.out.flush()?;
                let flow = self.words.get_or_insert_with(|| Flow::within(columns()));
                print(&flow.take_in(&piece))
            }
            Show::WordsOver => match self.words.take() {
                Some(flow) => print(&flow.end()),
                None => Ok(()),
            },
            Show::Answer(text) => {
                self.waiting = None;
                self.wipe()?;
                self.out.flush()?;
                print(&format!("{}\n", self.wrapped(text)))
            }
        }
    }

    fn give_way(&mut self, how: &str, to_sign: &SyncSender<Sign>) -> std::io::Result<()> {
        self.waiting = None;
        self.wipe()?;
        writeln!(self.out)?;
        self.out.flush()?;
        // Whoever wanted to write may have left.
        let _ = to_sign.try_send(self.sign(how));
        Ok(())
    }

    /// What stands before a message of the person.
    fn sign(&self, how: &str) -> Sign {
        let plain = format!("{how}›");
        (format!("{plain} "), format!("{} ", paint(self.colours, READY, &plain)))
    }

    /// Leaves the cursor behind this, for the person to type.
    fn prompt(&mut self, text: &str) -> std::io::Result<()> {
        self.wipe()?;
        self.last_line = LastLine::Prompt;
        write!(self.out, "{text}")?;
        self.out.flush()
    }

    fn line(&mut self, line: &Line) -> std::io::Result<()> {
        self.wipe()?;
        for written in line.lines(self.colours, self.room()) {
            writeln!(self.out, "{written}")?;
        }
        self.out.flush()
    }

    /// An answer for a person breaks between words; one for a program stays as it is.
    fn wrapped(&self, text: String) -> String {
        match columns() {
            Some(width) if self.style != Style::Json => {
                let lines = text.lines().flat_map(|line| wrap_item(line, width));
                lines.collect::<Vec<_>>().join("\n")
            }
            Some(_) | None => text,
        }
    }

    fn spin(&mut self) -> std::io::Result<()> {
        let Some((what, since)) = &self.waiting else { return self.wipe() };
        let spinner = SPINNER[self.frame % SPINNER.len()];
        let seconds = since.elapsed().as_secs();
        let patience = if seconds >= 2 { format!(" {seconds} s") } else { String::new() };
        let saying = self.saying.told();
        let room = self.room().unwrap_or(80).saturating_sub(7);
        let text = if saying.is_empty() { fit(&format!("{what}…{patience}"), room) } else { fit_end(&saying, room) };
        let text = paint(self.colours, DIM, &text);
        self.frame += 1;
        self.last_line = LastLine::Spinner;
        write!(self.out, "\r\u{1b}[2K    {spinner} {text}")?;
        self.out.flush()
    }

    fn wipe(&mut self) -> std::io::Result<()> {
        match std::mem::take(&mut self.last_line) {
            LastLine::Empty => {}
            LastLine::Spinner => write!(self.out, "\r\u{1b}[2K")?,
            // The question was settled elsewhere.
            LastLine::Prompt => writeln!(self.out)?,
        }
        Ok(())
    }

    /// The columns there are; without a terminal there is no limit.
    fn room(&self) -> Option<usize> {
        let size = match self.style {
            Style::Aloud => terminal_size::terminal_size_of(std::io::stdout()),
            Style::Beside | Style::Quiet | Style::Json => terminal_size::terminal_size_of(std::io::stderr()),
        };
        size.map(|(width, _)| usize::from(width.0)).filter(|_| self.live || self.style == Style::Quiet)
    }
}

/// What the person is to type.
fn asked(question: &Question) -> &'static str {
    match &question.kind {
        QuestionKind::Approval(_) => "Allow it? [y/N]",
        QuestionKind::HandOver(Visibility::InWindow) => "Enter gives it back; words are told to the brain:",
        QuestionKind::HandOver(Visibility::Nowhere) => "Your answer; Enter leaves it for later:",
        QuestionKind::Budget => "Go on? [y/N]",
        QuestionKind::Secret(_) => "It is not shown; Enter alone enters nothing:",
        QuestionKind::Brain if question.options.is_empty() => "Your answer:",
        QuestionKind::Brain => "Number or text:",
    }
}

/// The columns of standard output, if it is a terminal.
fn columns() -> Option<usize> {
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
