//! `webhand doctor`: checks that everything webhand needs is there, and says how to mend what is not.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use serde_json::json;
use webhand_brain::spec::providers;
use webhand_chrome::{PageEnvironment, Sandbox, Window, find_browser};
use webhand_engine::{PersonPresence, Ports, RunDriver, RunExit, RunStart, Watcher};
use webhand_model::{Event, Redaction, RunOutcome, Task, WebUrl};
use webhand_port::fake::MemoryStore;
use webhand_port::{Browser, Store as _};

use crate::cli::GlobalArgs;
use crate::data_dir::{DataDir, new_run_id};
use crate::demo_site::DemoSite;
use crate::display;
use crate::exit::Exit;
use crate::keychain;
use crate::settings::{Settings, SettingsFile};
use crate::terminal::print_line;
use crate::wiring::{self, BrowserLaunch};

pub async fn run_doctor(global: &GlobalArgs, browser_path: Option<PathBuf>) -> Result<Exit> {
    let data_dir = DataDir::find(global.data_dir.as_deref())?;
    let mut checks = Vec::new();
    let settings = match SettingsFile::find().and_then(|file| Ok((file.settings()?, file))) {
        Ok((settings, file)) => {
            checks.push(good("settings", shown(file.path())));
            settings
        }
        Err(error) => {
            checks.push(bad("settings", format!("{error:#}"), "mend the file, or `webhand config unset KEY`"));
            Settings::default()
        }
    };
    checks.push(check_brain(&settings));
    checks.extend(check_unused_settings(&settings));
    checks.extend(check_keys());
    checks.push(check_store(&data_dir).await);
    let site = DemoSite::start().await;
    checks.push(match &site {
        Ok(site) => good("loopback", format!("a server can listen ({})", site.url())),
        Err(error) => bad("loopback", error.to_string(), "allow programs to listen on 127.0.0.1"),
    });
    let named = browser_path.or(settings.browser_path);
    checks.extend(Box::pin(check_browser(&data_dir, named, site.ok().as_ref())).await);
    print_checks(global, &checks);
    let usable = checks.iter().all(|check| check.status != CheckStatus::Bad);
    Ok(if usable { Exit::Done } else { Exit::Failed })
}

struct DoctorCheck {
    status: CheckStatus,
    about: &'static str,
    detail: String,
    fix: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CheckStatus {
    Good,
    /// Usable, but worth knowing.
    Note,
    Bad,
}

fn good(about: &'static str, detail: impl Into<String>) -> DoctorCheck {
    DoctorCheck { status: CheckStatus::Good, about, detail: detail.into(), fix: None }
}

fn note(about: &'static str, detail: impl Into<String>, fix: impl Into<String>) -> DoctorCheck {
    DoctorCheck { status: CheckStatus::Note, about, detail: detail.into(), fix: Some(fix.into()) }
}

fn bad(about: &'static str, detail: impl Into<String>, fix: impl Into<String>) -> DoctorCheck {
    DoctorCheck { status: CheckStatus::Bad, about, detail: detail.into(), fix: Some(fix.into()) }
}

fn print_checks(global: &GlobalArgs, checks: &[DoctorCheck]) {
    let usable = checks.iter().all(|check| check.status != CheckStatus::Bad);
    if global.json {
        for check in checks {
            let status = match check.status {
                CheckStatus::Good => "good",
                CheckStatus::Note => "note",
                CheckStatus::Bad => "bad",
            };
            print_line(
                &json!({"about": check.about, "sign": status, "told": check.detail, "fix": check.fix}).to_string(),
            );
        }
        print_line(&json!({"result": {"usable": usable}}).to_string());
        return;
    }
    for check in checks {
        let status = match check.status {
            CheckStatus::Good => "✓",
            CheckStatus::Note => "!",
            CheckStatus::Bad => "✗",
        };
        print_line(&format!("{status} {:<9} {}", check.about, display::one_line(&check.detail, 400)));
        if let Some(fix) = &check.fix {
            print_line(&format!("            {}", display::one_line(fix, 400)));
        }
    }
    print_line("");
    print_line(if usable { "webhand can be used; try: webhand demo" } else { "webhand cannot be used yet" });
}

fn check_brain(settings: &Settings) -> DoctorCheck {
    let spec = settings.brain.as_deref().unwrap_or("literal");
    match wiring::open_brain(spec, &wiring::env, Redaction::default()) {
        Ok(_) => good("brain", format!("{} is used unless --brain names another", display::one_line(spec, 100))),
        Err(error) => bad(
            "brain",
            format!("{}: {error:#}", display::one_line(spec, 100)),
            "`webhand config set brain literal` needs no key",
        ),
    }
}

/// Settings that are still accepted and no longer have an effect.
fn check_unused_settings(settings: &Settings) -> Option<DoctorCheck> {
    settings.embeddings.as_ref()?;
    let fix = "`webhand config unset embeddings`".to_owned();
    Some(note("settings", "embeddings are set, which the literal brain no longer uses", fix))
}

/// Which keys are set. The keys themselves are never shown.
fn check_keys() -> Vec<DoctorCheck> {
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

async fn check_store(data_dir: &DataDir) -> DoctorCheck {
    let opened = async {
        let store = wiring::open_store(data_dir).await?;
        Ok::<_, anyhow::Error>(store.runs(10_000).await?.len())
    };
    match opened.await {
        Ok(runs) => {
            let runs = display::count(runs.try_into().unwrap_or(u64::MAX), "run");
            good("store", format!("{} can be written, {runs}", shown(&data_dir.journal_file())))
        }
        Err(error) => bad("store", format!("{error:#}"), "choose another folder with --data-dir or WEBHAND_HOME"),
    }
}

/// Finds the browser, starts it, and reads a page with it.
async fn check_browser(data_dir: &DataDir, named: Option<PathBuf>, site: Option<&DemoSite>) -> Vec<DoctorCheck> {
    let program = match find_browser(named.as_deref()) {
        Ok(program) => program,
        Err(error) => return vec![bad("browser", error.to_string(), "without a browser nothing can be done")],
    };
    let scratch = match new_run_id().and_then(|id| data_dir.scratch(&id)) {
        Ok(scratch) => scratch,
        Err(error) => {
            return vec![bad("browser", format!("{error:#}"), "choose another folder with --data-dir or WEBHAND_HOME")];
        }
    };
    let profile = scratch.profile();
    let launch = BrowserLaunch {
        program: Some(program.clone()),
        profile,
        window: Window::Headless,
        downloads: None,
        digest_key: None,
        attach: None,
        extension: None,
        chats: None,
        pages: PageEnvironment::default(),
        storage_state: None,
    };
    let began = Instant::now();
    match wiring::start_chrome(&launch).await {
        Ok(chrome) => {
            let took = began.elapsed().as_millis();
            let about = format!("{}, {}, started in {took} ms", shown(&program), chrome.version().product);
            let sandbox = check_sandbox(chrome.sandbox());
            let chrome: Arc<dyn Browser> = Arc::new(chrome);
            let mut checks = vec![good("browser", about), sandbox];
            if let Some(site) = site {
                checks.push(check_reading(&chrome, site).await);
            }
            chrome.close().await;
            checks
        }
        Err(error) => {
            vec![bad("browser", format!("{}: {error:#}", shown(&program)), "name another with --browser-path")]
        }
    }
}

fn check_sandbox(sandbox: Sandbox) -> DoctorCheck {
    match sandbox {
        Sandbox::On => good("sandbox", "on"),
        Sandbox::OffForRoot => {
            note("sandbox", "off, because webhand runs as root", "pages are less confined; run it as another user")
        }
    }
}

/// Does a whole run with a journal in memory: the page script is installed and can read.
async fn check_reading(browser: &Arc<dyn Browser>, site: &DemoSite) -> DoctorCheck {
    struct NoWatcher;
    impl Watcher for NoWatcher {
        fn on_event(&self, _: &Event) {}
        fn on_live_text(&self, _: &str) {}
    }
    let began = Instant::now();
    let read = async {
        let start = Some(WebUrl::parse(site.url())?);
        let task = Task { start, ..Task::new("read the page") };
        let brain = wiring::open_brain("literal", &|_| None, Redaction::default())?;
        let ports = Ports {
            browser: Arc::clone(browser),
            brain,
            brains: Arc::new(wiring::BrainOpener::default()),
            store: Arc::new(MemoryStore::default()),
        };
        let (_inputs, inbox) = tokio::sync::mpsc::channel(1);
        let driver = RunDriver::new(new_run_id()?, ports, Arc::new(NoWatcher), inbox, PersonPresence::Absent);
        Ok::<_, anyhow::Error>(tokio::time::timeout(READ_WITHIN, driver.run(RunStart::New(Box::new(task)))).await??)
    };
    let fix = "this build may lack the page script; install it again";
    match read.await {
        Ok(RunExit::Finished(RunOutcome::Done { .. })) => {
            good("page", format!("a page was read in {} ms", began.elapsed().as_millis()))
        }
        Ok(RunExit::Finished(ending)) => bad("page", ending.in_words(), fix),
        Ok(RunExit::Parked(question)) => bad("page", question.text, fix),
        Ok(RunExit::UsesDebugger) => bad("page", "it needs the browser's debugger".to_owned(), fix),
        Ok(RunExit::Suspended(why)) => bad("page", why, fix),
        Err(error) => bad("page", format!("{error:#}"), fix),
    }
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

const READ_WITHIN: Duration = Duration::from_secs(20);
