//! The commands, one file each.

mod approvals;
mod batch;
mod chat;
mod config;
mod demo;
mod doctor;
mod keys;
mod manual;
pub mod mcp;
mod models;
mod prepared;
mod run;
mod runs;
mod serve;
mod sessions;
mod site;
mod skill;
mod verb;

use std::process::ExitCode;

use anyhow::Result;
use webhand_model::PersonReply;

use crate::cli::{Cli, Command, Verb};
use crate::exit::{Exit, Usage};
use crate::session;

use prepared::Prepared;
pub use run::{new_id, sweep, wish};
pub use verb::ONLY;

/// A verb needs no runtime, so it gets none.
pub fn verb(verb: &Verb) -> ExitCode {
    ExitCode::from(verb::carry_out(verb).number())
}

pub async fn carry_out(cli: Cli) -> Result<Exit> {
    let everywhere = cli.everywhere;
    match cli.command {
        Command::Run(args) => Box::pin(run::carry_out(&everywhere, *args)).await,
        Command::Chat(args) => Box::pin(chat::carry_out(&everywhere, &args)).await,
        Command::Demo(args) => demo::carry_out(&everywhere, &args).await,
        Command::Runs { verb } => Box::pin(runs::carry_out(&everywhere, verb)).await,
        Command::Mcp(args) => mcp::carry_out(&everywhere, *args).await,
        Command::Serve(args) => serve::carry_out(&everywhere, &args).await,
        Command::Models(args) => models::carry_out(&everywhere, &args).await,
        Command::Keys { verb } => keys::carry_out(&everywhere, verb),
        Command::Doctor { browser_path } => doctor::carry_out(&everywhere, browser_path).await,
        Command::Config { verb } => config::carry_out(&everywhere, verb),
        Command::Batch(args) => Ok(batch::carry_out(&everywhere, &args.session)),
        Command::Sessions => sessions::list(&everywhere),
        Command::Close { name, all } => sessions::close(&everywhere, &name.session, all),
        Command::Approve { id } => approvals::decide(&everywhere, &id, PersonReply::Yes).await,
        Command::Deny { id } => approvals::decide(&everywhere, &id, PersonReply::No).await,
        Command::Approvals => approvals::list(&everywhere).await,
        Command::Skill => Ok(skill::print()),
        Command::Completions { shell } => Ok(manual::completions(shell)),
        Command::Man { dir } => manual::man(&everywhere, dir.as_deref()),
        Command::SessionHost { name, terms } => session::keep(&name, &terms).await,
        Command::Site => site::carry_out().await,
        Command::FakeLlm { .. } => {
            Err(Usage("the scripted provider is a program of its own: run `webhand-fake-llm` instead".to_owned())
                .into())
        }
    }
}
