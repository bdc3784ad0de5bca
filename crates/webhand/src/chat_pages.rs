//! The chat pages of a run on this machine: a tab in the run's own browser, and a file beside the run for what has to
//! survive the process.
//!
//! The browser is there only once the run has begun, so brains are opened before it and reach it through [`LocalChats`].

use std::collections::BTreeMap;
use std::fmt;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Result;
use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use tokio::sync::OnceCell;
use webhand_brain::chat_tab::{Adapters, parse_adapter};
use webhand_brain::spec::{BrainChoice, BrainSpec, ChatTabSpec};
use webhand_chrome::{ChatTab, Chrome};
use webhand_model::Millis;
use webhand_port::{BrainError, ChatPage, ChatPageError, ChatPages};

use crate::data_dir::write_private;
use crate::exit::UsageError;
use crate::settings::{Settings, SettingsFile};
use crate::terminal::{Screen, ScreenUpdate};

/// The chat pages of one run.
#[derive(Default)]
pub struct LocalChats {
    browser: Arc<OnceLock<RunBrowser>>,
    pages: Mutex<BTreeMap<String, Arc<LocalChatPage>>>,
}

/// The browser of a run, once it is started.
struct RunBrowser {
    chrome: Arc<Chrome>,
    /// Where the run keeps what it knows of chats.
    folder: PathBuf,
    screen: Option<Arc<Screen>>,
}

impl fmt::Debug for LocalChats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LocalChats").field("has_browser", &self.browser.get().is_some()).finish_non_exhaustive()
    }
}

impl LocalChats {
    /// Provides the browser in which chats are opened. Only the first one counts.
    pub fn attach(&self, chrome: &Arc<Chrome>, folder: PathBuf, screen: Option<&Arc<Screen>>) {
        let browser = RunBrowser { chrome: Arc::clone(chrome), folder, screen: screen.cloned() };
        if self.browser.set(browser).is_err() {
            tracing::debug!("the chats of a run have a browser already");
        }
    }
}

impl ChatPages for LocalChats {
    fn page(&self, name: &str) -> Result<Arc<dyn ChatPage>, BrainError> {
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || Arc::new(LocalChatPage::new(name, Arc::clone(&self.browser)));
        Ok(Arc::clone(pages.entry(name.to_owned()).or_insert_with(new)) as _)
    }
}

struct LocalChatPage {
    /// The name of the file with what is kept.
    file: String,
    browser: Arc<OnceLock<RunBrowser>>,
    tab: OnceCell<ChatTab>,
    began: Instant,
}

impl LocalChatPage {
    fn new(name: &str, browser: Arc<OnceLock<RunBrowser>>) -> Self {
        let plain = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' });
        let file = format!("{}.json", plain.take(LONGEST_NAME).collect::<String>());
        Self { file, browser, tab: OnceCell::new(), began: Instant::now() }
    }

    fn browser(&self) -> Result<&RunBrowser, ChatPageError> {
        self.browser.get().ok_or_else(|| ChatPageError::NotOpened("the run has no browser for chats".to_owned()))
    }

    async fn tab(&self) -> Result<&ChatTab, ChatPageError> {
        let open = || async {
            let tab = self.browser()?.chrome.chat_tab();
            tab.ok_or_else(|| ChatPageError::NotOpened("too many work in this browser already".to_owned()))
        };
        self.tab.get_or_try_init(open).await
    }
}

impl ChatPage for LocalChatPage {
    fn open<'a>(&'a self, address: &'a str) -> BoxFuture<'a, Result<(), ChatPageError>> {
        async move { self.tab().await?.open(address).await }.boxed()
    }

    fn call<'a>(&'a self, call: &'a str, within: Duration) -> BoxFuture<'a, Result<String, ChatPageError>> {
        async move { self.tab().await?.call(call, within).await }.boxed()
    }

    fn insert_text<'a>(&'a self, text: &'a str) -> BoxFuture<'a, Result<(), ChatPageError>> {
        async move { self.tab().await?.insert_text(text).await }.boxed()
    }

    fn recall(&self) -> BoxFuture<'_, Option<String>> {
        let note = self.browser().ok().and_then(|run| std::fs::read_to_string(run.folder.join(&self.file)).ok());
        ready(note).boxed()
    }

    fn keep<'a>(&'a self, note: &'a str) -> BoxFuture<'a, Result<(), ChatPageError>> {
        let kept = self.browser().and_then(|run| {
            let written = write_private(&run.folder.join(&self.file), note.as_bytes());
            written.map_err(|error| ChatPageError::NotKept(error.to_string()))
        });
        ready(kept).boxed()
    }

    fn show(&self, status: &str) {
        if let Some(screen) = self.browser.get().and_then(|run| run.screen.as_ref()) {
            screen.show(ScreenUpdate::wait(status));
        }
    }

    fn now(&self) -> Millis {
        Millis(u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    fn pause(&self, time: Duration) -> BoxFuture<'_, ()> {
        tokio::time::sleep(time).boxed()
    }

    fn random(&self) -> u64 {
        RandomState::new().build_hasher().finish()
    }
}

/// The adapters of this program and those in the person's folder beside the settings.
pub fn load_adapters() -> Result<Adapters> {
    let mut adapters = Adapters::default();
    let folder = adapter_folder()?;
    let Ok(entries) = std::fs::read_dir(&folder) else { return Ok(adapters) };
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "toml"));
    files.sort();
    for file in files.into_iter().take(MOST_FILES) {
        let wrong = |why: String| UsageError(format!("{}: {why}", file.display()));
        let text = std::fs::read_to_string(&file).map_err(|error| wrong(error.to_string()))?;
        adapters.add(&text).map_err(|error| wrong(error.to_string()))?;
    }
    Ok(adapters)
}

/// Keeps an adapter in the person's folder; returns where.
pub fn save_adapter(name: &str, text: &str) -> Result<PathBuf> {
    parse_adapter(text)?;
    let file = adapter_folder()?.join(format!("{name}.toml"));
    write_private(&file, text.as_bytes())?;
    Ok(file)
}

fn adapter_folder() -> Result<PathBuf> {
    Ok(SettingsFile::find()?.beside("chat-sites"))
}

/// Refuses a chat that the person has not switched on, with what its site says about automated use.
pub fn check_switched_on(spec: &BrainSpec, settings: &Settings, adapters: &Adapters) -> Result<(), UsageError> {
    let chats = spec.choices.iter().filter_map(|choice| match choice {
        BrainChoice::ChatTab(chat) => Some(chat),
        BrainChoice::Model(_) | BrainChoice::Literal => None,
    });
    for chat in chats {
        let name = switch_of(chat, adapters);
        if !chat.is_local() && !settings.chat_tabs.contains(&name) {
            let switch = format!("webhand config set chat_tabs {name}");
            return Err(UsageError(format!(
                "chats at {name} are switched off. {} If you want it all the same: `{switch}`",
                terms(&name, adapters)
            )));
        }
    }
    Ok(())
}

/// The name under which a chat is switched on: that of its adapter where the adapter is made for its host, else its host.
fn switch_of(chat: &ChatTabSpec, adapters: &Adapters) -> String {
    let host = chat.host();
    match (&chat.site, host) {
        (Some(site), None) => site.clone(),
        (_, Some(host)) => {
            let made_for = adapters.all().find(|adapter| adapter.hosts.contains(&host));
            made_for.map_or(host, |adapter| adapter.name.clone())
        }
        (None, None) => String::new(),
    }
}

/// What a person reads before a chat is switched on: what its site says, and what to use instead.
pub fn terms(name: &str, adapters: &Adapters) -> String {
    let adapter = adapters.named(name).or_else(|| adapters.named("self-hosted"));
    let terms = adapter.map_or("", |adapter| adapter.terms.as_str());
    format!("{terms} webhand writes there as you would, at a person's pace, and goes around no block. {INSTEAD}")
}

const INSTEAD: &str = "Without such questions: a key of a provider (`webhand keys set …`) or a model on this machine \
                       (`--brain ollama/…`, see `webhand models --local`).";
const LONGEST_NAME: usize = 80;
const MOST_FILES: usize = 100;
