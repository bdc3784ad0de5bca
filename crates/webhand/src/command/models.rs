//! `webhand models`: which models can be used, what they cost, and how they are named.
//!
//! Invariant: no provider is contacted without a key or the person's consent, and a local server, which may be any
//! program, never receives a key.

mod print;

use std::time::Duration;

use anyhow::Result;
use futures_util::future::join_all;
use webhand_brain::client::{OpenContext, RemoteBrain, find_key};
use webhand_brain::prices::{Price, Prices};
use webhand_brain::spec::{ApiFormat, BrainChoice, BrainSpec, ModelSpec, Provider, SpecError, providers};

use crate::cli::{GlobalArgs, ModelsArgs};
use crate::exit::{Exit, UsageError};
use crate::{display, keychain, terminal, wiring};

pub async fn list_models(global: &GlobalArgs, args: &ModelsArgs) -> Result<Exit> {
    let prices = wiring::load_prices()?;
    let mut sources = if args.providers.is_empty() { with_keys(&prices) } else { named(&args.providers)? };
    let look = args.local || args.providers.is_empty() && !global.json && may_probe_local();
    if look {
        sources.extend(SERVERS.iter().filter_map(|(name, spec)| ModelSource::local(name, spec)));
    }
    let lists = join_all(sources.iter().map(|source| source.list(&prices))).await;
    let found: Vec<(&ModelSource, ModelList)> = sources.iter().zip(lists).collect();
    print::print_sources(global, &found, look, &without_keys(&prices));
    let failed = !args.providers.is_empty() && found.iter().any(|(_, listed)| listed.is_err());
    Ok(if failed { Exit::Failed } else { Exit::Done })
}

/// A provider or server that may offer models.
struct ModelSource {
    /// The name shown to people.
    name: String,
    /// How to reach it; the model in it is a placeholder.
    spec: ModelSpec,
    is_local: bool,
}

/// The models of a source, or why they could not be listed.
type ModelList = Result<Vec<PricedModel>, String>;

struct PricedModel {
    /// The value for `--brain`.
    brain: String,
    context: Option<u64>,
    price: Option<Price>,
}

impl ModelSource {
    fn from_spec(spec: ModelSpec) -> Self {
        let place = spec.address.clone().map(|address| format!(" at {address}")).unwrap_or_default();
        Self { name: format!("{}{place}", spec.provider.name), spec, is_local: false }
    }

    fn local(name: &str, spec: &str) -> Option<Self> {
        Some(Self { name: name.to_owned(), is_local: true, ..Self::from_spec(model(spec)?) })
    }

    async fn list(&self, prices: &Prices) -> ModelList {
        let nobody = |_: &str| None;
        let env: &dyn Fn(&str) -> Option<String> = if self.is_local { &nobody } else { &wiring::env };
        let within = if self.is_local { LOCAL_WITHIN } else { HOSTED_WITHIN };
        let means = OpenContext::new(env, prices);
        let means = if self.is_local { means } else { OpenContext { keychain: &keychain::find, ..means } };
        let brain = RemoteBrain::open(&self.spec, means).map_err(|error| error.to_string())?;
        let brain = brain.in_a_hurry(within).map_err(|error| error.to_string())?;
        let offered = brain.models(within).await.map_err(|error| error.to_string())?;
        let models = offered.into_iter().map(|offered| {
            let spec = ModelSpec { model: offered.model, ..self.spec.clone() };
            let price = prices.of(&spec);
            let context = offered.context.or_else(|| price.and_then(|price| price.context));
            PricedModel { brain: spec.written(), context, price }
        });
        Ok(models.collect())
    }
}

/// Every provider whose key is set. A provider with two formats is listed once.
fn with_keys(prices: &Prices) -> Vec<ModelSource> {
    let has_key = |provider: &&Provider| provider.key.variable().is_some_and(|variable| is_set(variable, prices));
    let listed = providers().filter(|provider| !matches!(provider.family, ApiFormat::Responses)).filter(has_key);
    listed.filter_map(|provider| model(&format!("{}/any", provider.name))).map(ModelSource::from_spec).collect()
}

/// Whether a key is set. An unusable key counts, so that the listing reports what is wrong with it.
fn is_set(variable: &str, prices: &Prices) -> bool {
    let means = OpenContext { keychain: &keychain::find, ..OpenContext::new(&wiring::env, prices) };
    !matches!(find_key(variable, means), Ok(None))
}

/// The variables of the providers without a key.
fn without_keys(prices: &Prices) -> Vec<&'static str> {
    let mut unset: Vec<&str> = providers().filter_map(|provider| provider.key.variable()).collect();
    unset.retain(|variable| !is_set(variable, prices));
    unset.dedup();
    unset
}

/// The sources that the person named.
fn named(written: &[String]) -> Result<Vec<ModelSource>> {
    let source = |word: &String| {
        let spec = if word.contains(':') { format!("{word}#any") } else { format!("{word}/any") };
        let parsed = BrainSpec::parse(&spec).map_err(|error| {
            if matches!(error, SpecError::Unknown(_)) { no_provider(word) } else { UsageError(error.to_string()) }
        });
        match parsed?.choices.into_iter().next() {
            Some(BrainChoice::Model(model)) => Ok(ModelSource::from_spec(model)),
            Some(BrainChoice::Literal | BrainChoice::ChatTab(_)) | None => Err(no_provider(word).into()),
        }
    };
    written.iter().map(source).collect()
}

fn no_provider(word: &str) -> UsageError {
    let known: Vec<&str> = providers().map(|provider| provider.name).collect();
    let word = display::one_line(word, MOST_SHOWN);
    UsageError(format!("there is no provider \"{word}\"; use {} or openai:http://host:port/v1", known.join(", ")))
}

fn model(spec: &str) -> Option<ModelSpec> {
    match BrainSpec::parse(spec).ok()?.choices.into_iter().next()? {
        BrainChoice::Model(model) => Some(model),
        BrainChoice::Literal | BrainChoice::ChatTab(_) => None,
    }
}

fn may_probe_local() -> bool {
    let ports = "127.0.0.1, ports 11434, 1234, 8080 and 8000";
    terminal::is_interactive() && terminal::ask_yes_no(&format!("Look for model servers on this machine ({ports})?"))
}

const MOST_SHOWN: usize = 80;
/// The usual local model servers and their addresses.
const SERVERS: [(&str, &str); 4] = [
    ("Ollama", "ollama/any"),
    ("LM Studio", "openai:http://127.0.0.1:1234/v1#any"),
    ("llama.cpp", "openai:http://127.0.0.1:8080/v1#any"),
    ("vLLM", "openai:http://127.0.0.1:8000/v1#any"),
];
const HOSTED_WITHIN: Duration = Duration::from_secs(10);
const LOCAL_WITHIN: Duration = Duration::from_secs(2);
