//! `webhand completions` and `webhand man`, both generated from the definition of the command line.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;

use anyhow::{Context as _, Result};
use clap::Command;
use clap_complete::Shell;
use serde_json::json;

use crate::cli::{GlobalArgs, whole};
use crate::exit::Exit;
use crate::terminal;

pub fn print_completions(shell: Shell) -> Exit {
    let mut script = Vec::new();
    let mut offered = offered(&whole());
    clap_complete::generate(shell, &mut offered, "webhand", &mut script);
    if shell == Shell::Fish {
        script.extend(words_for_fish(&offered).into_bytes());
    }
    // A closed pipe means that the reader has all it wants.
    let _ = io::stdout().write_all(&script);
    Exit::Done
}

/// The command line without its hidden commands, which some shells would propose all the same.
fn offered(whole: &Command) -> Command {
    let commands = whole.get_subcommands().filter(|command| !command.is_hide_set()).cloned();
    Command::new("webhand")
        .version(env!("CARGO_PKG_VERSION"))
        .args(whole.get_arguments().cloned())
        .subcommands(commands)
}

/// Completions of the positional values of commands, which the generator leaves out for fish.
fn words_for_fish(offered: &Command) -> String {
    let mut script = String::new();
    for command in offered.get_subcommands() {
        let Some(first) = command.get_positionals().next() else { continue };
        let words: Vec<_> = first.get_possible_values().iter().map(|word| word.get_name().to_owned()).collect();
        if !words.is_empty() {
            let (name, words) = (command.get_name(), words.join(" "));
            let _ =
                writeln!(script, "complete -c webhand -n \"__fish_webhand_using_subcommand {name}\" -f -a \"{words}\"");
        }
    }
    script
}

/// Prints the page of the whole program, or writes the pages of all commands into a folder.
pub fn write_man_pages(global: &GlobalArgs, dir: Option<&Path>) -> Result<Exit> {
    let Some(dir) = dir else {
        let mut page = Vec::new();
        clap_mangen::Man::new(whole()).render(&mut page)?;
        let _ = io::stdout().write_all(&page);
        return Ok(Exit::Done);
    };
    std::fs::create_dir_all(dir).with_context(|| format!("cannot make the folder {}", dir.display()))?;
    clap_mangen::generate_to(whole(), dir).with_context(|| format!("cannot write into {}", dir.display()))?;
    if global.json {
        terminal::print_line(&json!({"result": {"folder": dir}}).to_string());
    } else {
        let shown = crate::display::one_line(&dir.display().to_string(), 400);
        terminal::print_line(&format!("wrote the manual pages into {shown}"));
    }
    Ok(Exit::Done)
}
