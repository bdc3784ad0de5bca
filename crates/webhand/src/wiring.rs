//! Builds the ports of a run: brain, browser and journal, from the command line, the settings and the environment.

pub mod extension_link;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use webhand_brain::client::{BrainPerRole, OpenContext, open};
use webhand_brain::prices::Prices;
use webhand_brain::spec::{BrainChoice, BrainSpec};
use webhand_chrome::{
    BrowserNotFound, Chrome, DigestKey, EgressSettings, Endpoint, Launch, MappedResolver, Options, PageEnvironment,
    Resolver, Sandbox, StorageState, SystemResolver, UpstreamProxy, Window, find_browser, share_own_ports,
};
use webhand_engine::SecretKeeper;
use webhand_literal::LiteralBrain;
use webhand_model::{Redaction, RunId, Task, truncate};
use webhand_port::{Brain, BrainError, Brains, Browser as _, ChatPages};
use webhand_store::SqliteStore;

use crate::chat_pages::{LocalChats, check_switched_on, load_adapters};
use crate::cli::BrowserArg;
use crate::data_dir::{DataDir, RunSetup, make_private, write_private};
use crate::exit::UsageError;
use crate::keychain;
use crate::served_runs::profile_archive::unpack_profile;
use crate::settings::SettingsFile;
use crate::terminal::{LineKind, Screen, ScreenLine, ScreenUpdate};

use extension_link::ExtensionLaunch;

/// Opens the brain that a person named.
///
/// `env` looks up an environment variable; keys come from there, from files it names, and from the keychain.
pub fn open_brain(spec: &str, env: &dyn Fn(&str) -> Option<String>, redaction: Redaction) -> Result<Arc<dyn Brain>> {
    open_brain_with_chats(spec, env, redaction, None)
}

/// As [`open_brain`]; chats are opened in the browser that `chats` is given later.
fn open_brain_with_chats(
    spec: &str,
    env: &dyn Fn(&str) -> Option<String>,
    redaction: Redaction,
    chats: Option<&Arc<LocalChats>>,
) -> Result<Arc<dyn Brain>> {
    let prices = load_prices()?;
    let literal = Arc::new(LiteralBrain) as Arc<dyn Brain>;
    let context = OpenContext::new(env, &prices);
    let means = OpenContext { keychain: &keychain::find, redaction, literal: Some(&literal), ..context };
    let Some(chats) = chats.filter(|_| spec.contains("chat-tab:")) else {
        return Ok(open(spec, means).map_err(|error| UsageError(error.to_string()))?);
    };
    let adapters = load_adapters()?;
    let parsed = BrainSpec::parse(spec).map_err(|error| UsageError(error.to_string()))?;
    check_switched_on(&parsed, &SettingsFile::find()?.settings()?, &adapters)?;
    let pages = Arc::clone(chats) as Arc<dyn ChatPages>;
    let means = OpenContext { chats: Some((&pages, &adapters)), ..means };
    Ok(open(spec, means).map_err(|error| UsageError(error.to_string()))?)
}

/// The brains that help the deciding brain; it does the jobs itself for which none is named.
#[derive(Debug, Clone, Default)]
pub struct HelperBrains {
    verifier: Option<String>,
    extractor: Option<String>,
    /// Applies to all brains of the task.
    redaction: Redaction,
    /// Where the chats of all of them are opened.
    chats: Arc<LocalChats>,
}

impl HelperBrains {
    pub fn for_task(task: &Task) -> Self {
        let extractor = task.extractor.clone().filter(|extractor| *extractor != task.brain);
        Self { verifier: task.verifier.clone(), extractor, redaction: task.redaction, chats: Arc::default() }
    }

    /// Provides the run's browser, in which chats are opened.
    pub fn attach_chats(&self, chrome: &Arc<Chrome>, launch: &BrowserLaunch, screen: Option<&Arc<Screen>>) {
        if let Some(folder) = &launch.chats {
            self.chats.attach(chrome, folder.clone(), screen);
        }
    }

    /// Whether one of them, or the brain that decides, is a chat that needs a browser.
    pub fn use_chats_with(&self, brain: &str) -> bool {
        std::iter::once(brain).chain(self.named()).any(|named| named.contains("chat-tab:"))
    }

    fn named(&self) -> impl Iterator<Item = &str> {
        self.verifier.iter().chain(&self.extractor).map(String::as_str)
    }
}

/// The brain that extracts data from pages: the named one, or the deciding brain if it is a model.
pub fn choose_extractor(named: Option<String>, spec: &BrainSpec, brain: &str) -> Option<String> {
    let is_model = spec.choices.iter().any(|choice| matches!(choice, BrainChoice::Model(_) | BrainChoice::ChatTab(_)));
    named.or_else(|| is_model.then(|| brain.to_owned()))
}

/// Opens the brain that a person named, with its helpers.
pub fn open_brain_with_helpers(spec: &str, helpers: &HelperBrains) -> Result<Arc<dyn Brain>> {
    let chats = Some(&helpers.chats);
    let decides = open_brain_with_chats(spec, &env, helpers.redaction, chats)?;
    let helper = |named: &Option<String>| match named {
        Some(named) => open_brain_with_chats(named, &env, helpers.redaction, chats),
        None => Ok(Arc::clone(&decides)),
    };
    Ok(Arc::new(BrainPerRole {
        verifies: helper(&helpers.verifier)?,
        extracts: helper(&helpers.extractor)?,
        decides: Arc::clone(&decides),
    }))
}

/// The prices of models: the person's own file before the built-in list.
pub fn load_prices() -> Result<Prices> {
    let path = SettingsFile::find()?.beside("prices.toml");
    match std::fs::read_to_string(&path) {
        Ok(own) => Prices::after(&own).map_err(|error| UsageError(format!("{}: {error}", path.display())).into()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Prices::known()),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

/// Checks that a cost limit can be enforced: every model that may be called must have a price.
pub fn check_priced(spec: &str, helpers: &HelperBrains) -> Result<()> {
    std::iter::once(spec).chain(helpers.named()).try_for_each(check_spec_priced)
}

fn check_spec_priced(spec: &str) -> Result<()> {
    let prices = load_prices()?;
    let spec = BrainSpec::parse(spec).map_err(|error| UsageError(error.to_string()))?;
    for choice in &spec.choices {
        if let BrainChoice::Model(model) = choice
            && !model.provider.tells_cost
            && prices.of(model).is_none()
        {
            let path = SettingsFile::find()?.beside("prices.toml");
            bail!(UsageError(format!(
                "nobody knows what {} costs, so --max-cost cannot be kept; write its price into {}",
                model.name(),
                path.display()
            )));
        }
    }
    Ok(())
}

/// Opens any brain by name, each with the same helpers.
#[derive(Debug, Default)]
pub struct BrainOpener(pub HelperBrains);

impl Brains for BrainOpener {
    fn open(&self, written: &str) -> Result<Arc<dyn Brain>, BrainError> {
        open_brain_with_helpers(written, &self.0).map_err(|error| BrainError::Rejected(error.to_string()))
    }
}

/// A variable of the environment.
pub fn env(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Opens the journal of all runs.
pub async fn open_store(data_dir: &DataDir) -> Result<Arc<SqliteStore>> {
    make_private(data_dir.root())?;
    Ok(Arc::new(SqliteStore::open(data_dir.journal_file()).await?))
}

/// How to start the browser.
#[derive(Debug, Clone)]
pub struct BrowserLaunch {
    pub program: Option<PathBuf>,
    pub profile: PathBuf,
    pub window: Window,
    /// The folder for downloads; downloads are refused when absent.
    pub downloads: Option<PathBuf>,
    /// Goes into the digests that approvals are bound to.
    pub digest_key: Option<DigestKey>,
    /// Where the browser listens, if it runs already.
    pub attach: Option<Endpoint>,
    /// How tabs of a paired browser are had, if it is one.
    pub extension: Option<ExtensionLaunch>,
    /// Where the run keeps what it knows of chats; without it no chat is opened.
    pub chats: Option<PathBuf>,
    /// How it presents itself to pages.
    pub pages: PageEnvironment,
    /// The log-ins that it begins with.
    pub storage_state: Option<StorageState>,
}

impl BrowserLaunch {
    /// The browser for a run's setup.
    pub fn for_run(data_dir: &DataDir, id: &RunId, setup: &RunSetup) -> Result<Self> {
        share_own_ports(data_dir.ports());
        let folder = data_dir.run_folder(id);
        let profile = match &setup.profile {
            Some(name) => {
                unpack_profile(data_dir, name)?;
                data_dir.named_profile(name)?
            }
            None => folder.profile(),
        };
        let window = setup.browser.as_ref().map_or(Window::Headless, BrowserArg::window);
        let attach = setup.browser.as_ref().and_then(BrowserArg::endpoint);
        let extension = setup.browser.as_ref().and_then(BrowserArg::extension_level).map(|level| ExtensionLaunch {
            level,
            run: id.clone(),
            name: id.short().to_owned(),
            data_dir: data_dir.clone(),
            hub: None,
        });
        let digest_key = Some(DigestKey::new(data_dir.digest_key()?));
        let (program, downloads) = (setup.browser_path.clone(), Some(folder.downloads()));
        let chats = Some(folder.chats());
        let pages = setup.pages.clone();
        let storage_state = setup.storage_state.as_deref().map(read_storage_state).transpose()?;
        if (attach.is_some() || extension.is_some()) && storage_state.is_some() {
            bail!(UsageError(
                "a browser that webhand did not start keeps the log-ins it has; leave out --storage-state".to_owned()
            ));
        }
        Ok(Self { program, profile, window, downloads, digest_key, attach, extension, chats, pages, storage_state })
    }

    /// Names the tabs of a run after its task, where the person sees them.
    pub fn name_tabs(&mut self, task: &Task) {
        if let Some(extension) = &mut self.extension {
            extension.name = truncate(task.text.trim(), LONGEST_NAME).into_owned();
        }
    }
}

/// Starts a browser that keeps secrets, and warns if it runs without a sandbox.
pub async fn start_secret_keeping_browser(launch: &BrowserLaunch, screen: &Screen) -> Result<Arc<SecretKeeper>> {
    Ok(keep_secrets(&start_chrome_with_notice(launch, screen).await?))
}

/// Starts the browser of a run, in which the chats of its brains are opened, and the same as one that keeps secrets.
pub async fn start_run_browser(
    launch: &BrowserLaunch,
    screen: &Arc<Screen>,
    helpers: &HelperBrains,
) -> Result<(Arc<Chrome>, Arc<SecretKeeper>)> {
    let chrome = start_chrome_with_notice(launch, screen).await?;
    helpers.attach_chats(&chrome, launch, Some(screen));
    let keeper = keep_secrets(&chrome);
    Ok((chrome, keeper))
}

/// Wraps the browser as one that keeps secrets.
pub fn keep_secrets(chrome: &Arc<Chrome>) -> Arc<SecretKeeper> {
    Arc::new(SecretKeeper::new(Arc::clone(chrome) as _))
}

/// Starts a browser, and warns if it runs without a sandbox.
pub async fn start_chrome_with_notice(launch: &BrowserLaunch, screen: &Screen) -> Result<Arc<Chrome>> {
    screen.show(ScreenUpdate::wait("starting the browser"));
    let chrome = start_chrome(launch).await?;
    if chrome.is_behind_extension() {
        screen.show(ScreenLine::new(LineKind::About, EXTENSION_NOTE));
    }
    if chrome.is_attached() {
        screen.show(ScreenLine::new(LineKind::About, ATTACHED_NOTE));
    }
    match chrome.sandbox() {
        Sandbox::On => {}
        Sandbox::OffForRoot => {
            screen.show(ScreenLine::new(LineKind::About, "the browser's sandbox is off, because webhand runs as root"));
        }
    }
    Ok(Arc::new(chrome))
}

/// Starts a browser with one tab.
pub async fn start_chrome(launch: &BrowserLaunch) -> Result<Chrome> {
    if let Some(extension) = &launch.extension {
        return start_over_extension(extension, launch).await;
    }
    if let Some(endpoint) = &launch.attach {
        return Ok(Chrome::attach(endpoint, attached_options(launch)).await?);
    }
    let (process, options) = prepare(launch)?;
    log_in(Chrome::start(&process, options).await?, launch).await
}

/// Starts a browser without a tab, for owners that take seats.
pub async fn start_empty_chrome(launch: &BrowserLaunch) -> Result<Chrome> {
    if let Some(extension) = &launch.extension {
        return start_over_extension(extension, launch).await;
    }
    if let Some(endpoint) = &launch.attach {
        return Ok(Chrome::attach_empty(endpoint, attached_options(launch)).await?);
    }
    let (process, options) = prepare(launch)?;
    log_in(Chrome::start_empty(&process, options).await?, launch).await
}

/// The browser with the log-ins that the person named for it.
async fn log_in(chrome: Chrome, launch: &BrowserLaunch) -> Result<Chrome> {
    if let Some(state) = &launch.storage_state
        && let Err(why) = chrome.write_storage(state).await
    {
        chrome.close().await;
        bail!("the log-ins of --storage-state cannot be used: {why}");
    }
    Ok(chrome)
}

/// Reads log-ins that a person named.
fn read_storage_state(path: &Path) -> Result<StorageState> {
    let shown = path.display();
    let bad = |why: String| UsageError(format!("{shown} is no storage state: {why}"));
    let size = std::fs::metadata(path).map_err(|error| UsageError(format!("cannot read {shown}: {error}")))?.len();
    if size > MOST_STORAGE {
        bail!(bad(format!("it is larger than {MOST_STORAGE} bytes")));
    }
    let text = std::fs::read(path).map_err(|error| UsageError(format!("cannot read {shown}: {error}")))?;
    let state: StorageState = serde_json::from_slice(&text).map_err(|error| bad(error.to_string()))?;
    state.check().map_err(bad)?;
    Ok(state)
}

/// Writes the log-ins of a browser where only their owner can read them.
pub async fn save_storage_state(chrome: &Chrome, file: Option<&Path>) -> Result<()> {
    let Some(file) = file else { return Ok(()) };
    let state = chrome.read_storage().await.map_err(|why| anyhow::anyhow!("{why}"))?;
    write_private(file, serde_json::to_string_pretty(&state)?.as_bytes())
}

const MOST_STORAGE: u64 = 64 << 20;

async fn start_over_extension(extension: &ExtensionLaunch, launch: &BrowserLaunch) -> Result<Chrome> {
    let tabs = extension_link::open_tabs(extension).await?;
    Chrome::over_extension(tabs, extension.level, attached_options(launch)).await.map_err(anyhow::Error::msg)
}

fn attached_options(launch: &BrowserLaunch) -> Options {
    Options { digest_key: launch.digest_key, environment: launch.pages.clone(), ..Options::default() }
}

/// The note for a person about a browser that webhand did not start.
pub const ATTACHED_NOTE: &str = "attached to a browser that webhand did not start: it works in tabs of its own, enters no \
                                 secrets and hands over no files; what you allow is sent by doing the action again";

const EXTENSION_NOTE: &str = "connected to your browser through its extension: it works in tabs of its own, enters no \
                              secrets and hands over no files; what you allow is sent by doing the action again";
/// A tab group shows little more.
const LONGEST_NAME: usize = 30;

/// How browsers reach the network: through the person's own proxy, if the environment names one.
fn egress_settings() -> Result<EgressSettings> {
    let proxy = UpstreamProxy::from_environment(&env).map_err(|error| UsageError(error.to_string()))?;
    let resolver: Arc<dyn Resolver> = match env(TEST_NAMES) {
        Some(names) => {
            let bad = || {
                UsageError(format!("{TEST_NAMES} is not of the form shop.test=127.0.0.1,mail.test:80=127.0.0.1:4711"))
            };
            Arc::new(MappedResolver::parse(&names).ok_or_else(bad)?)
        }
        None => Arc::new(SystemResolver),
    };
    Ok(EgressSettings { resolver, proxy, ..EgressSettings::default() })
}

/// The variable with names for tests. A name that leads to this machine still needs `--allow` with its port, unless the
/// variable gives the port: then that name counts as public and leads to that one port.
const TEST_NAMES: &str = "WEBHAND_RESOLVE";

fn prepare(launch: &BrowserLaunch) -> Result<(Launch, Options)> {
    let program = find_browser(launch.program.as_deref()).map_err(|error| {
        let named = matches!(error, BrowserNotFound::Named { .. });
        if named { anyhow::Error::from(UsageError(error.to_string())) } else { error.into() }
    })?;
    make_private(&launch.profile)?;
    let usual = Launch::headless(program, launch.profile.clone());
    let process = Launch { window: launch.window, egress: egress_settings()?, ..usual };
    if let Some(downloads) = &launch.downloads {
        make_private(downloads)?;
    }
    let usual = Options {
        downloads: launch.downloads.clone(),
        digest_key: launch.digest_key,
        environment: launch.pages.clone(),
        ..Options::default()
    };
    let options = match launch.window {
        Window::Headless => usual,
        // A person can resize the window, so the window decides the size of its pages.
        Window::Visible => Options { viewport: None, ..usual },
    };
    Ok((process, options))
}
