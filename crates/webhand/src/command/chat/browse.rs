//! A message that is worked on in the browser: a run like any other, in the one browser of the conversation.

use std::sync::Arc;

use anyhow::{Context as _, Result};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use webhand_chrome::{Chrome, Window};
use webhand_engine::{Ports, RunStart, SecretKeeper};
use webhand_model::{Grant, OriginPattern, Permission, RunOutcome, Task, WebUrl};
use webhand_port::Browser as _;
use webhand_store::SqliteStore;

use super::{Chat, MessageResult};
use crate::command::interaction::warn_of_grants;
use crate::data_dir::{DataDir, RunFolder, RunLock, RunSetup, new_run_id};
use crate::leftovers::{CLEANED_WITHIN, spawn_cleanup};
use crate::run_job::{AnswerPolicy, Conclusion, EventOutput, JobEnd, RunJob, Unanswered};
use crate::terminal::{LineKind, Screen, ScreenLine};
use crate::wiring::{self, BrainOpener, BrowserLaunch};

/// The browser and the journal of a conversation, from the first message that needs them.
pub struct ChatBrowser {
    chrome: Arc<Chrome>,
    browser: Arc<SecretKeeper>,
    store: Arc<SqliteStore>,
    launch: BrowserLaunch,
    folder: RunFolder,
    _lock: RunLock,
    cleanup: JoinHandle<()>,
}

/// What the browser shows when a message is begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StartPage {
    /// Nothing yet.
    Empty,
    /// What the last message left there.
    AsLeft,
}

impl ChatBrowser {
    async fn open(data_dir: &DataDir, setup: &RunSetup, screen: &Screen) -> Result<Self> {
        let id = new_run_id()?;
        let folder = data_dir.run_folder(&id);
        let lock = folder.lock()?.context("another program has the same id")?;
        let launch = BrowserLaunch::for_run(data_dir, &id, setup)?;
        // The browser takes longest by far, so the journal is opened while it starts.
        let opened = tokio::try_join!(wiring::start_chrome_with_notice(&launch, screen), wiring::open_store(data_dir));
        if opened.is_err() {
            folder.remove();
        }
        let (chrome, store) = opened?;
        let (browser, cleanup) = (wiring::keep_secrets(&chrome), spawn_cleanup(data_dir, &store));
        Ok(Self { chrome, browser, store, launch, folder, _lock: lock, cleanup })
    }

    /// Another browser where the last one is gone.
    async fn renew(&mut self, screen: &Screen) -> Result<StartPage> {
        if self.chrome.is_responding().await {
            return Ok(StartPage::AsLeft);
        }
        self.browser.close().await;
        screen.show(ScreenLine::new(LineKind::Note, "the browser is gone; another one is started"));
        self.chrome = wiring::start_chrome_with_notice(&self.launch, screen).await?;
        self.browser = wiring::keep_secrets(&self.chrome);
        Ok(StartPage::Empty)
    }

    /// Ends the browser. Nothing but the journal and what was downloaded is left.
    pub async fn close(self) {
        self.browser.close().await;
        // It began with the first message and is long over, unless that was the last.
        let _ = timeout(CLEANED_WITHIN, self.cleanup).await;
        self.folder.remove_all_but_downloads();
    }
}

impl Chat {
    /// Works on the message until it is done, refused, stopped or waits for somebody.
    pub(super) async fn browse(&mut self, message: &str) -> Result<MessageResult> {
        let page = self.ensure_browser().await?;
        let task = self.task(message, page)?;
        let place = self.browser.as_ref().context("there is no browser")?;
        let id = new_run_id()?;
        let folder = self.data_dir.run_folder(&id);
        let _lock = folder.lock()?.context("another program works on this run")?;
        folder.save_setup(&self.prepared.setup)?;
        let job = RunJob {
            id: id.clone(),
            begin: RunStart::New(Box::new(task)),
            earlier: &[],
            ports: Ports {
                browser: Arc::clone(&place.browser) as _,
                brain: Arc::clone(&self.prepared.brain),
                brains: Arc::new(BrainOpener(self.prepared.helpers.clone())),
                store: Arc::clone(&place.store) as _,
            },
            screen: &self.screen,
            output: EventOutput::TextWithoutTitle,
            answer_policy: AnswerPolicy::new(self.yes, self.unanswered),
            prompter: &mut self.prompter,
            signals: &mut self.signals,
            discreet: Arc::clone(&place.browser),
        };
        let stop = job.run().await.with_context(|| format!("run {} was left", id.short()))?;
        if !matches!(stop, JobEnd::Finished(RunOutcome::Done { .. })) {
            // Whatever it still held is not let go by the next message.
            place.browser.hand_over().await;
            place.browser.take_back().await;
        }
        let reports: Vec<_> = self.prepared.wants_report.then(|| folder.report()).into_iter().collect();
        Ok(MessageResult::Run(Conclusion::conclude_run(place.store.as_ref(), id, stop, &folder, &reports).await?))
    }

    /// Sees to it that there is a browser.
    async fn ensure_browser(&mut self) -> Result<StartPage> {
        if let Some(place) = &mut self.browser {
            return place.renew(&self.screen).await;
        }
        let place = ChatBrowser::open(&self.data_dir, &self.prepared.setup, &self.screen).await?;
        warn_of_grants(&self.screen, &self.prepared.task);
        if place.launch.window == Window::Visible && self.unanswered == Unanswered::AskAtTerminal {
            self.screen.show(ScreenLine::new(LineKind::About, "Ctrl-\\ gives you the browser while it works"));
        }
        self.browser = Some(place);
        Ok(StartPage::Empty)
    }

    fn task(&self, message: &str, page: StartPage) -> Result<Task> {
        let first = self.prepared.task.clone();
        let begun = first.start.as_ref().map(grant_for_start).transpose()?;
        Ok(Task {
            text: message.to_owned(),
            before: self.history.exchanges(),
            start: first.start.clone().filter(|_| page == StartPage::Empty),
            grants: first.grants.iter().cloned().chain(begun).collect(),
            ..first
        })
    }
}

/// Where the conversation began, later messages may go on as the first might.
fn grant_for_start(start: &WebUrl) -> Result<Grant> {
    let host = start.origin().as_str().split_once("://").map_or_else(String::new, |(_, host)| host.to_owned());
    Ok(Grant { origins: OriginPattern::parse(&host)?, permission: Permission::Input })
}
