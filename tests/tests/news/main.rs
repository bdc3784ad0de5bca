//! Whether a model is shown what its step brought: twelve pages modelled on applications, each with a list of steps, are played
//! through a run of the program. After each step the newest message of the next request must contain what the step
//! produced.

#[path = "../cli/support.rs"]
#[expect(dead_code, clippy::unwrap_used, reason = "the tests of the program use more of it")]
mod support;

mod application;
mod scripted_model;

use anyhow::{Context as _, Result, ensure};
use application::{Applications, Step};
use scripted_model::ScriptedModel;
use support::Machine;

/// Plays the steps of a page, and returns what was missing after each.
fn play(name: &str) -> Result<()> {
    let site = Applications::serve()?;
    let steps = Applications::steps(name)?;
    let model = ScriptedModel::start(steps.clone())?;
    let machine = Machine::with_env(&[("OPENAI_API_KEY", "none")]);
    let (url, brain) = (site.url(name), format!("openai:{}#m?pictures=no", model.url()));
    let task = "Carry out the list of steps.";
    let ended = machine.run(&[
        "run",
        task,
        "--url",
        &url,
        "--brain",
        &brain,
        "--json",
        "--no-report",
        "--allow",
        "127.0.0.1:*",
    ]);
    let outcome = ended.json().last().context("no output")?["result"]["outcome"].clone();
    let missing = model.missing();
    let report: Vec<String> = missing.iter().map(|(step, what)| format!("after {step:?}: {what:?}")).collect();
    if let Ok(folder) = std::env::var("WEBHAND_NEWS_TRANSCRIPTS") {
        model.write_transcript(std::path::Path::new(&folder), name)?;
    }
    ensure!(
        missing.is_empty(),
        "{} of {} steps brought what no request has:\n{}",
        missing.len(),
        steps.len(),
        report.join("\n")
    );
    ensure!(outcome == "done", "{name} ended {outcome}: {ended:?}");
    Ok(())
}

/// One test for each page, so that they run side by side.
macro_rules! pages {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() -> Result<()> {
                play(stringify!($name))
            }
        )*

        #[test]
        fn a_hundred_steps_are_played() -> Result<()> {
            let steps: Result<Vec<Vec<Step>>> = [$(stringify!($name)),*].into_iter().map(|name| Applications::steps(name)).collect();
            ensure!(steps?.iter().map(Vec::len).sum::<usize>() >= 100);
            Ok(())
        }
    };
}

pages! { menu mail compose grid wizard late listbox dialog tree tabs toast autocomplete }
