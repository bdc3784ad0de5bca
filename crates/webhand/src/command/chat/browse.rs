//! A message that is worked on in the browser: a run like any other, in the one browser of the conversation.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use webhand_chrome::{Chrome, Window};
use webhand_engine::{Ports, RunStart, SecretKeeper};
use webhand_model::{Grant, OriginPattern, Permission, RunOutcome, Task, WebUrl};
use webhand_port::Browser as _;
use webhand_store::SqliteStore;

use super::{Came, Chat};
use crate::command::run::warn_of_grants;
use crate::command::{new_id, sweep, wish};
use crate::home::{Home, RunFolder, RunLock, Setup};
use crate::terminal::{Line, Mark, Screen};
use crate::wiring::{self, AllBrains, Wish};
use crate::work::{Answering, Conclusion, Job, Rest, Stop, Telling};

/// The browser and the journal of a conversation, from the first message that needs them.
pub struct Workplace {
    chrome: Arc<Chrome>,
    browser: Arc<SecretKeeper>,
    store: Arc<SqliteStore>,
    wish: Wish,
    folder: RunFolder,
    _lock: RunLock,
    sweeping: JoinHandle<()>,
}

/// What the browser shows when a message is begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Page {
    /// Nothing yet.
    Empty,
    /// What the last message left there.
    AsLeft,
}

impl Workplace {
    async fn open(home: &Home, setup: &Setup, screen: &Screen) -> Result<Self> {
        let id = new_id()?;
        let folder = home.run(&id);
        let lock = folder.take()?.context("another program has the same id")?;
        let wish = wish(home, &id, setup)?;
        // The browser takes longest by far, so the journal is opened while it starts.
        let opened = tokio::try_join!(wiring::told_chrome(&wish, screen), wiring::store(home));
        if opened.is_err() {
            folder.remove();
        }
        let (chrome, store) = opened?;
        let (browser, sweeping) = (wiring::discreet(&chrome), sweep(home, &store));
        Ok(Self { chrome, browser, store, wish, folder, _lock: lock, sweeping })
    }

    /// Another browser where the last one is gone.
    async fn renew(&mut self, screen: &Screen) -> Result<Page> {
        if self.chrome.lives().await {
            return Ok(Page::AsLeft);
        }
        self.browser.close().await;
        screen.show(Line::new(Mark::Note, "the browser is gone; another one is started"));
        self.chrome = wiring::told_chrome(&self.wish, screen).await?;
        self.browser = wiring::discreet(&self.chrome);
        Ok(Page::Empty)
    }

    /// Ends the browser. Nothing but the journal and what was downloaded is left.
    pub async fn close(self) {
        self.browser.close().await;
        // It began with the first message and is long over, unless that was the last.
        let _ = timeout(SWEPT_WITHIN, self.sweeping).await;
        self.folder.clear();
    }
}

impl Chat {
    /// Works on the message until it is done, refused, stopped or waits for somebody.
    pub(super) async fn browse(&mut self, message: &str) -> Result<Came> {
        let page = self.settle_in().await?;
        let task = self.task(message, page)?;
        let place = self.place.as_ref().context("there is no browser")?;
        let id = new_id()?;
        let folder = self.home.run(&id);
        let _lock = folder.take()?.context("another program works on this run")?;
        folder.remember(&self.prepared.setup)?;
        let job = Job {
            id: id.clone(),
            begin: RunStart::New(Box::new(task)),
            earlier: &[],
            ports: Ports {
                browser: Arc::clone(&place.browser) as _,
                brain: Arc::clone(&self.prepared.brain),
                brains: Arc::new(AllBrains(self.prepared.helpers.clone())),
                store: Arc::clone(&place.store) as _,
            },
            screen: &self.screen,
            telling: Telling::Sequel,
            answering: Answering::new(self.yes, self.rest),
            prompter: &mut self.prompter,
            signals: &mut self.signals,
            discreet: Arc::clone(&place.browser),
        };
        let stop = job.carry_out().await.with_context(|| format!("run {} was left", id.short()))?;
        if !matches!(stop, Stop::Finished(RunOutcome::Done { .. })) {
            // Whatever it still held is not let go by the next message.
            place.browser.hand_over().await;
            place.browser.take_back().await;
        }
        let reports: Vec<_> = self.prepared.wants_report.then(|| folder.report()).into_iter().collect();
        Ok(Came::Run(Conclusion::reach(place.store.as_ref(), id, stop, &folder, &reports).await?))
    }

    /// Sees to it that there is a browser.
    async fn settle_in(&mut self) -> Result<Page> {
        if let Some(place) = &mut self.place {
            return place.renew(&self.screen).await;
        }
        let place = Workplace::open(&self.home, &self.prepared.setup, &self.screen).await?;
        warn_of_grants(&self.screen, &self.prepared.task);
        if place.wish.window == Window::Visible && self.rest == Rest::Terminal {
            self.screen.show(Line::new(Mark::About, "Ctrl-\\ gives you the browser while it works"));
        }
        self.place = Some(place);
        Ok(Page::Empty)
    }

    fn task(&self, message: &str, page: Page) -> Result<Task> {
        let first = self.prepared.task.clone();
        let begun = first.start.as_ref().map(begun_on).transpose()?;
        Ok(Task {
            text: message.to_owned(),
            before: self.memory.told(),
            start: first.start.clone().filter(|_| page == Page::Empty),
            grants: first.grants.iter().cloned().chain(begun).collect(),
            ..first
        })
    }
}

/// Where the conversation began, later messages may go on as the first might.
fn begun_on(start: &WebUrl) -> Result<Grant> {
    let host = start.origin().as_str().split_once("://").map_or_else(String::new, |(_, host)| host.to_owned());
    Ok(Grant { origins: OriginPattern::parse(&host)?, permission: Permission::Input })
}

const SWEPT_WITHIN: Duration = Duration::from_secs(2);
