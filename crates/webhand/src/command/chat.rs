//! `webhand chat`: a conversation. What needs the browser is done there as `webhand run` would, in one browser for all
//! messages; the rest is answered in words.
//!
//! Invariant: whatever becomes of a message, the conversation goes on until the person leaves it; then nothing is left
//! running.

mod browse;
mod memory;
mod order;
mod talk;
mod tell;
mod way;

use std::sync::Arc;

use anyhow::Result;
use webhand_model::BrainAnswer;

use self::browse::Workplace;
use self::memory::Memory;
use self::order::Order;
use self::way::{Because, Mode, Taken, Way};
use super::Prepared;
use super::run::{rest, style};
use crate::cli::{Everywhere, WorkArgs};
use crate::exit::Exit;
use crate::home::Home;
use crate::settings::SettingsFile;
use crate::terminal::{LONGEST_LINE, Line, Mark, Prompter, Screen, Show, Style, Typed};
use crate::work::{Conclusion, Rest, Signal, Signals, Stop};

pub async fn carry_out(everywhere: &Everywhere, args: &WorkArgs) -> Result<Exit> {
    let settings = SettingsFile::find()?.settings()?;
    let (style, rest) = (style(everywhere), rest(everywhere));
    let prepared = Prepared::read("", args, &settings, rest)?;
    let mut chat = Chat {
        // To name a page to begin on is to begin in the browser.
        at: prepared.task.start.as_ref().map(|_| Way::Browser),
        style,
        rest,
        yes: args.yes,
        home: Home::find(everywhere.data_dir.as_deref())?,
        prepared,
        screen: Arc::new(Screen::open(style)),
        signals: Signals::listen(),
        prompter: Prompter::new(),
        memory: Memory::default(),
        mode: Mode::default(),
        last: None,
        meant: None,
        place: None,
    };
    chat.welcome();
    while let Some(line) = chat.next_line().await {
        if chat.take(&line).await == Next::Leave {
            break;
        }
    }
    if let Some(place) = chat.place.take() {
        place.close().await;
    }
    Ok(Exit::Done)
}

/// A conversation.
struct Chat {
    style: Style,
    rest: Rest,
    yes: bool,
    home: Home,
    prepared: Prepared,
    screen: Arc<Screen>,
    signals: Signals,
    prompter: Prompter,
    memory: Memory,
    mode: Mode,
    /// Where the conversation is.
    at: Option<Way>,
    /// The last message, and the way it went.
    last: Option<(String, Taken)>,
    /// The line that was probably meant by the last one; Enter alone means yes.
    meant: Option<String>,
    place: Option<Workplace>,
}

/// What became of a message.
enum Came {
    Run(Conclusion),
    Words {
        /// What the person has read of it already.
        streamed: String,
        took: String,
        answer: BrainAnswer,
    },
    /// It cannot be done in this conversation, and why.
    Excuse(String),
    /// Nobody wanted to hear the rest.
    Stopped(Next),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Listen,
    Leave,
}

impl Chat {
    /// The next line of the person; nothing when they leave.
    async fn next_line(&mut self) -> Option<String> {
        let mut warned = false;
        loop {
            match self.rest {
                Rest::Terminal => self.prompter.invite(&self.screen, self.mode.sign()),
                Rest::Park | Rest::Decline => self.prompter.listen(),
            }
            let signal = tokio::select! {
                typed = self.prompter.typed() => match typed {
                    Typed::Line(line) => {
                        self.screen.show(Show::Typed);
                        return Some(line);
                    }
                    Typed::Interrupt => Signal::Interrupt,
                    Typed::Gone => return None,
                },
                signal = self.signals.next() => signal,
            };
            self.signals.forgive();
            match signal {
                Signal::Terminate => return None,
                Signal::Interrupt if warned || self.rest != Rest::Terminal => return None,
                Signal::Interrupt => {
                    warned = true;
                    self.screen.show(Line::new(Mark::About, "Ctrl-C again leaves, and so does Ctrl-D"));
                }
                Signal::TakeOver => {}
            }
        }
    }

    async fn take(&mut self, line: &str) -> Next {
        if line.len() as u64 >= LONGEST_LINE {
            self.object(line, &format!("a message has at most {} KiB; nothing was done", LONGEST_LINE >> 10), None);
            return Next::Listen;
        }
        let meant = self.meant.take();
        let order = match (Order::read(line), meant) {
            (Order::Nothing, Some(meant)) => Order::read(&meant),
            (order, _) => order,
        };
        match order {
            Order::Nothing => {}
            Order::Message(text) => {
                return self.answer(&text, self.mode.take(&text, self.at, self.prepared.brain.talks())).await;
            }
            Order::By(way, text) => return self.answer(&text, Taken { way, because: Because::Said }).await,
            Order::Again => match self.last.clone() {
                Some((text, taken)) => return self.answer(&text, taken).await,
                None => self.object(line, "there was no message yet", None),
            },
            Order::Mode(mode) => {
                self.mode = mode;
                self.obey(line, mode.in_words());
            }
            Order::New => {
                self.memory.forget();
                self.at = None;
                self.obey(line, "what was said before is forgotten");
            }
            Order::Help => self.help(line),
            Order::Quit => return Next::Leave,
            Order::Wrong { why, meant } => {
                self.object(line, &why, meant.as_deref());
                self.meant = meant;
            }
        }
        Next::Listen
    }

    /// Takes a message the way it is meant to go, and tells what became of it.
    async fn answer(&mut self, message: &str, taken: Taken) -> Next {
        self.last = Some((message.to_owned(), taken));
        if taken.moves_there() {
            self.at = Some(taken.way);
        }
        self.announce(taken);
        let came = match taken.way {
            Way::Browser => self.browse(message).await,
            Way::Words => self.talk(message).await,
        };
        // What Ctrl-C was for is over.
        self.signals.forgive();
        self.remember(message, &came);
        self.tell(message, taken, &came);
        match came {
            Ok(Came::Run(conclusion)) if conclusion.stop == Stop::Interrupted => Next::Leave,
            Ok(Came::Stopped(next)) => next,
            Ok(_) | Err(_) => Next::Listen,
        }
    }

    fn remember(&mut self, message: &str, came: &Result<Came>) {
        match came {
            Ok(Came::Run(conclusion)) => {
                self.memory.add(message, &conclusion.in_a_sentence(), conclusion.read_on.iter().cloned());
            }
            Ok(Came::Words { answer, .. }) => {
                let read_on = self.memory.read_on();
                self.memory.add(message, &answer.text, read_on);
            }
            Ok(Came::Excuse(_) | Came::Stopped(_)) | Err(_) => {}
        }
    }
}
