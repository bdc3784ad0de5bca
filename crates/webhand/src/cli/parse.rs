//! Parses the command line: commands defined with clap derive, and verbs generated from the catalogue.

use std::cell::LazyCell;
use std::env::VarError;
use std::ffi::OsString;
use std::io::Write as _;
use std::path::PathBuf;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, Args as _, Command, CommandFactory as _, FromArgMatches as _};

use super::session::{SESSION_VARIABLE, USUAL_SESSION};
use super::{Cli, GlobalArgs, HOME_VARIABLE, SessionArgs, help_text, parse_error};
use crate::terminal;
use crate::verb_syntax::{self, PlainVerb, VerbCall};

/// A parsed command line.
#[derive(Debug)]
pub enum CommandLine {
    Command(Box<Cli>),
    Verb(Box<VerbCommand>),
}

/// One action in a session.
#[derive(Debug)]
pub struct VerbCommand {
    pub global: GlobalArgs,
    pub session: SessionArgs,
    pub call: VerbCall,
}

impl CommandLine {
    /// Parses the program's arguments; prints help or an error and exits where they are no command.
    pub fn read() -> Self {
        let words: Vec<_> = std::env::args_os().collect();
        Self::parse(words.clone()).unwrap_or_else(|error| {
            let command = words.get(options_before_the_command(&words) + 1).and_then(|word| word.to_str());
            if let Some(answer) = parse_error::for_programs(&error, &words, command) {
                terminal::print_line(&answer);
            }
            if let Some(help) = help_instead(&error) {
                // A closed standard error leaves no way to report this.
                let _ = write!(anstream::stderr(), "{}", help.ansi());
                std::process::exit(error.exit_code());
            }
            with_names_only(error).exit()
        })
    }

    pub(super) fn parse(words: Vec<OsString>) -> Result<Self, clap::Error> {
        match VerbCommand::parse_plain(&words) {
            Some(verb) => Ok(Self::Verb(Box::new(verb))),
            None => Self::parse_whole(words),
        }
    }

    /// Parses with clap, which knows every form.
    pub(super) fn parse_whole(mut words: Vec<OsString>) -> Result<Self, clap::Error> {
        let leading = options_before_the_command(&words);
        // An option means the same before and after its command; clap wants it after.
        if let Some(upto_command) = words.get_mut(1..leading + 2) {
            upto_command.rotate_right(1);
        }
        let parser = || {
            let behind = words.iter().skip(2).filter_map(|word| word.to_str());
            let verb = words.get(1).and_then(|word| verb_syntax::named_command(word.to_str()?, behind));
            verb.map_or_else(whole, alone)
        };
        let read = parser().try_get_matches_from(&words);
        Self::from_matches(&mut read.or_else(|error| parse_without_variables(error, parser(), &words))?)
    }

    fn from_matches(matches: &mut ArgMatches) -> Result<Self, clap::Error> {
        let verb =
            matches.subcommand().and_then(|(name, behind)| Some((VerbCall::from_matches(name, behind)?, behind)));
        let Some((call, behind)) = verb else {
            return Ok(Self::Command(Box::new(Cli::from_arg_matches_mut(matches)?)));
        };
        let global = GlobalArgs::from_arg_matches(behind)?;
        let session = SessionArgs::from_arg_matches(behind)?;
        Ok(Self::Verb(Box::new(VerbCommand { global, session, call })))
    }
}

impl VerbCommand {
    /// Parses a verb in its usual form without clap.
    pub(super) fn parse_plain(words: &[OsString]) -> Option<Self> {
        let PlainVerb { call, session, then_look, json } = verb_syntax::parse_plain_verb(words.get(1..)?)?;
        let session = match session {
            Some(session) => session,
            None => variable_value(SESSION_VARIABLE)?.unwrap_or_else(|| USUAL_SESSION.to_owned()),
        };
        let data_dir = variable_value(HOME_VARIABLE)?.map(PathBuf::from);
        let global = GlobalArgs { data_dir, json, quiet: false, verbose: 0 };
        Some(Self { global, session: SessionArgs { then_look, ..SessionArgs::for_session(session) }, call })
    }
}

/// The value of a variable; `None` where clap has to explain what is wrong with the value.
#[expect(clippy::option_option, reason = "a variable that is not set is as good as one that is")]
fn variable_value(variable: &str) -> Option<Option<String>> {
    match std::env::var(variable) {
        Ok(value) if value.is_empty() => None,
        Ok(value) => Some(Some(value)),
        Err(VarError::NotPresent) => Some(None),
        Err(VarError::NotUnicode(_)) => None,
    }
}

/// Parses again without variables after an error. Clap treats an option that a variable sets as one on the command line:
/// it can conflict with others and appears in error messages. The second parse shows only mistakes in the arguments
/// themselves, and succeeds where there are none.
fn parse_without_variables(error: clap::Error, parser: Command, words: &[OsString]) -> Result<ArgMatches, clap::Error> {
    match without_variables(parser).try_get_matches_from(words) {
        Ok(matches) if error.kind() == ErrorKind::ArgumentConflict => Ok(matches),
        Err(same) if same.kind() == error.kind() => Err(same),
        Err(_) | Ok(_) => Err(error),
    }
}

fn without_variables(command: Command) -> Command {
    command.mut_args(|arg| arg.env(None)).mut_subcommands(without_variables)
}

/// How many words before the command are options of verbs and their values. Any other word stays in its place, and clap
/// explains it.
fn options_before_the_command(words: &[OsString]) -> usize {
    let known = LazyCell::new(|| SessionArgs::augment_args(GlobalArgs::augment_args(Command::new("webhand"))));
    let taken_by = |word: &OsString| -> Option<usize> {
        let option = word.to_str()?.strip_prefix("--")?;
        let (name, is_whole) = option.split_once('=').map_or((option, false), |(name, _)| (name, true));
        let arg = known.get_arguments().find(|arg| arg.get_long() == Some(name))?;
        Some(if arg.get_action().takes_values() && !is_whole { 2 } else { 1 })
    };
    let mut counted = 0;
    while let Some(taken) = words.get(counted + 1).and_then(taken_by) {
        counted += taken;
    }
    counted
}

/// The whole command line, with help for this terminal.
pub fn whole() -> Command {
    whole_at(help_text::terminal_width())
}

/// The whole command line, with help for a terminal of this width.
pub(super) fn whole_at(width: usize) -> Command {
    let commands = Cli::command();
    let template = help_text::template(&commands, width);
    commands.subcommands(verb_syntax::commands()).help_template(template).term_width(width)
}

/// A parser for one verb alone, because building the other fifty takes time.
fn alone(verb: Command) -> Command {
    GlobalArgs::augment_args(Command::new("webhand").subcommand_required(true)).subcommand(verb)
}

/// Keeps only the commands' own names among the proposals; clap proposes every spelling of every alias.
pub(super) fn with_names_only(mut error: clap::Error) -> clap::Error {
    if let Some(ContextValue::Strings(proposed)) = error.get(ContextKind::SuggestedSubcommand) {
        let known = whole();
        let is_name = |word: &&String| known.get_subcommands().any(|command| command.get_name() == word.as_str());
        // Clap puts the likeliest proposal last.
        let names: Vec<String> = proposed.iter().filter(is_name).rev().cloned().collect();
        if !names.is_empty() {
            error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(names));
        }
    }
    error
}

/// The help of a command that was written without its subcommand; clap's own message names hidden subcommands too.
pub(super) fn help_instead(error: &clap::Error) -> Option<StyledStr> {
    let missing = (error.kind() == ErrorKind::MissingSubcommand).then(|| error.get(ContextKind::InvalidSubcommand));
    let Some(Some(ContextValue::String(path))) = missing else { return None };
    let mut root = whole();
    root.build();
    let named = path.split(' ').skip(1).try_fold(&mut root, |command, name| command.find_subcommand_mut(name));
    named.map(Command::render_help)
}
