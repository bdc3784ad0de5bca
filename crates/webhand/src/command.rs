//! The commands, one file each.

mod config;
mod demo;
mod doctor;
mod fake_llm;
mod run;
mod runs;
mod site;

use anyhow::Result;

use crate::cli::{Cli, Command};
use crate::exit::Exit;

pub async fn carry_out(cli: Cli) -> Result<Exit> {
    let everywhere = cli.everywhere;
    match cli.command {
        Command::Run(args) => run::carry_out(&everywhere, *args).await,
        Command::Demo(args) => demo::carry_out(&everywhere, &args).await,
        Command::Runs { verb } => runs::carry_out(&everywhere, verb).await,
        Command::Doctor { browser_path } => doctor::carry_out(&everywhere, browser_path).await,
        Command::Config { verb } => config::carry_out(&everywhere, verb),
        Command::Site => site::carry_out().await,
        Command::FakeLlm { script, port } => fake_llm::carry_out(&script, port).await,
    }
}
