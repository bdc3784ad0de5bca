//! How the conversation looks: to a person in lines, to a program one JSON object for each message.

use anyhow::Result;
use serde_json::{Value, json};
use webhand_model::BrainAnswer;

use super::input::HELP;
use super::route::{MessageRoute, RouteChoice, RouteMode};
use super::{Chat, MessageResult};
use crate::display;
use crate::exit::{Exit, error_in_one_line};
use crate::run_job::{Unanswered, print_conclusion};
use crate::terminal::{self, LineKind, OutputStyle, ScreenLine, ScreenUpdate};

impl Chat {
    pub(super) fn welcome(&self) {
        if self.unanswered != Unanswered::AskAtTerminal {
            return;
        }
        let brain = display::one_line(&self.prepared.task.brain, 80);
        self.show_note(&format!("brain {brain} · /help for help, Ctrl-D to leave"));
    }

    /// Shows the route of a message, and what to write if that route is wrong.
    pub(super) fn announce(&self, choice: RouteChoice) {
        let other = match (choice.route, self.mode) {
            (MessageRoute::Words, RouteMode::Auto) if self.unanswered == Unanswered::AskAtTerminal => " · or /browse",
            (MessageRoute::Words | MessageRoute::Browser, _) => "",
        };
        self.show_note(&format!("{}: {}{other}", choice.route.in_words(), choice.reason.in_words()));
    }

    /// Shows the result of a message.
    pub(super) fn show_result(&self, message: &str, choice: RouteChoice, result: &Result<MessageResult>) {
        if self.style == OutputStyle::Json {
            self.screen.answer(result_json(message, choice, result).to_string());
            return;
        }
        match result {
            Ok(MessageResult::Run(conclusion)) => print_conclusion(&self.screen, self.style, conclusion),
            Ok(MessageResult::Words { streamed, took, answer }) => self.show_words(streamed, took, answer),
            Ok(MessageResult::Excuse(why)) => self.screen.answer(why.as_str()),
            Ok(MessageResult::Stopped(_)) => {
                self.screen.show(ScreenLine::new(LineKind::Note, "stopped; nothing of it is remembered"));
            }
            Err(error) => self.show_error(&format!("{}; /again tries once more", error_in_one_line(error))),
        }
    }

    fn show_words(&self, streamed: &str, took: &str, answer: &BrainAnswer) {
        let text = display::multi_line(&answer.text);
        if streamed.is_empty() {
            self.screen.answer(text);
        } else if streamed.trim() != answer.text.trim() {
            self.screen.show(ScreenLine::new(LineKind::Note, "that broke off; the whole answer is:"));
            self.screen.answer(text);
        }
        let spent = if answer.usage.tokens() > 0 { display::usage(&answer.usage) } else { String::new() };
        let totals = [took, &spent].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ");
        self.show_note(&totals);
    }

    /// Confirms a chat command.
    pub(super) fn show_confirmation(&self, line: &str, what: &str) {
        match self.style {
            OutputStyle::Json => self.screen.answer(confirmation_json(line, what).to_string()),
            OutputStyle::Stderr | OutputStyle::Stdout | OutputStyle::Quiet => self.show_note(what),
        }
    }

    /// Shows why a line is neither message nor command, and offers the line that was probably meant.
    pub(super) fn show_mistake(&self, line: &str, why: &str, meant: Option<&str>) {
        if self.style == OutputStyle::Json {
            let line = display::one_line(line, MOST_SHOWN);
            let objected =
                json!({"message": line, "exit": Exit::Usage.number(), "outcome": Exit::Usage.word(), "reason": why});
            self.screen.answer(objected.to_string());
            return;
        }
        let meant = meant.map(|meant| display::one_line(meant, MOST_SHOWN));
        let text = match meant {
            Some(meant) if self.unanswered == Unanswered::AskAtTerminal => format!("{why}; Enter alone means {meant}"),
            Some(meant) => format!("{why}; did you mean {meant}?"),
            None => format!("{why}; /help lists what there is"),
        };
        self.show_error(&text);
    }

    pub(super) fn help(&self, line: &str) {
        if self.style == OutputStyle::Json {
            let orders: serde_json::Map<_, _> =
                HELP.iter().map(|(form, does)| ((*form).to_owned(), json!(does))).collect();
            self.screen.answer(confirmation_json(line, &Value::Object(orders).to_string()).to_string());
            return;
        }
        self.show_note(self.mode.in_words());
        for (form, does) in HELP {
            self.screen.show(ScreenLine::new(LineKind::ToCopy, format!("  {form:<14}{does}")));
        }
    }

    fn show_note(&self, text: &str) {
        self.screen.show(ScreenLine::new(LineKind::About, text));
    }

    /// Shows an error, in quiet mode as well.
    fn show_error(&self, text: &str) {
        match self.style {
            OutputStyle::Quiet => terminal::print_error(text),
            OutputStyle::Stderr | OutputStyle::Stdout | OutputStyle::Json => {
                self.screen.show(ScreenLine::new(LineKind::Failed, text));
            }
        }
        self.screen.show(ScreenUpdate::wait(""));
    }
}

/// The JSON object for a message.
fn result_json(message: &str, choice: RouteChoice, result: &Result<MessageResult>) -> Value {
    let ended =
        |exit: Exit, field: &str, text: &str| json!({"exit": exit.number(), "outcome": exit.word(), field: text});
    let mut result = match result {
        Ok(MessageResult::Run(conclusion)) => conclusion.to_json(),
        Ok(MessageResult::Words { answer, .. }) => {
            let mut result = ended(Exit::Done, "answer", &answer.text);
            result["usage"] = serde_json::to_value(answer.usage).unwrap_or_default();
            result
        }
        Ok(MessageResult::Excuse(why)) => ended(Exit::Failed, "reason", why),
        Ok(MessageResult::Stopped(_)) => ended(Exit::Failed, "reason", "stopped"),
        Err(error) => ended(Exit::Failed, "reason", &error_in_one_line(error)),
    };
    result["message"] = message.into();
    result["in"] = choice.route.word().into();
    result["why"] = choice.reason.in_words().into();
    result
}

fn confirmation_json(line: &str, what: &str) -> Value {
    json!({"message": line.trim(), "exit": Exit::Done.number(), "outcome": Exit::Done.word(), "answer": what})
}

const MOST_SHOWN: usize = 200;
