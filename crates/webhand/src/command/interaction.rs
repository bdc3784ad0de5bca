//! How a command that drives a run treats its person: where the output goes, and who answers questions.

use webhand_model::{Permission, Task};

use crate::cli::GlobalArgs;
use crate::run_job::Unanswered;
use crate::terminal::{self, LineKind, OutputStyle, Screen, ScreenLine};

pub fn output_style(global: &GlobalArgs) -> OutputStyle {
    match (global.json, global.quiet) {
        (true, _) => OutputStyle::Json,
        (false, true) => OutputStyle::Quiet,
        (false, false) => OutputStyle::Stderr,
    }
}

/// The policy for a question without an answer. A program that reads JSON cannot answer one.
pub fn unanswered_policy(global: &GlobalArgs) -> Unanswered {
    if !global.json && terminal::is_interactive() { Unanswered::AskAtTerminal } else { Unanswered::Park }
}

/// Warns if the task grants everything on every site.
pub fn warn_of_grants(screen: &Screen, task: &Task) {
    if task.grants.iter().any(|grant| grant.origins.is_everything() && grant.permission >= Permission::Commit) {
        let text = "--allow all: it may read, type, send, order and delete on every site without asking you";
        screen.show(ScreenLine::new(LineKind::Refused, text));
    }
}
