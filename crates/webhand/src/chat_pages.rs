//! The chat pages of a run on this machine: a tab in the run's own browser, and a file beside the run for what has to
//! survive the process.
//!
//! The browser is there only once the run has begun, so brains are opened before it and reach it through [`LocalChats`].

use std::collections::BTreeMap;
use std::fmt;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use anyhow::Result;
use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use webhand_brain::chat_tab::{self, Adapters, parse_adapter, switched_off};
use webhand_brain::spec::BrainSpec;
use webhand_chrome::{ChatTab, Chrome};
use webhand_model::Millis;
use webhand_port::{BrainError, ChatPage, ChatPageError, ChatPages, ChatTurns};

use crate::data_dir::write_private;
use crate::exit::UsageError;
use crate::settings::{Settings, SettingsFile};
use crate::terminal::{Screen, ScreenUpdate};

/// The chat pages of one run.
#[derive(Default)]
pub struct LocalChats {
    browser: SharedBrowser,
    pages: Mutex<BTreeMap<String, Arc<LocalChatPage>>>,
}

/// The browser in which chats are opened, once it is started; another one when it is gone.
type SharedBrowser = Arc<RwLock<Option<Arc<RunBrowser>>>>;

/// The browser of a run.
struct RunBrowser {
    chrome: Arc<Chrome>,
    /// Where the run keeps what it knows of chats.
    folder: PathBuf,
    screen: Option<Arc<Screen>>,
}

impl fmt::Debug for LocalChats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LocalChats").field("has_browser", &attached(&self.browser).is_some()).finish_non_exhaustive()
    }
}

fn attached(browser: &SharedBrowser) -> Option<Arc<RunBrowser>> {
    browser.read().unwrap_or_else(PoisonError::into_inner).clone()
}

impl LocalChats {
    /// Provides the browser in which chats are opened from now on.
    pub fn attach(&self, chrome: &Arc<Chrome>, folder: PathBuf, screen: Option<&Arc<Screen>>) {
        let browser = RunBrowser { chrome: Arc::clone(chrome), folder, screen: screen.cloned() };
        *self.browser.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(browser));
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
    browser: SharedBrowser,
    /// The tab, with the browser that it is in.
    tab: tokio::sync::Mutex<Option<(Arc<RunBrowser>, Arc<ChatTab>)>>,
    turns: ChatTurns,
    began: Instant,
}

impl LocalChatPage {
    fn new(name: &str, browser: SharedBrowser) -> Self {
        let plain = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' });
        let file = format!("{}.json", plain.take(LONGEST_NAME).collect::<String>());
        Self { file, browser, tab: tokio::sync::Mutex::default(), turns: ChatTurns::default(), began: Instant::now() }
    }

    fn browser(&self) -> Result<Arc<RunBrowser>, ChatPageError> {
        attached(&self.browser).ok_or_else(|| ChatPageError::NotOpened(NO_BROWSER.to_owned()))
    }

    async fn tab(&self) -> Result<Arc<ChatTab>, ChatPageError> {
        let browser = self.browser()?;
        let mut known = self.tab.lock().await;
        if let Some((_, tab)) = known.as_ref().filter(|(of, _)| Arc::ptr_eq(of, &browser)) {
            return Ok(Arc::clone(tab));
        }
        let tab = browser.chrome.chat_tab();
        let tab = tab.ok_or_else(|| ChatPageError::NotOpened("too many work in this browser already".to_owned()))?;
        let tab = Arc::new(tab);
        *known = Some((browser, Arc::clone(&tab)));
        Ok(tab)
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

    fn show(&self, status: &str) -> bool {
        let run = attached(&self.browser);
        let screen = run.as_ref().and_then(|run| run.screen.as_ref());
        if let Some(screen) = screen {
            screen.show(ScreenUpdate::wait(status));
        }
        screen.is_some()
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

    fn turns(&self) -> &ChatTurns {
        &self.turns
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
    let Some(name) = switched_off(spec, &settings.chat_tabs, adapters) else { return Ok(()) };
    let switch = format!("webhand config set chat_tabs {name}");
    let terms = terms(&name, adapters);
    Err(UsageError(format!("chats at {name} are switched off. {terms} If you want it all the same: `{switch}`")))
}

/// The text that a person reads before a chat is switched on: what its site says, and what to use instead.
pub fn terms(name: &str, adapters: &Adapters) -> String {
    let terms = chat_tab::terms(name, adapters);
    format!("{terms} webhand writes there as you would, at a person's pace, and goes around no block. {INSTEAD}")
}

const INSTEAD: &str = "Without such questions: a key of a provider (`webhand keys set …`) or a model on this machine \
                       (`--brain ollama/…`, see `webhand models --local`).";
const NO_BROWSER: &str = "the run shares its browser with other runs, or it is elsewhere; resume the run, and it gets one of its \
                          own";
const LONGEST_NAME: usize = 80;
const MOST_FILES: usize = 100;
