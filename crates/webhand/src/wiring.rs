//! Puts the parts together: which brain, which browser, which journal.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use webhand_brain::client::{BrainPerRole, OpenContext, open};
use webhand_brain::prices::Prices;
use webhand_brain::spec::{BrainChoice, BrainSpec};
use webhand_chrome::{BrowserNotFound, Chrome, Launch, Options, Sandbox, Window, find_browser};
use webhand_engine::SecretKeeper;
use webhand_literal::LiteralBrain;
use webhand_model::Task;
use webhand_port::{Brain, BrainError, Brains};
use webhand_store::SqliteStore;

use crate::exit::Usage;
use crate::home::{Home, make_private};
use crate::keychain;
use crate::settings::SettingsFile;
use crate::terminal::{Line, Mark, Screen, Show};

/// The brain a person named.
///
/// `env` looks up an environment variable; keys come from there, from files it names, and from the keychain.
pub fn brain(spec: &str, env: &dyn Fn(&str) -> Option<String>) -> Result<Arc<dyn Brain>> {
    let prices = prices()?;
    let literal = Arc::new(LiteralBrain) as Arc<dyn Brain>;
    let means = OpenContext { keychain: &keychain::find, literal: Some(&literal), ..OpenContext::new(env, &prices) };
    Ok(open(spec, means).map_err(|error| Usage(error.to_string()))?)
}

/// Who helps the brain that decides; it does itself what nobody else is named for.
#[derive(Debug, Clone, Default)]
pub struct Helpers {
    verifier: Option<String>,
    extractor: Option<String>,
}

impl Helpers {
    pub fn of(task: &Task) -> Self {
        let extractor = task.extractor.clone().filter(|extractor| *extractor != task.brain);
        Self { verifier: task.verifier.clone(), extractor }
    }

    fn named(&self) -> impl Iterator<Item = &str> {
        self.verifier.iter().chain(&self.extractor).map(String::as_str)
    }
}

/// Who takes data out of pages: the one a person named, or whoever decides if that is a model.
pub fn extractor(named: Option<String>, spec: &BrainSpec, brain: &str) -> Option<String> {
    let is_model = spec.choices.iter().any(|choice| matches!(choice, BrainChoice::Model(_)));
    named.or_else(|| is_model.then(|| brain.to_owned()))
}

/// The brain a person named, with its helpers.
pub fn brains(spec: &str, helpers: &Helpers) -> Result<Arc<dyn Brain>> {
    let decides = brain(spec, &env)?;
    let helper = |named: &Option<String>| match named {
        Some(named) => brain(named, &env),
        None => Ok(Arc::clone(&decides)),
    };
    Ok(Arc::new(BrainPerRole {
        verifies: helper(&helpers.verifier)?,
        extracts: helper(&helpers.extractor)?,
        decides: Arc::clone(&decides),
    }))
}

/// What models cost: what the person wrote about it, then what the program knows.
pub fn prices() -> Result<Prices> {
    let path = SettingsFile::find()?.beside("prices.toml");
    match std::fs::read_to_string(&path) {
        Ok(own) => Prices::after(&own).map_err(|error| Usage(format!("{}: {error}", path.display())).into()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Prices::known()),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

/// Whether a limit on money can be kept: every model that may be asked must have a price.
pub fn check_priced(spec: &str, helpers: &Helpers) -> Result<()> {
    std::iter::once(spec).chain(helpers.named()).try_for_each(check_one_priced)
}

fn check_one_priced(spec: &str) -> Result<()> {
    let prices = prices()?;
    let spec = BrainSpec::parse(spec).map_err(|error| Usage(error.to_string()))?;
    for choice in &spec.choices {
        if let BrainChoice::Model(model) = choice
            && !model.provider.tells_cost
            && prices.of(model).is_none()
        {
            let path = SettingsFile::find()?.beside("prices.toml");
            bail!(Usage(format!(
                "nobody knows what {} costs, so --max-cost cannot be kept; write its price into {}",
                model.name(),
                path.display()
            )));
        }
    }
    Ok(())
}

/// Every brain this person can have, each with the same helpers.
#[derive(Debug, Default)]
pub struct AllBrains(pub Helpers);

impl Brains for AllBrains {
    fn open(&self, written: &str) -> Result<Arc<dyn Brain>, BrainError> {
        brains(written, &self.0).map_err(|error| BrainError::Rejected(error.to_string()))
    }
}

/// The person's own environment.
pub fn env(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// The journal of all runs.
pub async fn store(home: &Home) -> Result<Arc<SqliteStore>> {
    make_private(home.root())?;
    Ok(Arc::new(SqliteStore::open(home.journal()).await?))
}

/// Which browser to start, and how.
#[derive(Debug, Clone)]
pub struct Wish {
    pub program: Option<PathBuf>,
    pub profile: PathBuf,
    pub window: Window,
    /// Where downloads go; they are refused when absent.
    pub downloads: Option<PathBuf>,
}

/// Starts a browser that keeps secrets, and says if it is less safe than usual.
pub async fn hands(wish: &Wish, screen: &Screen) -> Result<Arc<SecretKeeper>> {
    Ok(discreet(&told_chrome(wish, screen).await?))
}

/// The same browser, as one that keeps secrets.
pub fn discreet(chrome: &Arc<Chrome>) -> Arc<SecretKeeper> {
    Arc::new(SecretKeeper::new(Arc::clone(chrome) as _))
}

/// Starts a browser, and says if it is less safe than usual.
pub async fn told_chrome(wish: &Wish, screen: &Screen) -> Result<Arc<Chrome>> {
    screen.show(Show::wait("starting the browser"));
    let chrome = chrome(wish).await?;
    match chrome.sandbox() {
        Sandbox::On => {}
        Sandbox::OffForRoot => {
            screen.show(Line::new(Mark::About, "the browser's sandbox is off, because webhand runs as root"));
        }
    }
    Ok(Arc::new(chrome))
}

/// Starts a browser, as one that can also tell about itself.
pub async fn chrome(wish: &Wish) -> Result<Chrome> {
    let (launch, options) = prepare(wish)?;
    Ok(Chrome::start(&launch, options).await?)
}

/// Starts a browser without a tab, in which everybody takes a seat.
pub async fn empty_chrome(wish: &Wish) -> Result<Chrome> {
    let (launch, options) = prepare(wish)?;
    Ok(Chrome::start_empty(&launch, options).await?)
}

fn prepare(wish: &Wish) -> Result<(Launch, Options)> {
    let program = find_browser(wish.program.as_deref()).map_err(|error| {
        let named = matches!(error, BrowserNotFound::Named { .. });
        if named { anyhow::Error::from(Usage(error.to_string())) } else { error.into() }
    })?;
    make_private(&wish.profile)?;
    let launch = Launch { window: wish.window, ..Launch::headless(program, wish.profile.clone()) };
    if let Some(downloads) = &wish.downloads {
        make_private(downloads)?;
    }
    let usual = Options { downloads: wish.downloads.clone(), ..Options::default() };
    let options = match wish.window {
        Window::Headless => usual,
        // A window that a person can resize decides by itself how large its pages are.
        Window::Visible => Options { viewport: None, ..usual },
    };
    Ok((launch, options))
}
