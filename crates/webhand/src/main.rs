//! webhand: an extra hand in your browser. This crate is the program: it reads the command line and the settings, wires
//! the other crates together, and shows people what happens.
//!
//! Invariants: what a page or a brain wrote reaches a terminal or a report only cleaned or escaped; a failure is told in
//! one message that says what to do next, and the exit code says what kind it was.

mod cli;
mod command;
mod demo_site;
mod exit;
mod hints;
mod home;
mod keychain;
mod local_host;
#[cfg(test)]
mod recorded;
mod report;
mod session;
mod settings;
mod terminal;
mod verb;
mod wiring;
mod words;
mod work;

use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    let cli = match cli::Line::read() {
        cli::Line::Verb(verb) => return command::verb(&verb),
        cli::Line::Command(cli) => *cli,
    };
    let json = cli.everywhere.json;
    let is_kept_in_a_file = matches!(cli.command, cli::Command::SessionHost { .. });
    let room = if is_kept_in_a_file { terminal::LogRoom::Little } else { terminal::LogRoom::All };
    terminal::log_to_stderr(cli.everywhere.verbose, room);
    let ended =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(anyhow::Error::from).and_then(
            |runtime| {
                let ended = runtime.block_on(command::carry_out(cli));
                // A thread that waits for standard input ends with the program, not before.
                runtime.shutdown_timeout(LAST_WITHIN);
                ended
            },
        );
    exit::code(ended, json)
}

const LAST_WITHIN: Duration = Duration::from_millis(500);
