//! Reads what the person answers.
//!
//! Reading blocks until a line is there, so it happens on a thread that the program does not wait for when it ends.

use std::io::{BufRead as _, Read as _};
use std::sync::mpsc;

use rustix::termios::{QueueSelector, tcflush};
use tokio::sync::mpsc as answers;
use webhand_model::{Question, QuestionKind, Reply, Visibility};

use super::{Hush, Screen, Show};

/// Reads one line for each question.
#[derive(Debug)]
pub struct Prompter {
    wanted: Option<mpsc::SyncSender<()>>,
    lines: answers::Receiver<Option<String>>,
    to_lines: answers::Sender<Option<String>>,
    /// A line is being read; an answer to a question that was settled elsewhere would go to the next one.
    reading: bool,
    /// While what is typed is not shown.
    hush: Option<Hush>,
}

impl Prompter {
    pub fn new() -> Self {
        let (to_lines, lines) = answers::channel(1);
        Self { wanted: None, lines, to_lines, reading: false, hush: None }
    }

    /// Asks, and begins to wait for a line. What was typed before the question was there is no answer to it.
    pub fn ask(&mut self, screen: &Screen, question: Question) -> Question {
        let _ = tcflush(std::io::stdin(), QueueSelector::IFlush);
        if self.lines.try_recv().is_ok() {
            self.reading = false;
        }
        self.hush = matches!(question.kind, QuestionKind::Secret(_)).then(Hush::begin).and_then(Result::ok);
        screen.show(Show::Prompt(question.clone()));
        self.want_line();
        question
    }

    /// Begins to wait for the next message. What was typed in the meantime is part of it.
    pub fn listen(&mut self) {
        self.want_line();
    }

    fn want_line(&mut self) {
        if std::mem::replace(&mut self.reading, true) {
            return;
        }
        let to_lines = self.to_lines.clone();
        let wanted = self.wanted.get_or_insert_with(|| {
            let (wanted, wants) = mpsc::sync_channel(1);
            std::thread::spawn(move || {
                while wants.recv().is_ok() {
                    if to_lines.blocking_send(read_line()).is_err() {
                        return;
                    }
                }
            });
            wanted
        });
        // There is never more than one line wanted, so the queue of one is free.
        let _ = wanted.try_send(());
    }

    /// The next line; `None` inside when the person has gone. Waits for ever when no line is wanted.
    pub async fn line(&mut self) -> Option<String> {
        let line = self.lines.recv().await.flatten();
        self.reading = false;
        self.hush = None;
        line
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
pub fn reply_from(question: &Question, written: &str) -> Option<Reply> {
    let text = written.trim();
    let word = text.to_lowercase();
    match question.kind {
        QuestionKind::Approval(_) | QuestionKind::Budget => Some(match word.as_str() {
            "y" | "yes" | "s" | "si" | "sí" => Reply::Yes,
            "" | "n" | "no" => Reply::No,
            _ => Reply::Text(text.to_owned()),
        }),
        QuestionKind::HandOver(shown) => match word.as_str() {
            "" if shown == Visibility::Nowhere => None,
            "" | "y" | "yes" | "s" | "si" | "sí" => Some(Reply::Yes),
            "n" | "no" => Some(Reply::No),
            _ => Some(Reply::Text(text.to_owned())),
        },
        // What is typed is none of a reply's: see [`Prompter::ask`].
        QuestionKind::Secret(_) => Some(Reply::No),
        QuestionKind::Brain => {
            let chosen = word.parse::<usize>().ok().and_then(|number| question.options.get(number.checked_sub(1)?));
            match word.as_str() {
                "" => None,
                _ if chosen.is_some() => chosen.cloned().map(Reply::Text),
                "y" | "yes" | "s" | "si" | "sí" => Some(Reply::Yes),
                "n" | "no" => Some(Reply::No),
                _ => Some(Reply::Text(text.to_owned())),
            }
        }
    }
}

/// In bytes.
pub const LONGEST_LINE: u64 = 64 << 10;

#[cfg(test)]
mod tests;
