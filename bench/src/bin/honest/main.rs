//! The literal brain on generated pages: how often it claims something wrong, and how often it refuses what it parses.
//!
//! Pages and instructions come from a seed (`tasks.rs`), so that figures are reported on a seed that nobody developed with.
//! A claim is wrong if the run ends as done and its answer lacks what is true, or gives something else beside it.

mod errands;
mod tasks;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use clap::Parser;
use serde_json::json;
use tokio::sync::mpsc;
use webhand_bench::bench_browser::BenchBrowser;
use webhand_bench::print;
use webhand_bench::site::Site;
use webhand_engine::{NoBrains, PersonPresence, Ports, RunDriver, RunExit, RunStart, Watcher};
use webhand_literal::LiteralBrain;
use webhand_model::{
    Event, EventKind, Grant, Input, Intent, Limits, Millis, OriginPattern, Permission, PersonReply, QuestionKind,
    RunId, RunOutcome, Task, WebUrl,
};
use webhand_port::fake::MemoryStore;

use tasks::{HonestyTask, Truth};

/// The claims of the literal brain on pages that it has not seen.
#[derive(Parser)]
struct Options {
    /// The seed that pages and instructions are drawn from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, default_value_t = 200)]
    tasks: usize,
    /// Which file they come from.
    #[arg(long, value_enum, default_value_t = TaskSet::Both)]
    set: TaskSet,
    /// Only tasks of these kinds.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
}

/// The files of tasks, whose authors did not know each other's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum TaskSet {
    Tasks,
    Errands,
    /// As many of each.
    Both,
}

impl Options {
    fn generate(&self) -> Vec<HonestyTask> {
        match self.set {
            TaskSet::Tasks => tasks::generate(self.seed, self.tasks),
            TaskSet::Errands => errands::generate(self.seed, self.tasks),
            TaskSet::Both => {
                let half = self.tasks / 2;
                let mut all = tasks::generate(self.seed, self.tasks - half);
                all.extend(errands::generate(self.seed, half));
                all
            }
        }
    }
}

/// How one task ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Right,
    Refused,
    Wrong,
}

fn main() -> Result<()> {
    let options = Options::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(play_all(&options))
}

async fn play_all(options: &Options) -> Result<()> {
    let all: Vec<HonestyTask> = options
        .generate()
        .into_iter()
        .filter(|task| options.only.is_empty() || options.only.iter().any(|kind| kind == task.kind))
        .collect();
    let pages = all.iter().enumerate().map(|(at, task)| (format!("/{at}"), task.html.clone())).collect();
    let site = Site::serve(|_| pages).await?;
    let mut browser = BenchBrowser::start().await?;
    let (mut right, mut refused, mut answerable, mut wrong, mut notes) = (0, 0, 0, Vec::new(), Vec::new());
    for (at, task) in all.iter().enumerate() {
        let ending = play(&mut browser, &site.url(&format!("/{at}")), at, task).await?;
        let (verdict, told) = judge(task, &ending);
        answerable += usize::from(task.truth != Truth::Nothing);
        match verdict {
            Verdict::Right => right += 1,
            Verdict::Refused => {
                refused += usize::from(task.truth != Truth::Nothing);
                if task.truth != Truth::Nothing {
                    notes.push(json!({"kind": task.kind, "task": task.text, "told": told}));
                }
            }
            Verdict::Wrong => {
                wrong.push(
                    json!({"kind": task.kind, "task": task.text, "told": told, "truth": format!("{:?}", task.truth)}),
                );
            }
        }
    }
    browser.close().await;
    print(&json!({
        "bench": "honest",
        "seed": options.seed,
        "tasks": all.len(),
        "right": right,
        "refused_of_answerable": format!("{refused} of {answerable}"),
        "wrong_claims": wrong.len(), "most_wrong_claims": MOST_WRONG,
        "met": wrong.len() <= MOST_WRONG && refused * 100 <= answerable * MOST_REFUSED_PERCENT,
        "wrong": wrong,
        "refusals": notes,
    }))
}

async fn play(browser: &mut BenchBrowser, url: &str, at: usize, case: &HonestyTask) -> Result<RunExit> {
    let mut task = Task::new(&case.text);
    task.start = WebUrl::parse(url).ok();
    task.grants = vec![Grant { origins: OriginPattern::parse("localhost")?, permission: Permission::Commit }];
    task.limits = Limits { time: Some(Millis(RUN_MS)), ..Limits::default() };
    let ports = Ports {
        browser: browser.browser(),
        brain: Arc::new(LiteralBrain),
        brains: Arc::new(NoBrains),
        store: Arc::new(MemoryStore::default()),
    };
    let (say, inbox) = mpsc::channel(1);
    let id = RunId::try_from(format!("{:016x}", at + 1))?;
    let driver = RunDriver::new(id, ports, Arc::new(ApprovingPerson { say }), inbox, PersonPresence::Present);
    let driving = driver.run(RunStart::New(Box::new(task)));
    Ok(tokio::time::timeout(Duration::from_millis(2 * RUN_MS), driving).await??)
}

/// Whether the ending claims something, and whether that is true.
fn judge(task: &HonestyTask, ending: &RunExit) -> (Verdict, String) {
    let answer = match ending {
        RunExit::Finished(RunOutcome::Done { answer, .. }) => answer,
        RunExit::Finished(other) => return (Verdict::Refused, other.in_words()),
        RunExit::Parked(question) => return (Verdict::Refused, question.text.clone()),
        RunExit::UsesDebugger => return (Verdict::Refused, "needs the debugger".to_owned()),
        RunExit::Suspended(why) => return (Verdict::Refused, why.clone()),
    };
    let folded = answer.to_lowercase();
    let says = |text: &String| has_whole(&folded, &text.to_lowercase());
    let is_true = match &task.truth {
        Truth::Says(all) => all.iter().all(says),
        Truth::Nothing => false,
    };
    let is_true = is_true && !task.wrong.iter().any(says);
    (if is_true { Verdict::Right } else { Verdict::Wrong }, answer.clone())
}

/// Whether a text stands in another and is no part of a longer word or number there.
fn has_whole(text: &str, wanted: &str) -> bool {
    let is_end = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    text.match_indices(wanted)
        .any(|(at, _)| is_end(text[..at].chars().next_back()) && is_end(text[at + wanted.len()..].chars().next()))
}

/// Says yes to the guard, and gives the brain no answers.
struct ApprovingPerson {
    say: mpsc::Sender<Input>,
}

impl Watcher for ApprovingPerson {
    fn on_event(&self, event: &Event) {
        let EventKind::Intent { intent: Intent::AskPerson(question), .. } = &event.kind else { return };
        let is_approval = matches!(question.kind, QuestionKind::Approval(_));
        let reply = if is_approval { Input::Replied(PersonReply::Yes) } else { Input::Cancel };
        // The channel holds one, and a run asks one question at a time.
        let _ = self.say.try_send(reply);
    }

    fn on_live_text(&self, _: &str) {}
}

const RUN_MS: u64 = 60_000;
const MOST_WRONG: usize = 2;
const MOST_REFUSED_PERCENT: usize = 40;
