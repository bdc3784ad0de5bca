//! The help of the whole program, in lines that fit the terminal: clap wraps everything but a template of one's own.

use clap::Command;
use clap::builder::{StyledStr, Styles};

use crate::verb_syntax;

/// The width for which clap writes help.
pub(super) fn terminal_width() -> usize {
    let of_terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let of_variable = || std::env::var("COLUMNS").ok()?.parse().ok();
    of_terminal.or_else(of_variable).unwrap_or(USUAL_WIDTH).clamp(NARROWEST, WIDEST)
}

/// The help template. The fifty verbs get a paragraph of their own, because one list of all commands would be too long.
pub(super) fn template(commands: &Command, width: usize) -> StyledStr {
    let head = Styles::styled().get_header().to_owned();
    let shown: Vec<_> = commands.get_subcommands().filter(|command| !command.is_hide_set()).collect();
    let widest = shown.iter().map(|command| command.get_name().len()).max().unwrap_or(0);
    let line = |command: &&Command| {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        let about = hanging(&about, widest + 4, width);
        format!("  {:<widest$}  {about}\n", command.get_name())
    };
    let list: String = shown.iter().map(line).collect();
    let verbs = verb_syntax::listing(width);
    let title = "Verbs";
    let about_verbs = ", one action each in a session in the background; see webhand VERB --help:";
    let about_verbs = hanging(&format!("{title}{about_verbs}"), 0, width);
    let about_verbs = about_verbs.strip_prefix(title).unwrap_or_default();
    StyledStr::from(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{head}Commands:{head:#}\n{list}\n\
         {head}{title}{head:#}{about_verbs}\n\
         {verbs}\n{head}Options:{head:#}\n{{options}}{{after-help}}"
    ))
}

/// Breaks a text that begins in a column into lines that begin there too.
fn hanging(text: &str, column: usize, width: usize) -> String {
    let room = width.saturating_sub(column).max(LEAST_ROOM);
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut().filter(|line| line.chars().count() + 1 + word.chars().count() <= room) {
            Some(line) => line.extend([" ", word]),
            None => lines.push(word.to_owned()),
        }
    }
    lines.join(&format!("\n{:column$}", ""))
}

/// The width without a terminal, which is clap's.
const USUAL_WIDTH: usize = 100;
const NARROWEST: usize = 40;
/// Longer lines are hard to read.
const WIDEST: usize = 120;
const LEAST_ROOM: usize = 16;
