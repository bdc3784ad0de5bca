//! How the conversation looks: to a person in lines, to a program one JSON object for each message.

use anyhow::Result;
use serde_json::{Value, json};
use webhand_model::BrainAnswer;

use super::order::HELP;
use super::way::{Mode, Taken, Way};
use super::{Came, Chat};
use crate::exit::{Exit, in_words};
use crate::terminal::{self, Line, Mark, Show, Style};
use crate::words;
use crate::work::{Rest, show_end};

impl Chat {
    pub(super) fn welcome(&self) {
        if self.rest != Rest::Terminal {
            return;
        }
        let brain = words::shown(&self.prepared.task.brain, 80);
        self.about(&format!("brain {brain} · /help for help, Ctrl-D to leave"));
    }

    /// Says how a message is taken, and what to write if that is wrong.
    pub(super) fn announce(&self, taken: Taken) {
        let other = match (taken.way, self.mode) {
            (Way::Words, Mode::Auto) if self.rest == Rest::Terminal => " · or /browse",
            (Way::Words | Way::Browser, _) => "",
        };
        self.about(&format!("{}: {}{other}", taken.way.in_words(), taken.because.in_words()));
    }

    /// What became of a message.
    pub(super) fn tell(&self, message: &str, taken: Taken, came: &Result<Came>) {
        if self.style == Style::Json {
            self.screen.answer(for_programs(message, taken, came).to_string());
            return;
        }
        match came {
            Ok(Came::Run(conclusion)) => show_end(&self.screen, self.style, conclusion),
            Ok(Came::Words { streamed, took, answer }) => self.tell_words(streamed, took, answer),
            Ok(Came::Excuse(why)) => self.screen.answer(why.as_str()),
            Ok(Came::Stopped(_)) => self.screen.show(Line::new(Mark::Note, "stopped; nothing of it is remembered")),
            Err(error) => self.complain(&format!("{}; /again tries once more", in_words(error))),
        }
    }

    fn tell_words(&self, streamed: &str, took: &str, answer: &BrainAnswer) {
        let text = words::lines(&answer.text);
        if streamed.is_empty() {
            self.screen.answer(text);
        } else if streamed.trim() != answer.text.trim() {
            self.screen.show(Line::new(Mark::Note, "that broke off; the whole answer is:"));
            self.screen.answer(text);
        }
        let spent = if answer.usage.tokens() > 0 { words::usage(&answer.usage) } else { String::new() };
        let told = [took, &spent].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ");
        self.about(&told);
    }

    /// An order was carried out.
    pub(super) fn obey(&self, line: &str, what: &str) {
        match self.style {
            Style::Json => self.screen.answer(obeyed(line, what).to_string()),
            Style::Beside | Style::Aloud | Style::Quiet => self.about(what),
        }
    }

    /// A line that means nothing here; what was probably meant is offered.
    pub(super) fn object(&self, line: &str, why: &str, meant: Option<&str>) {
        if self.style == Style::Json {
            let line = words::shown(line, MOST_SHOWN);
            let objected =
                json!({"message": line, "exit": Exit::Usage.number(), "outcome": Exit::Usage.word(), "reason": why});
            self.screen.answer(objected.to_string());
            return;
        }
        let meant = meant.map(|meant| words::shown(meant, MOST_SHOWN));
        let told = match meant {
            Some(meant) if self.rest == Rest::Terminal => format!("{why}; Enter alone means {meant}"),
            Some(meant) => format!("{why}; did you mean {meant}?"),
            None => format!("{why}; /help lists what there is"),
        };
        self.complain(&told);
    }

    pub(super) fn help(&self, line: &str) {
        if self.style == Style::Json {
            let orders: serde_json::Map<_, _> =
                HELP.iter().map(|(form, does)| ((*form).to_owned(), json!(does))).collect();
            self.screen.answer(obeyed(line, &Value::Object(orders).to_string()).to_string());
            return;
        }
        self.about(self.mode.in_words());
        for (form, does) in HELP {
            self.screen.show(Line::new(Mark::ToCopy, format!("  {form:<14}{does}")));
        }
    }

    fn about(&self, text: &str) {
        self.screen.show(Line::new(Mark::About, text));
    }

    /// Says what went wrong, also to who wants to hear nothing else.
    fn complain(&self, text: &str) {
        match self.style {
            Style::Quiet => terminal::complain(text),
            Style::Beside | Style::Aloud | Style::Json => self.screen.show(Line::new(Mark::Failed, text)),
        }
        self.screen.show(Show::wait(""));
    }
}

/// The one object for a message.
fn for_programs(message: &str, taken: Taken, came: &Result<Came>) -> Value {
    let ended =
        |exit: Exit, field: &str, text: &str| json!({"exit": exit.number(), "outcome": exit.word(), field: text});
    let mut result = match came {
        Ok(Came::Run(conclusion)) => conclusion.result(),
        Ok(Came::Words { answer, .. }) => {
            let mut result = ended(Exit::Done, "answer", &answer.text);
            result["usage"] = serde_json::to_value(answer.usage).unwrap_or_default();
            result
        }
        Ok(Came::Excuse(why)) => ended(Exit::Failed, "reason", why),
        Ok(Came::Stopped(_)) => ended(Exit::Failed, "reason", "stopped"),
        Err(error) => ended(Exit::Failed, "reason", &in_words(error)),
    };
    result["message"] = message.into();
    result["in"] = taken.way.word().into();
    result["why"] = taken.because.in_words().into();
    result
}

fn obeyed(line: &str, what: &str) -> Value {
    json!({"message": line.trim(), "exit": Exit::Done.number(), "outcome": Exit::Done.word(), "answer": what})
}

const MOST_SHOWN: usize = 200;
