//! `webhand demo`: five small tasks on the built-in site, each checked on the server side. No key, no network.

mod chapters;

use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context as _, Result};
use serde_json::{Value, json};
use webhand_chrome::{PageEnvironment, Window};
use webhand_engine::{Ports, RunStart, SecretKeeper};
use webhand_fake_llm::FakeServer;
use webhand_model::Redaction;
use webhand_port::{Brain, Browser as _};
use webhand_store::SqliteStore;

use super::demo_site::serve_to_try;
use crate::cli::{DemoArgs, GlobalArgs};
use crate::data_dir::{DataDir, new_run_id};
use crate::demo_site::DemoSite;
use crate::display;
use crate::exit::Exit;
use crate::run_job::{
    AnswerPolicy, Conclusion, EventOutput, JobEnd, OnInterrupt, RunJob, Unanswered, print_conclusion,
};
use crate::settings::SettingsFile;
use crate::signals::Signals;
use crate::terminal::{self, LineKind, OutputStyle, Prompter, Screen, ScreenLine};
use crate::wiring::{self, BrowserLaunch};
use chapters::{Chapter, ChapterBrain, ChapterResult};

pub async fn run_demo(global: &GlobalArgs, args: &DemoArgs) -> Result<Exit> {
    if let Some(port) = args.serve {
        return serve_to_try(port).await;
    }
    let began = Instant::now();
    let data_dir = DataDir::find(global.data_dir.as_deref())?;
    let mut signals = Signals::listen();
    let scratch = data_dir.scratch(&new_run_id()?)?;
    let settings = SettingsFile::find()?.settings()?;
    let launch = BrowserLaunch {
        program: args.browser_path.clone().or(settings.browser_path),
        profile: scratch.profile(),
        window: if args.visible { Window::Visible } else { Window::Headless },
        downloads: None,
        digest_key: None,
        attach: None,
        extension: None,
        chats: None,
        pages: PageEnvironment::default(),
        storage_state: None,
    };
    let style = demo_output_style(global);
    let screen = Arc::new(Screen::open(style));
    let site = async { DemoSite::start().await.context("the demo site cannot be served on 127.0.0.1") };
    let started = async {
        let began = Instant::now();
        Ok((wiring::start_secret_keeping_browser(&launch, &screen).await?, millis(began)))
    };
    let (store, site, (browser, browser_ms)) = tokio::try_join!(wiring::open_store(&data_dir), site, started)?;
    let provider =
        FakeServer::start(chapters::script()).context("the scripted provider cannot be served on 127.0.0.1")?;
    let mut demo = Demo {
        data_dir,
        site,
        store,
        browser: Arc::clone(&browser),
        provider,
        screen,
        style,
        answer_policy: AnswerPolicy::new(args.yes, unanswered_policy(style)),
        prompter: Prompter::new(),
        results: Vec::new(),
        browser_ms,
        report: None,
    };
    let chapters = chapters::all(&demo.site);
    let chosen = chapters.iter().filter(|chapter| args.only.is_none_or(|only| only == chapter.number));
    let mut interrupted = false;
    for chapter in chosen {
        if demo.run_chapter(chapter, &mut signals).await? == ChapterEnd::Interrupted {
            interrupted = true;
            break;
        }
    }
    let closing = Instant::now();
    browser.close().await;
    demo.browser_ms += millis(closing);
    Ok(demo.end(began, interrupted))
}

struct Demo {
    data_dir: DataDir,
    site: DemoSite,
    store: Arc<SqliteStore>,
    browser: Arc<SecretKeeper>,
    provider: FakeServer,
    screen: Arc<Screen>,
    style: OutputStyle,
    answer_policy: AnswerPolicy,
    prompter: Prompter,
    /// The result of each chapter.
    results: Vec<(u8, ChapterResult)>,
    browser_ms: u64,
    report: Option<PathBuf>,
}

#[derive(Debug, PartialEq, Eq)]
enum ChapterEnd {
    Finished,
    Interrupted,
}

impl Demo {
    async fn run_chapter(&mut self, chapter: &Chapter, signals: &mut Signals) -> Result<ChapterEnd> {
        self.screen.show(ScreenLine::new(LineKind::Blank, ""));
        self.screen.show(ScreenLine::new(LineKind::Chapter, format!("{}. {}", chapter.number, chapter.title)));
        let id = new_run_id()?;
        let folder = self.data_dir.run_folder(&id);
        let _lock = folder.lock()?.context("another program works on this run")?;
        let mut task = chapter.task.clone();
        let brain = self.brain(chapter.brain, &mut task.brain)?;
        let job = RunJob {
            id: id.clone(),
            begin: RunStart::New(Box::new(task)),
            earlier: &[],
            ports: Ports {
                browser: Arc::clone(&self.browser) as _,
                brain,
                brains: Arc::new(wiring::BrainOpener::default()),
                store: Arc::clone(&self.store) as _,
            },
            screen: &self.screen,
            output: EventOutput::for_json(self.style == OutputStyle::Json),
            answer_policy: self.answer_policy.clone(),
            prompter: &mut self.prompter,
            signals,
            secrets: Arc::clone(&self.browser),
            on_interrupt: OnInterrupt::Cancel,
        };
        let stop = job.run().await?;
        let conclusion = Conclusion::conclude_run(self.store.as_ref(), id, stop, &folder, &[folder.report()]).await?;
        self.browser_ms += conclusion.totals.browser_millis;
        let result = (chapter.check)(&conclusion.stop, &self.site);
        if self.style == OutputStyle::Json {
            let chapter =
                json!({"number": chapter.number, "title": chapter.title, "ok": result.ok, "fact": result.fact});
            self.screen.answer(json!({"chapter": chapter, "run": conclusion.to_json()}).to_string());
        } else {
            print_conclusion(&self.screen, self.style, &conclusion);
            let mark = if result.ok { LineKind::Done } else { LineKind::Failed };
            self.screen.show(ScreenLine::new(mark, format!("checked at the far end: {}", result.fact)));
        }
        if chapter.number == chapters::ORDER || self.report.is_none() {
            self.report.clone_from(&conclusion.report);
        }
        self.results.push((chapter.number, result));
        let interrupted = match &conclusion.stop {
            JobEnd::Finished(ending) => matches!(ending, webhand_model::RunOutcome::Cancelled),
            JobEnd::Interrupted | JobEnd::Suspended(_) => true,
            JobEnd::Waiting(_) => false,
        };
        Ok(if interrupted { ChapterEnd::Interrupted } else { ChapterEnd::Finished })
    }

    /// Opens the chapter's brain; the scripted one is reached over HTTP as any other provider.
    fn brain(&self, brain: ChapterBrain, spec: &mut String) -> Result<Arc<dyn Brain>> {
        match brain {
            ChapterBrain::Literal => wiring::open_brain(spec, &|_| None, Redaction::default()),
            ChapterBrain::Scripted => {
                *spec = format!("openai:{}#demo", self.provider.base_url());
                let key = |name: &str| (name == "OPENAI_API_KEY").then(|| "demo-key".to_owned());
                wiring::open_brain(spec, &key, Redaction::default())
            }
        }
    }

    fn end(self, began: Instant, interrupted: bool) -> Exit {
        let done = self.results.iter().filter(|(_, result)| result.ok).count();
        let of = self.results.len();
        let exit = if done == of && !interrupted { Exit::Done } else { Exit::Failed };
        let (took, report) = (millis(began), self.report);
        if self.style == OutputStyle::Json {
            let chapters: Vec<Value> = self
                .results
                .iter()
                .map(|(number, result)| json!({"number": number, "ok": result.ok, "fact": result.fact}))
                .collect();
            let result = json!({
                "exit": exit.number(), "outcome": exit.word(), "done": done, "of": of, "ms": took,
                "browser_ms": self.browser_ms, "chapters": chapters, "report": report,
            });
            self.screen.answer(json!({"result": result}).to_string());
            return exit;
        }
        let report = report.map(|path| format!(" — report: {}", path.display())).unwrap_or_default();
        let broken = if interrupted { ", then broken off" } else { "" };
        self.screen.show(ScreenLine::new(LineKind::Blank, ""));
        self.screen.answer(format!("webhand demo: {done} of {of} done{broken} in {}{report}", display::duration(took)));
        exit
    }
}

fn demo_output_style(global: &GlobalArgs) -> OutputStyle {
    match (global.json, global.quiet) {
        (true, _) => OutputStyle::Json,
        (false, true) => OutputStyle::Quiet,
        (false, false) => OutputStyle::Stdout,
    }
}

/// Without a person to ask, the order is not placed, and the chapter shows exactly that.
fn unanswered_policy(style: OutputStyle) -> Unanswered {
    let somebody = terminal::is_interactive() && std::io::stdout().is_terminal();
    if somebody && style != OutputStyle::Json { Unanswered::AskAtTerminal } else { Unanswered::Decline }
}

fn millis(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX)
}
