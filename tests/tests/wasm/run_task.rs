//! A whole task on the demo site, with engine and hands in the module and Node as its host.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::{Value, json};
use webhand_model::{Event, EventKind, Input, Intent, RunOutcome, Task};
use webhand_run::{Run, replay};
use webhand_wasm::JsonRun;

use super::module;
use super::support::{Machine, ORDER, Site};

#[test]
fn a_task_runs_in_the_module_and_its_journal_replays_natively() -> Result<()> {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let ran = run_in_module(&json!({"task": ORDER, "url": site.at("/shop")}))?;

    ensure!(ran.end["end"]["outcome"]["kind"] == "done", "the run did not finish: {}", ran.end);
    let questions = ran.end["questions"].as_array().context("no list of questions")?;
    ensure!(questions.len() == 1, "one approval was expected: {questions:?}");
    ensure!(questions[0]["topic"] == "approval", "{questions:?}");
    assert_eq!(site.marks("Order"), 1, "the shop has the one order that was approved");

    ensure!(ran.end["inputs"].as_u64().is_some_and(|inputs| inputs > 0), "the hands did not touch the page");
    assert_eq!(ran.end["early"], json!([]), "the page was touched before the journal had acknowledged the intent");
    ensure!(ran.end["again"]["same"].as_u64().is_some_and(|deliveries| deliveries > 0), "{}", ran.end["again"]);
    assert_replays_natively(&ran)
}

/// The native core comes to the same journal, byte for byte, from the inputs of the journal alone.
fn assert_replays_natively(ran: &ModuleRun) -> Result<()> {
    let events = ran.journal.lines().map(serde_json::from_str).collect::<Result<Vec<Event>, _>>()?;
    let replayed = replay(&events)?;
    ensure!(replayed.run.is_over(), "the replayed run goes on");
    let finish = replayed.recorded.last().map(|(_, intent)| intent);
    ensure!(matches!(finish, Some(Intent::Finish(RunOutcome::Done { .. }))), "{finish:?}");

    let Some(EventKind::Input { input: Input::Started(task), .. }) = events.first().map(|event| &event.kind) else {
        bail!("the journal begins without a task");
    };
    let written_anew = write_journal_anew(&events, task)?;
    for (native, module) in written_anew.lines().zip(ran.journal.lines()) {
        ensure!(native == module, "native {native}\nmodule {module}");
    }
    ensure!(written_anew == ran.journal, "one of the journals has more lines");

    let command = format!("{{\"replay\":[{}]}}", ran.journal.trim_end().replace('\n', ","));
    let native = String::from_utf8(JsonRun::default().feed(command.as_bytes()))?;
    assert_eq!(native, ran.replay, "the replays end in the same state");
    Ok(())
}

/// The journal as a native run writes it that is given the same inputs at the same times.
fn write_journal_anew(events: &[Event], task: &Task) -> Result<String> {
    let mut run = Run::start(task.clone());
    let mut lines = String::new();
    for (at, event) in events.iter().enumerate() {
        let kind = match &event.kind {
            EventKind::Input { to, input } => {
                if at > 0 {
                    run.handle(*to, input.clone(), event.at);
                } else {
                    ensure!(*input == Input::Started(task.clone()), "the journal begins with another task");
                }
                event.kind.clone()
            }
            EventKind::Intent { .. } => {
                let (no, effect) = run.poll_effect().with_context(|| format!("nothing is intended at line {at}"))?;
                EventKind::Intent { no, intent: effect.intent() }
            }
        };
        lines += &serde_json::to_string(&Event { kind, ..event.clone() })?;
        lines.push('\n');
    }
    Ok(lines)
}

/// The records that the host wrote of a run.
struct ModuleRun {
    journal: String,
    end: Value,
    replay: String,
}

fn run_in_module(order: &Value) -> Result<ModuleRun> {
    let module = module::build()?;
    let browser = webhand_chrome::find_browser(None)?;
    let folder = tempfile::tempdir()?;
    let (profile, written) = (folder.path().join("profile"), folder.path().join("order.json"));
    fs::write(&written, serde_json::to_vec(order)?)?;
    let mut node = Command::new("node");
    node.arg(module::script("run_task.mjs")).args([&module, &browser, &profile, &written]).arg(folder.path());
    let host = node.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::inherit()).spawn();
    wait(host.context("node cannot be started")?)?;
    let read = |name: &str| read(folder.path(), name);
    let end = serde_json::from_str(&read("end.json")?)?;
    Ok(ModuleRun { journal: read("journal.jsonl")?, end, replay: read("replay.json")? })
}

fn read(folder: &Path, name: &str) -> Result<String> {
    fs::read_to_string(folder.join(name)).with_context(|| format!("the host did not write {name}"))
}

/// Waits for the host, which has a deadline of its own. When a module that never returns makes it miss that, it is killed;
/// the browser ends with the pipe.
fn wait(mut host: Child) -> Result<()> {
    let deadline = Instant::now() + HOST_WITHIN;
    loop {
        if let Some(status) = host.try_wait()? {
            ensure!(status.success(), "the host ended with {status}");
            return Ok(());
        }
        if Instant::now() > deadline {
            host.kill()?;
            host.wait()?;
            bail!("the host did not end within {HOST_WITHIN:?}");
        }
        thread::sleep(Duration::from_millis(50));
    }
}

const HOST_WITHIN: Duration = Duration::from_mins(3);
