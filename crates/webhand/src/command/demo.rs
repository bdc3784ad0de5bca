//! `webhand demo`: five small tasks on the built-in site, each checked at its far end. No key, no network.

mod chapters;

use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context as _, Result};
use serde_json::{Value, json};
use webhand_chrome::Window;
use webhand_engine::{Ports, RunStart, SecretKeeper};
use webhand_fake_llm::FakeServer;
use webhand_port::{Brain, Browser as _};
use webhand_store::SqliteStore;

use super::run::new_id;
use crate::cli::{DemoArgs, Everywhere};
use crate::demo_site::DemoSite;
use crate::exit::Exit;
use crate::home::Home;
use crate::settings::SettingsFile;
use crate::terminal::{self, Line, Mark, Prompter, Screen, Style};
use crate::wiring::{self, Wish};
use crate::words;
use crate::work::{Answering, Conclusion, Job, Rest, Signals, Stop, Telling, show_end};
use chapters::{Chapter, Finding, Thinker};

pub async fn carry_out(everywhere: &Everywhere, args: &DemoArgs) -> Result<Exit> {
    let began = Instant::now();
    let home = Home::find(everywhere.data_dir.as_deref())?;
    let mut signals = Signals::listen();
    let scratch = home.scratch(&new_id()?)?;
    let settings = SettingsFile::find()?.settings()?;
    let wish = Wish {
        program: args.browser_path.clone().or(settings.browser_path),
        profile: scratch.profile(),
        window: if args.visible { Window::Visible } else { Window::Headless },
        downloads: None,
    };
    let style = style(everywhere);
    let screen = Arc::new(Screen::open(style));
    let site = async { DemoSite::start().await.context("the demo site cannot be served on 127.0.0.1") };
    let started = async {
        let began = Instant::now();
        Ok((wiring::hands(&wish, &screen).await?, millis(began)))
    };
    let (store, site, (browser, browser_ms)) = tokio::try_join!(wiring::store(&home), site, started)?;
    let provider =
        FakeServer::start(chapters::script()).context("the scripted provider cannot be served on 127.0.0.1")?;
    let mut demo = Demo {
        home,
        site,
        store,
        browser: Arc::clone(&browser),
        provider,
        screen,
        style,
        answering: Answering::new(args.yes, rest(style)),
        prompter: Prompter::new(),
        told: Vec::new(),
        browser_ms,
        report: None,
    };
    let chapters = chapters::all(&demo.site);
    let chosen = chapters.iter().filter(|chapter| args.only.is_none_or(|only| only == chapter.number));
    let mut broken_off = false;
    for chapter in chosen {
        if demo.play(chapter, &mut signals).await? == Played::BrokenOff {
            broken_off = true;
            break;
        }
    }
    let closing = Instant::now();
    browser.close().await;
    demo.browser_ms += millis(closing);
    Ok(demo.end(began, broken_off))
}

struct Demo {
    home: Home,
    site: DemoSite,
    store: Arc<SqliteStore>,
    browser: Arc<SecretKeeper>,
    provider: FakeServer,
    screen: Arc<Screen>,
    style: Style,
    answering: Answering,
    prompter: Prompter,
    /// What came of each chapter.
    told: Vec<(u8, Finding)>,
    browser_ms: u64,
    report: Option<PathBuf>,
}

#[derive(Debug, PartialEq, Eq)]
enum Played {
    ToItsEnd,
    BrokenOff,
}

impl Demo {
    async fn play(&mut self, chapter: &Chapter, signals: &mut Signals) -> Result<Played> {
        self.screen.show(Line::new(Mark::Blank, ""));
        self.screen.show(Line::new(Mark::Chapter, format!("{}. {}", chapter.number, chapter.title)));
        let id = new_id()?;
        let folder = self.home.run(&id);
        let _lock = folder.take()?.context("another program works on this run")?;
        let mut task = chapter.task.clone();
        let brain = self.brain(chapter.thinker, &mut task.brain)?;
        let job = Job {
            id: id.clone(),
            begin: RunStart::New(Box::new(task)),
            earlier: &[],
            ports: Ports {
                browser: Arc::clone(&self.browser) as _,
                brain,
                brains: Arc::new(wiring::AllBrains::default()),
                store: Arc::clone(&self.store) as _,
            },
            screen: &self.screen,
            telling: Telling::of(self.style == Style::Json),
            answering: self.answering.clone(),
            prompter: &mut self.prompter,
            signals,
            discreet: Arc::clone(&self.browser),
        };
        let stop = job.carry_out().await?;
        let conclusion = Conclusion::reach(self.store.as_ref(), id, stop, &folder, &[folder.report()]).await?;
        self.browser_ms += conclusion.tally.browser_millis;
        let finding = (chapter.check)(&conclusion.stop, &self.site);
        if self.style == Style::Json {
            let chapter =
                json!({"number": chapter.number, "title": chapter.title, "ok": finding.ok, "fact": finding.fact});
            self.screen.answer(json!({"chapter": chapter, "run": conclusion.result()}).to_string());
        } else {
            show_end(&self.screen, self.style, &conclusion);
            let mark = if finding.ok { Mark::Done } else { Mark::Failed };
            self.screen.show(Line::new(mark, format!("checked at the far end: {}", finding.fact)));
        }
        if chapter.number == chapters::ORDER || self.report.is_none() {
            self.report.clone_from(&conclusion.report);
        }
        self.told.push((chapter.number, finding));
        let broken_off = match &conclusion.stop {
            Stop::Finished(ending) => matches!(ending, webhand_model::RunOutcome::Cancelled),
            Stop::Interrupted => true,
            Stop::Waiting(_) => false,
        };
        Ok(if broken_off { Played::BrokenOff } else { Played::ToItsEnd })
    }

    /// The chapter's brain; a scripted one is reached as any other provider would be.
    fn brain(&self, thinker: Thinker, spec: &mut String) -> Result<Arc<dyn Brain>> {
        match thinker {
            Thinker::Literal => wiring::brain(spec, &|_| None),
            Thinker::Scripted => {
                *spec = format!("openai:{}#demo", self.provider.base_url());
                wiring::brain(spec, &|name| (name == "OPENAI_API_KEY").then(|| "demo-key".to_owned()))
            }
        }
    }

    fn end(self, began: Instant, broken_off: bool) -> Exit {
        let done = self.told.iter().filter(|(_, finding)| finding.ok).count();
        let of = self.told.len();
        let exit = if done == of && !broken_off { Exit::Done } else { Exit::Failed };
        let (took, report) = (millis(began), self.report);
        if self.style == Style::Json {
            let chapters: Vec<Value> = self
                .told
                .iter()
                .map(|(number, finding)| json!({"number": number, "ok": finding.ok, "fact": finding.fact}))
                .collect();
            let result = json!({
                "exit": exit.number(), "outcome": exit.word(), "done": done, "of": of, "ms": took,
                "browser_ms": self.browser_ms, "chapters": chapters, "report": report,
            });
            self.screen.answer(json!({"result": result}).to_string());
            return exit;
        }
        let report = report.map(|path| format!(" — report: {}", path.display())).unwrap_or_default();
        let broken = if broken_off { ", then broken off" } else { "" };
        self.screen.show(Line::new(Mark::Blank, ""));
        self.screen.answer(format!("webhand demo: {done} of {of} done{broken} in {}{report}", words::duration(took)));
        exit
    }
}

fn style(everywhere: &Everywhere) -> Style {
    match (everywhere.json, everywhere.quiet) {
        (true, _) => Style::Json,
        (false, true) => Style::Quiet,
        (false, false) => Style::Aloud,
    }
}

/// Where nobody can be asked, the order is not placed, and that is what the chapter then shows.
fn rest(style: Style) -> Rest {
    let somebody = terminal::somebody_is_there() && std::io::stdout().is_terminal();
    if somebody && style != Style::Json { Rest::Terminal } else { Rest::Decline }
}

fn millis(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX)
}
