//! Reads what the person answers and writes.
//!
//! Reading blocks until a line is there, so it happens on a thread that the program does not wait for when it ends.

use std::io::{BufRead as _, Read as _};
use std::sync::mpsc;

use rustix::termios::{QueueSelector, tcflush};
use tokio::sync::mpsc as answers;
use webhand_model::{PersonReply, Question, QuestionKind, Visibility};

use super::line_editor::{LineEditor, PromptText, RestoreTerminal};
use super::{NoEcho, Screen, ScreenUpdate, has_cursor, is_interactive};

/// Reads one line for each question, and messages.
#[derive(Debug)]
pub struct Prompter {
    wanted: Option<mpsc::SyncSender<ReadRequest>>,
    lines: answers::Receiver<TypedLine>,
    to_lines: answers::Sender<TypedLine>,
    /// A line is being read; an answer to a question that was settled elsewhere would go to the next one.
    reading: bool,
    /// While what is typed is not shown.
    no_echo: Option<NoEcho>,
    /// While a message is edited.
    editing: Option<RestoreTerminal>,
}

/// What a person did with a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypedLine {
    Line(String),
    /// Ctrl-C, which is no signal while a line is edited.
    Interrupt,
    /// There will be no more lines.
    Gone,
}

/// A line to be read.
#[derive(Debug)]
enum ReadRequest {
    AsTyped,
    /// By an editor, behind the prompt that comes once everything else is written.
    Edited(mpsc::Receiver<PromptText>),
}

impl Prompter {
    pub fn new() -> Self {
        let (to_lines, lines) = answers::channel(1);
        Self { wanted: None, lines, to_lines, reading: false, no_echo: None, editing: None }
    }

    /// Asks, and begins to wait for a line. What was typed before the question was there is no answer to it.
    pub fn ask(&mut self, screen: &Screen, question: Question) -> Question {
        let _ = tcflush(std::io::stdin(), QueueSelector::IFlush);
        if self.lines.try_recv().is_ok() {
            self.reading = false;
        }
        self.no_echo = matches!(question.kind, QuestionKind::Secret(_)).then(NoEcho::begin).and_then(Result::ok);
        screen.show(ScreenUpdate::Prompt(question.clone()));
        self.want(ReadRequest::AsTyped);
        question
    }

    /// Begins to wait for the next message. What was typed in the meantime is part of it.
    pub fn listen(&mut self) {
        self.want(ReadRequest::AsTyped);
    }

    /// As [`Self::listen`], with `how` before the message where somebody sees it.
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
        // There is never more than one line wanted, so the queue of one is free.
        let _ = wanted.try_send(line);
    }

    /// The next line of a question; nothing when the person has gone. Waits for ever when no line is wanted.
    pub async fn line(&mut self) -> Option<String> {
        match self.typed().await {
            TypedLine::Line(line) => Some(line),
            TypedLine::Interrupt | TypedLine::Gone => None,
        }
    }

    /// What came of the line that is wanted.
    pub async fn typed(&mut self) -> TypedLine {
        let typed = self.lines.recv().await.unwrap_or(TypedLine::Gone);
        self.reading = false;
        self.no_echo = None;
        self.editing = None;
        typed
    }
}

/// Reads a line each time one is wanted, until nobody wants any.
fn read_wanted(wants: &mpsc::Receiver<ReadRequest>, to_lines: &answers::Sender<TypedLine>) {
    let mut editor = None;
    while let Ok(wanted) = wants.recv() {
        let typed = match wanted {
            ReadRequest::AsTyped => read_line().map_or(TypedLine::Gone, TypedLine::Line),
            ReadRequest::Edited(prompt) => prompt.recv().map_or(TypedLine::Gone, |prompt| edit(&mut editor, &prompt)),
        };
        if to_lines.blocking_send(typed).is_err() {
            return;
        }
    }
}

/// A message; the editor lasts as long as the conversation, for it knows what was written before.
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

/// The next line of standard input; nothing when there is none. Of one that is far too long, its beginning.
fn read_line() -> Option<String> {
    let mut input = std::io::stdin().lock();
    let mut line = Vec::new();
    let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line).ok()?;
    if read > 0 && line.last() != Some(&b'\n') {
        input.skip_until(b'\n').ok()?;
    }
    // What is no text is shown as such rather than lost with the rest of the line.
    (read > 0).then(|| String::from_utf8_lossy(&line).into_owned())
}

/// What a written answer means. `None` where it says nothing.
pub fn reply_from(question: &Question, written: &str) -> Option<PersonReply> {
    let text = written.trim();
    let word = text.to_lowercase();
    match question.kind {
        QuestionKind::Approval(_) | QuestionKind::Budget => Some(match word.as_str() {
            "y" | "yes" | "s" | "si" | "sí" => PersonReply::Yes,
            "" | "n" | "no" => PersonReply::No,
            _ => PersonReply::Text(text.to_owned()),
        }),
        QuestionKind::HandOver(shown) => match word.as_str() {
            "" if shown == Visibility::Nowhere => None,
            "" | "y" | "yes" | "s" | "si" | "sí" => Some(PersonReply::Yes),
            "n" | "no" => Some(PersonReply::No),
            _ => Some(PersonReply::Text(text.to_owned())),
        },
        // What is typed is none of a reply's: see [`Prompter::ask`].
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
