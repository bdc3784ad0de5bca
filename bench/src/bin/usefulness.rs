//! Plays ordinary tasks on three real applications and counts what the person is asked.
//!
//! Prints one line of JSON a task, with each question as the person reads it, and the totals at the end. The applications
//! are fetched from package registries once, into `target/bench-applications`.

use std::io::Write as _;

use anyhow::Result;
use clap::Parser;
use serde_json::json;
use webhand_bench::ProgramOption;
use webhand_bench::usefulness::application::{Application, Installed};
use webhand_bench::usefulness::play::{Granted, TaskResult, play_application};

/// How often the person is asked while ordinary tasks are done.
#[derive(Parser)]
struct Options {
    #[command(flatten)]
    program: ProgramOption,
    /// Only these applications.
    #[arg(long, value_delimiter = ',')]
    only: Vec<Application>,
    /// Only with these grants.
    #[arg(long, value_delimiter = ',')]
    granted: Vec<Granted>,
    /// Ends each session after this task.
    #[arg(long)]
    until: Option<String>,
}

#[tokio::main]
async fn main() -> Result<()> {
    let options = Options::parse();
    let applications = if options.only.is_empty() { Application::ALL.to_vec() } else { options.only };
    let grants = if options.granted.is_empty() { vec![Granted::Nothing, Granted::Site] } else { options.granted };
    let program = options.program.program()?;
    let installed = Installed::in_folder(webhand_bench::root()?.join("target/bench-applications"))?;
    let mut results = Vec::new();
    for application in applications {
        for granted in &grants {
            let until = options.until.as_deref();
            let played = play_application(&program, &installed, application, *granted, until).await?;
            for result in &played {
                writeln!(std::io::stdout(), "{}", serde_json::to_string(result)?)?;
            }
            results.extend(played);
        }
    }
    let total = |granted: Granted| {
        let own: Vec<&TaskResult> = results.iter().filter(|result| result.granted == granted).collect();
        json!({
            "tasks": own.len(),
            "done": own.iter().filter(|result| result.done).count(),
            "asked": own.iter().map(|result| result.asked).sum::<usize>(),
            "allowed": own.iter().map(|result| result.allowed).sum::<usize>(),
            "asked_too_often": own.iter().filter(|result| result.asked > result.allowed).map(|r| r.task).collect::<Vec<_>>(),
        })
    };
    let totals: serde_json::Map<_, _> =
        grants.iter().map(|granted| (format!("{granted:?}").to_lowercase(), total(*granted))).collect();
    writeln!(std::io::stdout(), "{}", json!({"bench": "usefulness", "totals": totals}))?;
    Ok(())
}
