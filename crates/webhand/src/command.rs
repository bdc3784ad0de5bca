//! The commands of the program, one module each. [`run_command`] chooses the module; `cli` has parsed the arguments.
//!
//! A command wires ports together (`wiring`), runs, prints and returns an [`Exit`]. It decides nothing about pages or
//! actions. `webhand run` starts in [`run::run_task`]; a verb such as `webhand click e3` in [`verb::run_verb`].

mod approvals;
mod backup;
mod batch;
mod chat;
mod chat_tab;
mod config;
mod dashboard;
mod demo;
mod demo_site;
mod doctor;
mod extension;
mod interaction;
mod keys;
mod manual;
pub mod mcp;
mod models;
mod prepared_task;
mod run;
mod runs;
mod schedules;
mod serve;
mod sessions;
mod skill;
mod tools;
mod verb;

use std::process::ExitCode;

use anyhow::Result;

use crate::cli::{Cli, Command, VerbCommand};
use crate::exit::{Exit, UsageError};
use crate::session_process;

pub use prepared_task::PreparedTask;
pub use verb::ONLY;

/// Runs one verb. It needs no async runtime, so none is started for it.
pub fn run_verb(verb: &VerbCommand) -> ExitCode {
    ExitCode::from(verb::run_verb(verb).number())
}

pub async fn run_command(cli: Cli) -> Result<Exit> {
    let global = cli.global;
    match cli.command {
        Command::Run(args) => Box::pin(run::run_task(&global, *args)).await,
        Command::Chat(args) => Box::pin(chat::run_chat(&global, &args)).await,
        Command::ChatTab { verb } => Box::pin(chat_tab::run_chat_tab(&global, verb)).await,
        Command::Demo(args) => demo::run_demo(&global, &args).await,
        Command::Runs { verb } => Box::pin(runs::run_subcommand(&global, verb)).await,
        Command::Mcp(args) => mcp::run_mcp(&global, *args).await,
        Command::Serve(args) => serve::run_server(&global, &args).await,
        Command::Schedules { verb } => schedules::run_schedules(&global, verb).await,
        Command::Backup { folder } => backup::back_up(&global, &folder).await,
        Command::Restore { folder } => backup::restore(&global, &folder).await,
        Command::Dashboard => dashboard::print_dashboard_address(&global).await,
        Command::Extension { verb } => extension::run_extension(&global, &verb).await,
        Command::Models(args) => models::list_models(&global, &args).await,
        Command::Keys { verb } => keys::run_keys(&global, verb),
        Command::Doctor { browser_path } => doctor::run_doctor(&global, browser_path).await,
        Command::Config { verb } => config::run_config(&global, verb),
        Command::Tools { verb } => tools::run_tools(&global, verb),
        Command::Batch(args) => Ok(batch::run_batch(&global, &args.session)),
        Command::StorageState { file, name } => sessions::save_storage_state(&global, &name.session, &file),
        Command::Sessions => sessions::print_sessions(&global),
        Command::Close { name, all } => sessions::close_sessions(&global, &name.session, all),
        Command::Approve { id, show } => approvals::approve(&global, &id, show).await,
        Command::Deny { id } => approvals::deny(&global, &id).await,
        Command::Approvals => approvals::list_questions(&global).await,
        Command::Skill => Ok(skill::print_skill()),
        Command::Completions { shell } => Ok(manual::print_completions(shell)),
        Command::Man { dir } => manual::write_man_pages(&global, dir.as_deref()),
        Command::SessionProcess { name, terms } => session_process::serve_session(&name, &terms).await,
        Command::Site => demo_site::serve_demo_site().await,
        Command::FakeLlm { .. } => {
            Err(UsageError("the scripted provider is a program of its own: run `webhand-fake-llm` instead".to_owned())
                .into())
        }
    }
}
