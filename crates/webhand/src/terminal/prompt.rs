//! Reads the answers and messages of the person.
//!
//! Reading a line blocks, so a thread of its own does it, and the program does not wait for that thread when it ends.

use std::io::{BufRead as _, Read as _};
use std::sync::mpsc;

use tokio::sync::mpsc as answers;
use webhand_model::{PersonReply, Question, QuestionKind, Visibility};

use super::line_editor::{LineEditor, PromptText, RestoreTerminal};
use super::{NoEcho, Screen, ScreenUpdate, Tty, has_cursor, is_interactive};

/// Reads one line for each question, and the messages of a chat.
#[derive(Debug)]
pub struct Prompter {
    wanted: Option<mpsc::SyncSender<ReadRequest>>,
    lines: answers::Receiver<TypedLine>,
    to_lines: answers::Sender<TypedLine>,
    /// Whether a line is being read. Its answer goes to the next question if the current one was settled elsewhere.
    reading: bool,
    /// Present while a secret is typed.
    no_echo: Option<NoEcho>,
    /// Present while a message is edited.
    editing: Option<RestoreTerminal>,
}

/// The result of reading a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypedLine {
    Line(String),
    /// Ctrl-C, which the line editor receives as a key.
    Interrupt,
    /// The input has ended.
    Gone,
}

/// A request to read a line.
#[derive(Debug)]
enum ReadRequest {
    AsTyped,
    /// From the terminal itself.
    Answer,
    /// With the line editor; the prompt arrives when all output is written.
    Edited(mpsc::Receiver<PromptText>),
}

impl Prompter {
    pub fn new() -> Self {
        let (to_lines, lines) = answers::channel(1);
        Self { wanted: None, lines, to_lines, reading: false, no_echo: None, editing: None }
    }

    /// Shows the question and requests a line. Input that was typed before the question is discarded.
    pub fn ask(&mut self, screen: &Screen, question: Question) -> Question {
        if let Ok(tty) = Tty::open() {
            tty.discard_typed();
        }
        if self.lines.try_recv().is_ok() {
            self.reading = false;
        }
        self.no_echo = matches!(question.kind, QuestionKind::Secret(_)).then(NoEcho::begin).and_then(Result::ok);
        screen.show(ScreenUpdate::Prompt(question.clone()));
        self.want(ReadRequest::Answer);
        question
    }

    /// Requests the next message. Input that was typed meanwhile is part of it.
    pub fn listen(&mut self) {
        self.want(ReadRequest::AsTyped);
    }

    /// As [`Self::listen`], with the prompt `how` on a terminal.
    pub fn invite(&mut self, screen: &Screen, how: &'static str) {
        if !self.reading && has_cursor() && is_interactive() {
            self.editing = RestoreTerminal::begin().ok();
        }
        if self.editing.is_some() {
            let (to_prompt, prompt) = mpsc::sync_channel(1);
            screen.hand_over_cursor(how, to_prompt);
            self.want(ReadRequest::Edited(prompt));
        } else {
            screen.show(ScreenUpdate::Ready(how));
            self.want(ReadRequest::AsTyped);
        }
    }

    fn want(&mut self, line: ReadRequest) {
        if std::mem::replace(&mut self.reading, true) {
            return;
        }
        let to_lines = self.to_lines.clone();
        let wanted = self.wanted.get_or_insert_with(|| {
            let (wanted, wants) = mpsc::sync_channel(1);
            std::thread::spawn(move || read_wanted(&wants, &to_lines));
            wanted
        });
        // At most one line is requested at a time, so the queue of one has room.
        let _ = wanted.try_send(line);
    }

    /// The line that answers a question; `None` at the end of input. Waits for ever when no line was requested.
    pub async fn line(&mut self) -> Option<String> {
        match self.typed().await {
            TypedLine::Line(line) => Some(line),
            TypedLine::Interrupt | TypedLine::Gone => None,
        }
    }

    /// The result of the requested line.
    pub async fn typed(&mut self) -> TypedLine {
        let typed = self.lines.recv().await.unwrap_or(TypedLine::Gone);
        self.reading = false;
        self.no_echo = None;
        self.editing = None;
        typed
    }
}

/// Reads a line for each request, until the sender is gone.
fn read_wanted(wants: &mpsc::Receiver<ReadRequest>, to_lines: &answers::Sender<TypedLine>) {
    let mut editor = None;
    while let Ok(wanted) = wants.recv() {
        let typed = match wanted {
            ReadRequest::Answer => {
                Tty::open().ok().and_then(|mut tty| tty.read_line()).map_or(TypedLine::Gone, TypedLine::Line)
            }
            ReadRequest::AsTyped => read_line().map_or(TypedLine::Gone, TypedLine::Line),
            ReadRequest::Edited(prompt) => prompt.recv().map_or(TypedLine::Gone, |prompt| edit(&mut editor, &prompt)),
        };
        if to_lines.blocking_send(typed).is_err() {
            return;
        }
    }
}

/// Reads a message. The editor lives as long as the conversation, because it keeps the history.
fn edit(editor: &mut Option<LineEditor>, prompt: &PromptText) -> TypedLine {
    let opened = match editor.take() {
        Some(editor) => Ok(editor),
        None => LineEditor::open(),
    };
    match opened {
        Ok(opened) => editor.insert(opened).read(prompt),
        Err(error) => {
            tracing::warn!(%error, "lines cannot be edited at this terminal");
            read_line().map_or(TypedLine::Gone, TypedLine::Line)
        }
    }
}

/// The next line of standard input, cut at [`LONGEST_LINE`]; `None` at the end of input.
fn read_line() -> Option<String> {
    let mut input = std::io::stdin().lock();
    let mut line = Vec::new();
    let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line).ok()?;
    if read > 0 && line.last() != Some(&b'\n') {
        input.skip_until(b'\n').ok()?;
    }
    // Invalid UTF-8 becomes replacement characters, so that the rest of the line is not lost.
    (read > 0).then(|| String::from_utf8_lossy(&line).into_owned())
}

/// Parses a written answer; `None` if it is empty or unclear.
pub fn reply_from(question: &Question, written: &str) -> Option<PersonReply> {
    let text = written.trim();
    let word = text.to_lowercase();
    match question.kind {
        // Anything else is a slip of the fingers, and the question is asked again.
        QuestionKind::Approval(_) | QuestionKind::Budget | QuestionKind::Debugger => match word.as_str() {
            "y" | "yes" | "s" | "si" | "sí" => Some(PersonReply::Yes),
            "k" | "kind" if question.this_kind.is_some() => Some(PersonReply::YesToKind),
            "" | "n" | "no" => Some(PersonReply::No),
            _ => None,
        },
        QuestionKind::HandOver(shown) => match word.as_str() {
            "" if shown == Visibility::Nowhere => None,
            "" | "y" | "yes" | "s" | "si" | "sí" => Some(PersonReply::Yes),
            "n" | "no" => Some(PersonReply::No),
            _ => Some(PersonReply::Text(text.to_owned())),
        },
        // A secret never becomes part of a reply: see [`Prompter::ask`].
        QuestionKind::Secret(_) => Some(PersonReply::No),
        QuestionKind::Brain => {
            let chosen = word.parse::<usize>().ok().and_then(|number| question.options.get(number.checked_sub(1)?));
            match word.as_str() {
                "" => None,
                _ if chosen.is_some() => chosen.cloned().map(PersonReply::Text),
                "y" | "yes" | "s" | "si" | "sí" => Some(PersonReply::Yes),
                "n" | "no" => Some(PersonReply::No),
                _ => Some(PersonReply::Text(text.to_owned())),
            }
        }
    }
}

/// In bytes.
pub const LONGEST_LINE: u64 = 64 << 10;

#[cfg(test)]
mod tests;
