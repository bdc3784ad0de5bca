//! `webhand batch`: several verbs in one session, until one of them does not happen.

use std::io::{self, BufRead as _};

use anyhow::{Context as _, Result, bail};
use clap::parser::ValueSource;
use clap::{ArgMatches, FromArgMatches as _};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use webhand_model::find_spec;
use webhand_wire::agent::MessageId;

use super::verb::{Talk, excuse};
use crate::cli::{Everywhere, SessionArgs, TermsArgs, in_one_line};
use crate::exit::{Exit, Usage};
use crate::terminal;
use crate::verb::{Said, commands, named_command};
use crate::words;

pub fn carry_out(everywhere: &Everywhere, args: &SessionArgs) -> Exit {
    let mut lines = io::stdin().lock().lines();
    let mut number = 0;
    let mut talk = None;
    while let Some(line) = lines.next() {
        number += 1;
        let id = line.as_deref().ok().and_then(own_id).unwrap_or(MessageId::Number(number));
        let done = one_line(line, id.clone(), everywhere, args, &mut talk);
        let exit = done.unwrap_or_else(|error| excuse(id, &error, everywhere.json));
        if exit != Exit::Done {
            let left: Vec<String> = lines.map_while(Result::ok).filter(|line| !is_empty(line)).collect();
            say_stopped(everywhere, number, &left);
            return exit;
        }
    }
    Exit::Done
}

fn one_line(
    line: io::Result<String>,
    id: MessageId,
    everywhere: &Everywhere,
    args: &SessionArgs,
    talk: &mut Option<Talk>,
) -> Result<Exit> {
    let line = line.context("cannot read standard input")?;
    if is_empty(&line) {
        return Ok(Exit::Done);
    }
    let Step { said, seconds, then_look } = Step::read(&line, args)?;
    let talk = match talk {
        Some(talk) => talk,
        None => talk.insert(Talk::begin(everywhere, args)?),
    };
    if !everywhere.json && !everywhere.quiet {
        terminal::print(&format!("> {}", words::shown(&line, 200)));
    }
    talk.under(id).say(&said, seconds, then_look)
}

fn is_empty(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with('#')
}

/// What one line asks for.
#[derive(Debug, PartialEq)]
struct Step {
    said: Said,
    seconds: u64,
    then_look: bool,
}

/// A line for programs; the same as a message of the WebSocket.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Message {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    params: Map<String, Value>,
    #[serde(default)]
    id: Option<MessageId>,
}

/// The id a line gives itself; others go by their number.
fn own_id(line: &str) -> Option<MessageId> {
    serde_json::from_str::<Message>(line).ok()?.id
}

impl Step {
    fn read(line: &str, args: &SessionArgs) -> Result<Self> {
        if line.trim_start().starts_with('{') { Self::from_json(line, args) } else { Self::from_words(line, args) }
    }

    fn from_json(line: &str, args: &SessionArgs) -> Result<Self> {
        let message: Message = serde_json::from_str(line).map_err(|error| Usage(format!("not a message: {error}")))?;
        // An unknown action is answered by the session, with the nearest ones.
        let class = find_spec(&message.kind).map_or(webhand_model::ActionClass::Read, |spec| spec.class);
        let said = Said { name: message.kind, params: message.params, class, file: None };
        Ok(Self { said, seconds: args.timeout, then_look: args.then_look })
    }

    fn from_words(line: &str, args: &SessionArgs) -> Result<Self> {
        let words = shlex::split(line)
            .ok_or_else(|| Usage("a quote is not closed, or nothing stands behind the last \\".to_owned()))?;
        // The name of the program may stand there as it does in a shell.
        let words: Vec<String> = words.into_iter().skip_while(|word| word == "webhand").collect();
        let behind = words.iter().skip(1).map(String::as_str);
        let verb = words.first().and_then(|name| named_command(name, behind));
        let parser = clap::Command::new("webhand").no_binary_name(true).subcommand_required(true);
        let parser = match verb {
            Some(verb) => parser.subcommand(verb),
            None => parser.subcommands(commands()),
        };
        let matches = parser.try_get_matches_from(words).map_err(|error| Usage(in_one_line(&error)))?;
        let (name, behind) = matches.subcommand().context("a line without a verb")?;
        let own = SessionArgs::from_arg_matches(behind).map_err(|error| Usage(in_one_line(&error)))?;
        if is_given(behind, "session") || own.terms != TermsArgs::default() {
            bail!(Usage("the session is named behind `webhand batch`, and is the same for all lines".to_owned()));
        }
        let said = Said::read(name, behind).context("a line without a verb")?;
        let seconds = if is_given(behind, "timeout") { own.timeout } else { args.timeout };
        Ok(Self { said, seconds, then_look: own.then_look || args.then_look })
    }
}

fn is_given(matches: &ArgMatches, argument: &str) -> bool {
    matches.value_source(argument) == Some(ValueSource::CommandLine)
}

/// Which line it was, and what was not run because of it.
fn say_stopped(everywhere: &Everywhere, number: i64, left: &[String]) {
    if everywhere.json {
        terminal::print(&json!({"stopped": {"line": number, "not_run": left}}).to_string());
        return;
    }
    terminal::remark(&format!("stopped at line {number}; {} not run", words::count(left.len() as u64, "line")));
    for line in left.iter().take(MOST_SHOWN) {
        terminal::remark(&format!("  {}", words::shown(line, 120)));
    }
}

const MOST_SHOWN: usize = 10;

#[cfg(test)]
mod tests;
