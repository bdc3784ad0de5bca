//! `webhand chat`: a conversation. A message that needs the browser becomes a run as in `webhand run`, in one browser for
//! all messages; any other message is answered in words.
//!
//! Invariant: a failed message does not end the conversation. When the person leaves, nothing is left running.

mod answer_in_words;
mod browse;
mod history;
mod input;
mod output;
mod route;

use std::sync::Arc;

use anyhow::Result;
use webhand_model::BrainAnswer;

use self::browse::ChatBrowser;
use self::history::ChatHistory;
use self::input::ChatInput;
use self::route::{MessageRoute, RouteChoice, RouteMode, RouteReason};
use super::PreparedTask;
use super::interaction::{output_style, unanswered_policy};
use crate::cli::{GlobalArgs, TaskArgs};
use crate::data_dir::DataDir;
use crate::exit::Exit;
use crate::run_job::{Conclusion, JobEnd, Unanswered};
use crate::settings::SettingsFile;
use crate::signals::{Signal, Signals};
use crate::terminal::{LONGEST_LINE, LineKind, OutputStyle, Prompter, Screen, ScreenLine, ScreenUpdate, TypedLine};

pub async fn run_chat(global: &GlobalArgs, args: &TaskArgs) -> Result<Exit> {
    let settings = SettingsFile::find()?.settings()?;
    let (style, unanswered) = (output_style(global), unanswered_policy(global));
    let prepared = PreparedTask::from_args("", args, &settings, unanswered)?;
    // Before the terminal is changed, so that a signal always finds somebody who puts it back.
    let signals = Signals::listen();
    let mut chat = Chat {
        // A start page on the command line means that the conversation begins in the browser.
        at: prepared.task.start.as_ref().map(|_| MessageRoute::Browser),
        style,
        unanswered,
        yes: args.yes,
        data_dir: DataDir::find(global.data_dir.as_deref())?,
        prepared,
        screen: Arc::new(Screen::open(style)),
        signals,
        prompter: Prompter::new(),
        history: ChatHistory::default(),
        mode: RouteMode::default(),
        last: None,
        meant: None,
        browser: None,
    };
    chat.welcome();
    while let Some(line) = chat.next_line().await {
        if chat.handle_line(&line).await == AfterMessage::Leave {
            break;
        }
    }
    if let Some(chat_browser) = chat.browser.take() {
        chat_browser.close().await;
    }
    Ok(Exit::Done)
}

/// The state of a conversation.
struct Chat {
    style: OutputStyle,
    unanswered: Unanswered,
    yes: bool,
    data_dir: DataDir,
    prepared: PreparedTask,
    screen: Arc<Screen>,
    signals: Signals,
    prompter: Prompter,
    history: ChatHistory,
    mode: RouteMode,
    /// The route of the conversation so far.
    at: Option<MessageRoute>,
    /// The last message and its route.
    last: Option<(String, RouteChoice)>,
    /// The line that was probably meant by a mistyped one; Enter alone accepts it.
    meant: Option<String>,
    browser: Option<ChatBrowser>,
}

/// The result of a message.
enum MessageResult {
    Run(Conclusion),
    Words {
        /// The part that was already shown while it came in.
        streamed: String,
        took: String,
        answer: BrainAnswer,
    },
    /// The message cannot be handled in this conversation, and why.
    Excuse(String),
    /// The person or the system stopped the answer.
    Stopped(AfterMessage),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AfterMessage {
    Listen,
    Leave,
}

impl Chat {
    /// The next line of the person; `None` when they leave.
    async fn next_line(&mut self) -> Option<String> {
        let mut warned = false;
        loop {
            match self.unanswered {
                Unanswered::AskAtTerminal => self.prompter.invite(&self.screen, self.mode.sign()),
                Unanswered::Park | Unanswered::Decline => self.prompter.listen(),
            }
            let signal = tokio::select! {
                typed = self.prompter.typed() => match typed {
                    TypedLine::Line(line) => {
                        self.screen.show(ScreenUpdate::Typed);
                        return Some(line);
                    }
                    TypedLine::Interrupt => Signal::Interrupt,
                    TypedLine::Gone => return None,
                },
                signal = self.signals.next() => signal,
            };
            self.signals.forget_interrupt();
            match signal {
                Signal::Terminate => return None,
                Signal::Interrupt if warned || self.unanswered != Unanswered::AskAtTerminal => return None,
                Signal::Interrupt => {
                    warned = true;
                    self.screen.show(ScreenLine::new(LineKind::About, "Ctrl-C again leaves, and so does Ctrl-D"));
                }
                Signal::TakeOver => {}
            }
        }
    }

    async fn handle_line(&mut self, line: &str) -> AfterMessage {
        if line.len() as u64 >= LONGEST_LINE {
            self.show_mistake(
                line,
                &format!("a message has at most {} KiB; nothing was done", LONGEST_LINE >> 10),
                None,
            );
            return AfterMessage::Listen;
        }
        let meant = self.meant.take();
        let order = match (ChatInput::parse(line), meant) {
            (ChatInput::Nothing, Some(meant)) => ChatInput::parse(&meant),
            (order, _) => order,
        };
        match order {
            ChatInput::Nothing => {}
            ChatInput::Message(text) => {
                return self.answer(&text, self.mode.choose(&text, self.at, self.prepared.brain.talks())).await;
            }
            ChatInput::By(route, text) => {
                return self.answer(&text, RouteChoice { route, reason: RouteReason::Said }).await;
            }
            ChatInput::Again => match self.last.clone() {
                Some((text, choice)) => return self.answer(&text, choice).await,
                None => self.show_mistake(line, "there was no message yet", None),
            },
            ChatInput::Mode(mode) => {
                self.mode = mode;
                self.show_confirmation(line, mode.in_words());
            }
            ChatInput::New => {
                self.history.forget();
                self.at = None;
                self.show_confirmation(line, "what was said before is forgotten");
            }
            ChatInput::Help => self.help(line),
            ChatInput::Quit => return AfterMessage::Leave,
            ChatInput::Wrong { why, meant } => {
                self.show_mistake(line, &why, meant.as_deref());
                self.meant = meant;
            }
        }
        AfterMessage::Listen
    }

    /// Handles a message by its route, and shows the result.
    async fn answer(&mut self, message: &str, choice: RouteChoice) -> AfterMessage {
        self.last = Some((message.to_owned(), choice));
        if choice.moves_conversation() {
            self.at = Some(choice.route);
        }
        self.announce(choice);
        let result = match choice.route {
            MessageRoute::Browser => self.browse(message).await,
            MessageRoute::Words => self.answer_in_words(message).await,
        };
        // The message that Ctrl-C interrupted is over.
        self.signals.forget_interrupt();
        self.remember(message, &result);
        self.show_result(message, choice, &result);
        match result {
            Ok(MessageResult::Run(conclusion)) if conclusion.stop == JobEnd::Interrupted => AfterMessage::Leave,
            Ok(MessageResult::Stopped(next)) => next,
            Ok(_) | Err(_) => AfterMessage::Listen,
        }
    }

    fn remember(&mut self, message: &str, result: &Result<MessageResult>) {
        match result {
            Ok(MessageResult::Run(conclusion)) => {
                self.history.add(message, &conclusion.in_one_sentence(), conclusion.read_on.iter().cloned());
            }
            Ok(MessageResult::Words { answer, .. }) => {
                let read_on = self.history.read_on();
                self.history.add(message, &answer.text, read_on);
            }
            Ok(MessageResult::Excuse(_) | MessageResult::Stopped(_)) | Err(_) => {}
        }
    }
}
