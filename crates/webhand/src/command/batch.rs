//! `webhand batch`: several verbs in one session, until one of them fails.

use std::io::{self, BufRead as _};

use anyhow::{Context as _, Result, bail};
use clap::parser::ValueSource;
use clap::{ArgMatches, FromArgMatches as _};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use webhand_model::find_spec;
use webhand_wire::agent::MessageId;

use super::verb::{SessionClient, print_failure};
use crate::cli::{GlobalArgs, SessionArgs, SessionTermsArgs, in_one_line};
use crate::display;
use crate::exit::{Exit, UsageError};
use crate::terminal;
use crate::verb_syntax::{VerbCall, commands, named_command};

pub fn run_batch(global: &GlobalArgs, args: &SessionArgs) -> Exit {
    let mut lines = io::stdin().lock().lines();
    let mut number = 0;
    let mut client = None;
    while let Some(line) = lines.next() {
        number += 1;
        let id = line.as_deref().ok().and_then(own_id).unwrap_or(MessageId::Number(number));
        let done = run_line(line, id.clone(), global, args, &mut client);
        let exit = done.unwrap_or_else(|error| print_failure(id, &error, global.json));
        if exit != Exit::Done {
            let left: Vec<String> = lines.map_while(Result::ok).filter(|line| !is_empty(line)).collect();
            print_stopped(global, number, &left);
            return exit;
        }
    }
    Exit::Done
}

fn run_line(
    line: io::Result<String>,
    id: MessageId,
    global: &GlobalArgs,
    args: &SessionArgs,
    client: &mut Option<SessionClient>,
) -> Result<Exit> {
    let line = line.context("cannot read standard input")?;
    if is_empty(&line) {
        return Ok(Exit::Done);
    }
    let BatchStep { verb, seconds, then_look } = BatchStep::parse(&line, args)?;
    let client = match client {
        Some(client) => client,
        None => client.insert(SessionClient::open(global, args)?),
    };
    if !global.json && !global.quiet {
        terminal::print_line(&format!("> {}", display::one_line(&line, 200)));
    }
    client.with_id(id).call(&verb, seconds, then_look)
}

fn is_empty(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with('#')
}

/// The call that one line asks for.
#[derive(Debug, PartialEq)]
struct BatchStep {
    verb: VerbCall,
    seconds: u64,
    then_look: bool,
}

/// A line as programs write it: the same JSON as a message of the WebSocket.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonLine {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    params: Map<String, Value>,
    #[serde(default)]
    id: Option<MessageId>,
}

/// The id that a line gives itself; a line without one is known by its number.
fn own_id(line: &str) -> Option<MessageId> {
    serde_json::from_str::<JsonLine>(line).ok()?.id
}

impl BatchStep {
    fn parse(line: &str, args: &SessionArgs) -> Result<Self> {
        if line.trim_start().starts_with('{') { Self::from_json(line, args) } else { Self::from_words(line, args) }
    }

    fn from_json(line: &str, args: &SessionArgs) -> Result<Self> {
        let message: JsonLine =
            serde_json::from_str(line).map_err(|error| UsageError(format!("not a message: {error}")))?;
        // The session answers an unknown action with the names of similar ones.
        let class = find_spec(&message.kind).map_or(webhand_model::ActionClass::Read, |spec| spec.class);
        let verb = VerbCall { name: message.kind, params: message.params, class, file: None };
        Ok(Self { verb, seconds: args.timeout, then_look: args.then_look })
    }

    fn from_words(line: &str, args: &SessionArgs) -> Result<Self> {
        let words = shlex::split(line)
            .ok_or_else(|| UsageError("a quote is not closed, or nothing stands behind the last \\".to_owned()))?;
        // A line may begin with the name of the program, as in a shell.
        let words: Vec<String> = words.into_iter().skip_while(|word| word == "webhand").collect();
        let behind = words.iter().skip(1).map(String::as_str);
        let verb = words.first().and_then(|name| named_command(name, behind));
        let parser = clap::Command::new("webhand").no_binary_name(true).subcommand_required(true);
        let parser = match verb {
            Some(verb) => parser.subcommand(verb),
            None => parser.subcommands(commands()),
        };
        let matches = parser.try_get_matches_from(words).map_err(|error| UsageError(in_one_line(&error)))?;
        let (name, behind) = matches.subcommand().context("a line without a verb")?;
        let own = SessionArgs::from_arg_matches(behind).map_err(|error| UsageError(in_one_line(&error)))?;
        if is_given(behind, "session") || own.terms != SessionTermsArgs::default() {
            bail!(UsageError("the session is named behind `webhand batch`, and is the same for all lines".to_owned()));
        }
        let verb = VerbCall::from_matches(name, behind).context("a line without a verb")?;
        let seconds = if is_given(behind, "timeout") { own.timeout } else { args.timeout };
        Ok(Self { verb, seconds, then_look: own.then_look || args.then_look })
    }
}

fn is_given(matches: &ArgMatches, argument: &str) -> bool {
    matches.value_source(argument) == Some(ValueSource::CommandLine)
}

/// Prints which line failed, and which lines were not run because of it.
fn print_stopped(global: &GlobalArgs, number: i64, left: &[String]) {
    if global.json {
        terminal::print_line(&json!({"stopped": {"line": number, "not_run": left}}).to_string());
        return;
    }
    terminal::print_note(&format!("stopped at line {number}; {} not run", display::count(left.len() as u64, "line")));
    for line in left.iter().take(MOST_SHOWN) {
        terminal::print_note(&format!("  {}", display::one_line(line, 120)));
    }
}

const MOST_SHOWN: usize = 10;

#[cfg(test)]
mod tests;
