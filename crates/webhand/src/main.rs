//! webhand: an extra hand in your browser. This crate is the program: it reads the command line and the settings, wires
//! the other crates together, and shows people what happens.
//!
//! Invariants: text of a page or a brain reaches a terminal or a report only cleaned or escaped; a failure gives one
//! message that says what to do next, and the exit code gives its kind. No decision about a task or an action is made
//! here. Start reading at `command`; `run_job` drives a run in the foreground, `session_process` keeps the sessions of
//! verbs, `local_host` serves outside agents.

mod ancestry;
mod chat_pages;
mod cli;
mod command;
mod data_dir;
mod demo_site;
mod display;
mod exit;
mod hints;
mod journal;
mod keychain;
mod leftovers;
mod local_host;
mod profile_cipher;
#[cfg(test)]
mod recorded_run;
mod report;
mod run_job;
mod run_totals;
mod served_runs;
mod session_process;
mod settings;
mod signals;
mod terminal;
mod verb_syntax;
mod wiring;

use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    let cli = match cli::CommandLine::read() {
        cli::CommandLine::Verb(verb) => return command::run_verb(&verb),
        cli::CommandLine::Command(cli) => *cli,
    };
    let json = cli.global.json;
    let log = if let cli::Command::Serve(args) = &cli.command { args.log } else { None };
    let is_kept_in_a_file = matches!(cli.command, cli::Command::SessionProcess { .. });
    let limit = if is_kept_in_a_file { terminal::LogLimit::Capped } else { terminal::LogLimit::Unlimited };
    match log {
        Some(form) => terminal::log_service(cli.global.verbose, form),
        None => terminal::log_to_stderr(cli.global.verbose, limit),
    }
    // Many runs at once keep every processor busy.
    let mut runtime = if matches!(cli.command, cli::Command::Serve(_)) {
        tokio::runtime::Builder::new_multi_thread()
    } else {
        tokio::runtime::Builder::new_current_thread()
    };
    let ended = runtime.enable_all().build().map_err(anyhow::Error::from).and_then(|runtime| {
        let ended = runtime.block_on(command::run_command(cli));
        // A thread that blocks on standard input ends only with the program.
        runtime.shutdown_timeout(LAST_WITHIN);
        ended
    });
    exit::report_end(ended, json)
}

const LAST_WITHIN: Duration = Duration::from_millis(500);
