//! A brain named in one word: `openai/gpt-…`, `ollama/llama…`, `openai:http://host:port/v1#model`.

use super::chat::ChatCompletions;
use super::endpoint::EndpointError;
use crate::chat_completions::{Key, Options};

/// Why a word names no brain of this format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    #[error(
        "there is no provider \"{0}\"; use openai/…, openrouter/…, groq/…, ollama/… or openai:http://host:port/v1#model"
    )]
    UnknownProvider(String),
    #[error("no model is named in \"{0}\"; add one, as in {1}")]
    NoModel(String, &'static str),
    #[error("{provider} needs a key; set {variable}")]
    NoKey { provider: &'static str, variable: &'static str },
    #[error(
        "{variable} does not hold a key: it is empty or has characters no key has; copy it again from your provider"
    )]
    BadKey { variable: &'static str },
    #[error("\"{0}\" is not a setting; use pictures=yes or pictures=no")]
    UnknownSetting(String),
    #[error(transparent)]
    Endpoint(#[from] EndpointError),
}

/// A provider that is known by name.
struct Provider {
    name: &'static str,
    base_url: &'static str,
    key: Option<&'static str>,
    options: fn() -> Options,
}

impl ChatCompletions {
    /// The brain that `spec` names. `env` looks up an environment variable. At the end, `?pictures=yes` or
    /// `?pictures=no` says whether the model can see.
    ///
    /// # Errors
    /// When the provider, its model or its key is missing, or the address cannot be used.
    pub fn from_spec(spec: &str, env: &dyn Fn(&str) -> Option<String>) -> Result<Self, SpecError> {
        let (name, settings) = spec.split_once('?').unwrap_or((spec, ""));
        let pictures = pictures(settings)?;
        let see = |mut options: Options, default: bool| {
            options.pictures = pictures.unwrap_or(default);
            options
        };
        if let Some(address) = name.strip_prefix("openai:") {
            let (base_url, model) = address.split_once('#').unwrap_or((address, ""));
            let model = some_model(spec, model, "openai:http://127.0.0.1:8080/v1#model")?;
            let key = key(OPENAI_KEY, env)?;
            let options = see(Options::compatible(), true);
            return Ok(Self::new(base_url, model, key, options)?);
        }
        let (wanted, model) = name.split_once('/').unwrap_or((name, ""));
        let provider = PROVIDERS.iter().find(|provider| provider.name == wanted);
        let provider = provider.ok_or_else(|| SpecError::UnknownProvider(shown(wanted)))?;
        let model = some_model(spec, model, "openai/gpt-… or ollama/qwen3")?;
        let key = match provider.key {
            None => None,
            Some(variable) => Some(key(variable, env)?.ok_or(SpecError::NoKey { provider: provider.name, variable })?),
        };
        let options = (provider.options)();
        let sees = options.pictures;
        Ok(Self::new(provider.base_url, model, key, see(options, sees))?)
    }
}

fn pictures(settings: &str) -> Result<Option<bool>, SpecError> {
    match settings {
        "" => Ok(None),
        "pictures=yes" => Ok(Some(true)),
        "pictures=no" => Ok(Some(false)),
        other => Err(SpecError::UnknownSetting(shown(other))),
    }
}

fn some_model<'a>(spec: &str, model: &'a str, like: &'static str) -> Result<&'a str, SpecError> {
    let model = model.trim();
    if model.is_empty() {
        return Err(SpecError::NoModel(shown(spec), like));
    }
    Ok(model)
}

fn key(variable: &'static str, env: &dyn Fn(&str) -> Option<String>) -> Result<Option<Key>, SpecError> {
    let set = env(variable).filter(|value| !value.is_empty());
    set.map(|value| Key::new(&value)).transpose().map_err(|_| SpecError::BadKey { variable })
}

fn shown(written: &str) -> String {
    webhand_model::cut(&webhand_model::clean(written), 60).into_owned()
}

const OPENAI_KEY: &str = "OPENAI_API_KEY";
const PROVIDERS: [Provider; 4] = [
    Provider { name: "openai", base_url: "https://api.openai.com/v1", key: Some(OPENAI_KEY), options: Options::openai },
    Provider {
        name: "openrouter",
        base_url: "https://openrouter.ai/api/v1",
        key: Some("OPENROUTER_API_KEY"),
        options: Options::openrouter,
    },
    Provider {
        name: "groq",
        base_url: "https://api.groq.com/openai/v1",
        key: Some("GROQ_API_KEY"),
        options: Options::groq,
    },
    Provider { name: "ollama", base_url: "http://127.0.0.1:11434/v1", key: None, options: Options::ollama },
];
