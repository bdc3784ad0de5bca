//! The verbs as clap commands.

use clap::builder::ValueParser;
use clap::{Arg, ArgAction, Args as _, Command};
use webhand_model::{ActionGroup, ActionSpec, Alias, ParameterKind, ParameterSpec};

use super::argument_value::parser;
use super::{argument_layout, command_line, dashed, verbs};
use crate::cli::SessionArgs;

/// One command for each verb, and a hidden one for each alias that implies arguments.
pub fn commands() -> impl Iterator<Item = Command> {
    verbs().flat_map(|spec| {
        let implying = spec.aliases.iter().filter(|alias| !alias.preset.is_empty());
        let hidden = implying.map(move |alias| command(spec, Some(alias), &[]).hide(true));
        std::iter::once(command(spec, None, &[])).chain(hidden)
    })
}

/// The command with this name or alias. Positional parameters may also be written as options, as `behind`, the words
/// after the command, does.
pub fn named_command<'a>(name: &str, behind: impl IntoIterator<Item = &'a str>) -> Option<Command> {
    let (spec, alias) = find_verb(name)?;
    Some(command(spec, alias, &options_in(behind)))
}

/// The action with this name, and the alias where that implies arguments.
pub(super) fn find_verb(written: &str) -> Option<(&'static ActionSpec, Option<&'static Alias>)> {
    let is = |name: &str| name == written || (name.len() == written.len() && dashed(name) == written);
    verbs().find_map(|spec| {
        let alias = spec.aliases.iter().find(|alias| !alias.preset.is_empty() && is(alias.name));
        let is_plain = is(spec.name) || spec.aliases.iter().any(|alias| alias.preset.is_empty() && is(alias.name));
        (is_plain || alias.is_some()).then_some((spec, alias))
    })
}

/// The action behind a command.
pub(super) fn spec_of(command: &str) -> Option<&'static ActionSpec> {
    let is = |name: &str| dashed(name) == command;
    verbs().find(|spec| is(spec.name) || spec.aliases.iter().any(|alias| !alias.preset.is_empty() && is(alias.name)))
}

/// The list of verbs by group, for the help of the whole program at this width.
pub fn listing(width: usize) -> String {
    let groups = [
        (ActionGroup::Look, "Look at the page"),
        (ActionGroup::Touch, "Touch it"),
        (ActionGroup::Travel, "Go elsewhere"),
        (ActionGroup::Data, "Take data"),
        (ActionGroup::Talk, "Keep a note"),
    ];
    let paragraph = |(group, title)| {
        let names = verbs().filter(|spec| spec.group == group).map(|spec| dashed(spec.name));
        format!(
            "  {title:<17} {}\n",
            in_lines(names, width.saturating_sub(TITLE_WIDTH + 1).max(LEAST_LISTED)).join(",\n                    ")
        )
    };
    groups.into_iter().map(paragraph).collect()
}

/// The names with commas, in lines that fit beside their title.
fn in_lines(names: impl Iterator<Item = String>, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for name in names {
        match lines.last_mut().filter(|line| line.len() + 2 + name.len() <= width) {
            Some(line) => line.extend([", ", name.as_str()]),
            None => lines.push(name),
        }
    }
    lines
}

/// The names of the options in `words`, without their dashes.
fn options_in<'a>(words: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let upto_values = words.into_iter().take_while(|word| *word != "--");
    let options = upto_values.filter_map(|word| word.strip_prefix("--"));
    options.map(|option| option.split_once('=').map_or(option, |(name, _)| name).replace('-', "_")).collect()
}

fn command(spec: &'static ActionSpec, alias: Option<&Alias>, by_name: &[String]) -> Command {
    let implied = |parameter: &ParameterSpec| alias.is_some_and(|alias| alias.preset.contains(parameter.name));
    let is_by_name = |parameter: &ParameterSpec| by_name.iter().any(|name| name == parameter.name);
    let name = dashed(alias.map_or(spec.name, |alias| alias.name));
    let first = argument_layout::positional(spec).find(|parameter| !is_by_name(parameter));
    let mut command = Command::new(name).allow_missing_positional(first.is_some_and(|first| !first.required));
    command = match alias {
        Some(alias) => command.alias(alias.name),
        None => command.aliases(other_names(spec)),
    };
    for parameter in argument_layout::positional(spec).filter(|parameter| !implied(parameter)) {
        command = command.arg(if is_by_name(parameter) {
            option_arg(spec, parameter).required(parameter.required)
        } else {
            positional_arg(spec, parameter)
        });
    }
    for parameter in argument_layout::options(spec).filter(|parameter| !implied(parameter)) {
        command = command.arg(option_arg(spec, parameter));
    }
    if spec.name == "screenshot" {
        command = command.arg(picture_file_arg());
    }
    let command = SessionArgs::augment_args(command.next_help_heading("Session"))
        .about(spec.doc.trim_end_matches('.'))
        .after_help(format!("Example:\n  {}", command_line(spec)));
    // A snapshot after a snapshot would be the same twice.
    if spec.name == "snapshot" { command.mut_arg("then_look", |arg| arg.hide(true)) } else { command }
}

/// Every alias with exactly the same meaning. A name with `_` is also accepted as the catalogue writes it.
fn other_names(spec: &'static ActionSpec) -> Vec<String> {
    let plain = spec.aliases.iter().filter(|alias| alias.preset.is_empty()).map(|alias| alias.name);
    let mut names: Vec<_> = plain.flat_map(|name| [name.to_owned(), dashed(name)]).collect();
    names.push(spec.name.to_owned());
    names.retain(|name| *name != dashed(spec.name));
    names.sort_unstable();
    names.dedup();
    names
}

fn positional_arg(spec: &'static ActionSpec, parameter: &'static ParameterSpec) -> Arg {
    let arg = base_arg(spec, parameter).required(parameter.required);
    if parameter.kind.is_list() { arg.num_args(1..).action(ArgAction::Append) } else { arg }
}

fn option_arg(spec: &'static ActionSpec, parameter: &'static ParameterSpec) -> Arg {
    let arg = base_arg(spec, parameter).long(dashed(parameter.name));
    let arg = if parameter.name.contains('_') { arg.alias(parameter.name) } else { arg };
    if parameter.kind == ParameterKind::Flag {
        arg.action(ArgAction::Set).num_args(0).default_missing_value("accept")
    } else if parameter.kind.is_list() {
        arg.action(ArgAction::Append)
    } else {
        arg
    }
}

fn base_arg(spec: &'static ActionSpec, parameter: &'static ParameterSpec) -> Arg {
    let arg = Arg::new(parameter.name)
        .help(parameter.doc.trim_end_matches('.'))
        .value_name(argument_layout::placeholder(parameter))
        .value_parser(parser(spec, parameter.kind));
    match parameter.kind {
        // A text to enter may begin with a dash.
        ParameterKind::Text => arg.allow_hyphen_values(true),
        ParameterKind::Number | ParameterKind::Point | ParameterKind::Points | ParameterKind::Region => {
            arg.allow_negative_numbers(true)
        }
        ParameterKind::Ref
        | ParameterKind::Url
        | ParameterKind::Whole(..)
        | ParameterKind::Flag
        | ParameterKind::Word(_)
        | ParameterKind::Texts
        | ParameterKind::Words(_)
        | ParameterKind::Object => arg,
    }
}

/// The file for a picture: the only argument of a verb that its action does not have.
fn picture_file_arg() -> Arg {
    Arg::new(FILE)
        .value_name("FILE")
        .help("Where to write the picture: a PNG if its name ends so, else a JPEG; - for standard output [default: a new file in this folder]")
        .value_parser(ValueParser::path_buf())
}

/// The width of a group's title before its verbs.
const TITLE_WIDTH: usize = 20;
const LEAST_LISTED: usize = 16;
pub(super) const FILE: &str = "file";
