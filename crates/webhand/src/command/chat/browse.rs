//! A message that needs the browser: a run like any other, in the one browser of the conversation.

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
use crate::run_job::{AnswerPolicy, Conclusion, EventOutput, JobEnd, OnInterrupt, RunJob, Unanswered};
use crate::terminal::{LineKind, Screen, ScreenLine};
use crate::wiring::{self, BrainOpener, BrowserLaunch};

/// The browser and the journal of a conversation, opened by the first message that needs them.
pub struct ChatBrowser {
    chrome: Arc<Chrome>,
    browser: Arc<SecretKeeper>,
    store: Arc<SqliteStore>,
    launch: BrowserLaunch,
    folder: RunFolder,
    _lock: RunLock,
    cleanup: JoinHandle<()>,
}

/// The page that the browser shows when a message begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StartPage {
    /// No page yet.
    Empty,
    /// The page of the last message.
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

    /// Starts another browser where the last one is gone.
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

    /// Ends the browser. Only the journal and downloaded files are left.
    pub async fn close(self) {
        self.browser.close().await;
        // The cleanup began with the first message and is long over, unless that message was the last.
        let _ = timeout(CLEANED_WITHIN, self.cleanup).await;
        self.folder.remove_all_but_downloads();
    }
}

impl Chat {
    /// Runs the message as a task until it is done, refused, stopped or waits for an answer.
    pub(super) async fn browse(&mut self, message: &str) -> Result<MessageResult> {
        let page = self.ensure_browser().await?;
        let task = self.task(message, page)?;
        let chat_browser = self.browser.as_ref().context("there is no browser")?;
        let id = new_run_id()?;
        let folder = self.data_dir.run_folder(&id);
        let _lock = folder.lock()?.context("another program works on this run")?;
        folder.save_setup(&self.prepared.setup)?;
        let job = RunJob {
            id: id.clone(),
            begin: RunStart::New(Box::new(task)),
            earlier: &[],
            ports: Ports {
                browser: Arc::clone(&chat_browser.browser) as _,
                brain: Arc::clone(&self.prepared.brain),
                brains: Arc::new(BrainOpener(self.prepared.helpers.clone())),
                store: Arc::clone(&chat_browser.store) as _,
            },
            screen: &self.screen,
            output: EventOutput::TextWithoutTitle,
            answer_policy: AnswerPolicy::new(self.yes, self.unanswered),
            prompter: &mut self.prompter,
            signals: &mut self.signals,
            secrets: Arc::clone(&chat_browser.browser),
            on_interrupt: OnInterrupt::Cancel,
        };
        let stop = job.run().await.with_context(|| format!("run {} was left", id.short()))?;
        if !matches!(stop, JobEnd::Finished(RunOutcome::Done { .. })) {
            // Requests that this message still holds must not be released by the next one.
            chat_browser.browser.hand_over().await;
            chat_browser.browser.take_back().await;
        }
        let reports: Vec<_> = self.prepared.wants_report.then(|| folder.report()).into_iter().collect();
        Ok(MessageResult::Run(
            Conclusion::conclude_run(chat_browser.store.as_ref(), id, stop, &folder, &reports).await?,
        ))
    }

    /// Starts a browser if there is none.
    async fn ensure_browser(&mut self) -> Result<StartPage> {
        if let Some(chat_browser) = &mut self.browser {
            let page = chat_browser.renew(&self.screen).await?;
            if page == StartPage::Empty {
                self.prepared.helpers.attach_chats(&chat_browser.chrome, &chat_browser.launch, Some(&self.screen));
            }
            return Ok(page);
        }
        let chat_browser = ChatBrowser::open(&self.data_dir, &self.prepared.setup, &self.screen).await?;
        self.prepared.helpers.attach_chats(&chat_browser.chrome, &chat_browser.launch, Some(&self.screen));
        warn_of_grants(&self.screen, &self.prepared.task);
        if chat_browser.launch.window == Window::Visible && self.unanswered == Unanswered::AskAtTerminal {
            self.screen.show(ScreenLine::new(LineKind::About, "Ctrl-\\ gives you the browser while it works"));
        }
        self.browser = Some(chat_browser);
        Ok(StartPage::Empty)
    }

    fn task(&self, message: &str, page: StartPage) -> Result<Task> {
        let first = self.prepared.task.clone();
        let start_grant = first.start.as_ref().map(grant_for_start).transpose()?;
        Ok(Task {
            text: message.to_owned(),
            before: self.history.exchanges(),
            start: first.start.clone().filter(|_| page == StartPage::Empty),
            grants: first.grants.iter().cloned().chain(start_grant).collect(),
            ..first
        })
    }
}

/// The origin of the start page is granted to later messages as it is to the first.
fn grant_for_start(start: &WebUrl) -> Result<Grant> {
    let host = start.origin().as_str().split_once("://").map_or_else(String::new, |(_, host)| host.to_owned());
    Ok(Grant { origins: OriginPattern::parse(&host)?, permission: Permission::Input })
}
