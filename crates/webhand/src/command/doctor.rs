//! `webhand doctor`: checks that everything webhand needs is there, and says how to mend what is not.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use serde_json::json;
use webhand_brain::spec::providers;
use webhand_chrome::{Sandbox, Window, find_browser};
use webhand_engine::{PersonPresence, Ports, RunDriver, RunExit, RunStart, Watcher};
use webhand_model::{Event, RunOutcome, Task, WebUrl};
use webhand_port::fake::MemoryStore;
use webhand_port::{Browser, Store as _};

use super::run::new_id;
use crate::cli::Everywhere;
use crate::demo_site::DemoSite;
use crate::exit::Exit;
use crate::home::Home;
use crate::keychain;
use crate::settings::{Settings, SettingsFile};
use crate::terminal::print;
use crate::wiring::{self, Wish};
use crate::words;

pub async fn carry_out(everywhere: &Everywhere, browser_path: Option<PathBuf>) -> Result<Exit> {
    let home = Home::find(everywhere.data_dir.as_deref())?;
    let mut findings = Vec::new();
    let settings = match SettingsFile::find().and_then(|file| Ok((file.settings()?, file))) {
        Ok((settings, file)) => {
            findings.push(good("settings", shown(file.path())));
            settings
        }
        Err(error) => {
            findings.push(bad("settings", format!("{error:#}"), "mend the file, or `webhand config unset KEY`"));
            Settings::default()
        }
    };
    findings.push(brain(&settings));
    findings.extend(unused(&settings));
    findings.extend(keys());
    findings.push(store(&home).await);
    let site = DemoSite::start().await;
    findings.push(match &site {
        Ok(site) => good("loopback", format!("a server can listen ({})", site.url())),
        Err(error) => bad("loopback", error.to_string(), "allow programs to listen on 127.0.0.1"),
    });
    let named = browser_path.or(settings.browser_path);
    findings.extend(Box::pin(browser(&home, named, site.ok().as_ref())).await);
    tell(everywhere, &findings);
    let usable = findings.iter().all(|finding| finding.sign != Sign::Bad);
    Ok(if usable { Exit::Done } else { Exit::Failed })
}

struct Finding {
    sign: Sign,
    about: &'static str,
    told: String,
    fix: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
    Good,
    /// Usable, but worth knowing.
    Note,
    Bad,
}

fn good(about: &'static str, told: impl Into<String>) -> Finding {
    Finding { sign: Sign::Good, about, told: told.into(), fix: None }
}

fn note(about: &'static str, told: impl Into<String>, fix: impl Into<String>) -> Finding {
    Finding { sign: Sign::Note, about, told: told.into(), fix: Some(fix.into()) }
}

fn bad(about: &'static str, told: impl Into<String>, fix: impl Into<String>) -> Finding {
    Finding { sign: Sign::Bad, about, told: told.into(), fix: Some(fix.into()) }
}

fn tell(everywhere: &Everywhere, findings: &[Finding]) {
    let usable = findings.iter().all(|finding| finding.sign != Sign::Bad);
    if everywhere.json {
        for finding in findings {
            let sign = match finding.sign {
                Sign::Good => "good",
                Sign::Note => "note",
                Sign::Bad => "bad",
            };
            print(&json!({"about": finding.about, "sign": sign, "told": finding.told, "fix": finding.fix}).to_string());
        }
        print(&json!({"result": {"usable": usable}}).to_string());
        return;
    }
    for finding in findings {
        let sign = match finding.sign {
            Sign::Good => "✓",
            Sign::Note => "!",
            Sign::Bad => "✗",
        };
        print(&format!("{sign} {:<9} {}", finding.about, words::shown(&finding.told, 400)));
        if let Some(fix) = &finding.fix {
            print(&format!("            {}", words::shown(fix, 400)));
        }
    }
    print("");
    print(if usable { "webhand can be used; try: webhand demo" } else { "webhand cannot be used yet" });
}

fn brain(settings: &Settings) -> Finding {
    let spec = settings.brain.as_deref().unwrap_or("literal");
    match wiring::brain(spec, &wiring::env) {
        Ok(_) => good("brain", format!("{} is used unless --brain names another", words::shown(spec, 100))),
        Err(error) => bad(
            "brain",
            format!("{}: {error:#}", words::shown(spec, 100)),
            "`webhand config set brain literal` needs no key",
        ),
    }
}

/// Settings that are still accepted and no longer mean anything.
fn unused(settings: &Settings) -> Option<Finding> {
    settings.embeddings.as_ref()?;
    let fix = "`webhand config unset embeddings`".to_owned();
    Some(note("settings", "embeddings are set, which the literal brain no longer uses", fix))
}

/// Which keys are set; never what they are.
fn keys() -> Vec<Finding> {
    let is_set = |name: &str| wiring::env(name).is_some_and(|value| !value.is_empty());
    let is_kept = |name: &str| matches!(keychain::find(name), Ok(Some(_)));
    let has_key = |name: &&str| is_set(name) || is_set(&format!("{name}_FILE")) || is_kept(name);
    let names: BTreeSet<&str> = providers().filter_map(|provider| provider.key.variable()).collect();
    let (set, unset): (Vec<_>, Vec<_>) = names.into_iter().partition(has_key);
    if set.is_empty() {
        return vec![note("keys", "no provider's key is set", format!("for a model, set one of {}", unset.join(", ")))];
    }
    vec![good("keys", format!("{} set", set.join(", ")))]
}

async fn store(home: &Home) -> Finding {
    let opened = async {
        let store = wiring::store(home).await?;
        Ok::<_, anyhow::Error>(store.runs(10_000).await?.len())
    };
    match opened.await {
        Ok(runs) => {
            let runs = words::count(runs.try_into().unwrap_or(u64::MAX), "run");
            good("store", format!("{} can be written, {runs}", shown(&home.journal())))
        }
        Err(error) => bad("store", format!("{error:#}"), "choose another folder with --data-dir or WEBHAND_HOME"),
    }
}

/// Finds the browser, starts it, and has it read a page.
async fn browser(home: &Home, named: Option<PathBuf>, site: Option<&DemoSite>) -> Vec<Finding> {
    let program = match find_browser(named.as_deref()) {
        Ok(program) => program,
        Err(error) => return vec![bad("browser", error.to_string(), "without a browser nothing can be done")],
    };
    let scratch = match new_id().and_then(|id| home.scratch(&id)) {
        Ok(scratch) => scratch,
        Err(error) => {
            return vec![bad("browser", format!("{error:#}"), "choose another folder with --data-dir or WEBHAND_HOME")];
        }
    };
    let profile = scratch.profile();
    let wish = Wish { program: Some(program.clone()), profile, window: Window::Headless, downloads: None };
    let began = Instant::now();
    match wiring::chrome(&wish).await {
        Ok(chrome) => {
            let took = began.elapsed().as_millis();
            let about = format!("{}, {}, started in {took} ms", shown(&program), chrome.version().product);
            let sandbox = sandbox(chrome.sandbox());
            let chrome: Arc<dyn Browser> = Arc::new(chrome);
            let mut findings = vec![good("browser", about), sandbox];
            if let Some(site) = site {
                findings.push(read_a_page(&chrome, site).await);
            }
            chrome.close().await;
            findings
        }
        Err(error) => {
            vec![bad("browser", format!("{}: {error:#}", shown(&program)), "name another with --browser-path")]
        }
    }
}

fn sandbox(sandbox: Sandbox) -> Finding {
    match sandbox {
        Sandbox::On => good("sandbox", "on"),
        Sandbox::OffForRoot => {
            note("sandbox", "off, because webhand runs as root", "pages are less confined; run it as another user")
        }
    }
}

/// A whole run without a trace: the page script is there and can read.
async fn read_a_page(browser: &Arc<dyn Browser>, site: &DemoSite) -> Finding {
    struct Nobody;
    impl Watcher for Nobody {
        fn on_event(&self, _: &Event) {}
        fn on_live_text(&self, _: &str) {}
    }
    let began = Instant::now();
    let read = async {
        let start = Some(WebUrl::parse(site.url())?);
        let task = Task { start, ..Task::new("read the page") };
        let brain = wiring::brain("literal", &|_| None)?;
        let ports = Ports {
            browser: Arc::clone(browser),
            brain,
            brains: Arc::new(wiring::AllBrains::default()),
            store: Arc::new(MemoryStore::default()),
        };
        let (_say, inbox) = tokio::sync::mpsc::channel(1);
        let driver = RunDriver::new(new_id()?, ports, Arc::new(Nobody), inbox, PersonPresence::Absent);
        Ok::<_, anyhow::Error>(tokio::time::timeout(READ_WITHIN, driver.run(RunStart::New(Box::new(task)))).await??)
    };
    let fix = "this build may lack the page script; install it again";
    match read.await {
        Ok(RunExit::Finished(RunOutcome::Done { .. })) => {
            good("page", format!("a page was read in {} ms", began.elapsed().as_millis()))
        }
        Ok(RunExit::Finished(ending)) => bad("page", ending.in_words(), fix),
        Ok(RunExit::Parked(question)) => bad("page", question.text, fix),
        Err(error) => bad("page", format!("{error:#}"), fix),
    }
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

const READ_WITHIN: Duration = Duration::from_secs(20);
