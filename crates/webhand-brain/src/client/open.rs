//! From a brain's name to the brain.

use std::fs;
use std::sync::Arc;

use webhand_port::Brain;

use super::endpoint::EndpointError;
use super::fallback_chain::FallbackChain;
use super::keys::{KeySourceError, find_key};
use super::remote::RemoteBrain;
use crate::format::Key;
use crate::prices::Prices;
use crate::spec::{ApiFormat, BrainChoice, BrainSpec, KeyNeed, ModelSpec, SpecError};
use crate::{anthropic, chat_completions, gemini, gigachat, responses};

/// Why a named brain cannot be asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    #[error(transparent)]
    Spec(#[from] SpecError),
    #[error(
        "{provider} needs a key; set {variable}, or {variable}_FILE to a file that only you can read, or keep it with \
         `webhand keys set {provider}`"
    )]
    NoKey { provider: &'static str, variable: &'static str },
    #[error(transparent)]
    Key(#[from] KeySourceError),
    #[error(transparent)]
    Endpoint(#[from] EndpointError),
    #[error("this program has no literal brain; name a model")]
    NoLiteral,
}

/// What a brain is opened with.
#[derive(Clone, Copy)]
pub struct OpenContext<'a> {
    /// Looks up an environment variable.
    pub env: &'a dyn Fn(&str) -> Option<String>,
    pub prices: &'a Prices,
    /// Looks for what is kept under a variable's name where the system keeps secrets, or says why it cannot.
    pub keychain: &'a dyn Fn(&str) -> Result<Option<String>, String>,
    /// The brain without a model, where the program has one; it lies in a crate of its own.
    pub literal: Option<&'a Arc<dyn Brain>>,
}

impl<'a> OpenContext<'a> {
    /// Without a keychain or a literal brain.
    #[must_use]
    pub fn new(env: &'a dyn Fn(&str) -> Option<String>, prices: &'a Prices) -> Self {
        Self { env, prices, keychain: &|_| Ok(None), literal: None }
    }
}

/// The brain that a person named.
///
/// # Errors
/// When the name is unknown, a key is missing, or an address cannot be used.
pub fn open(written: &str, means: OpenContext<'_>) -> Result<Arc<dyn Brain>, OpenError> {
    let spec = BrainSpec::parse(written)?;
    let mut brains = Vec::new();
    for choice in &spec.choices {
        brains.push(match choice {
            BrainChoice::Literal => Arc::clone(means.literal.ok_or(OpenError::NoLiteral)?),
            BrainChoice::Model(model) => Arc::new(RemoteBrain::open(model, means)?),
        });
    }
    match brains.pop() {
        Some(only) if brains.is_empty() => Ok(only),
        last => {
            brains.extend(last);
            Ok(Arc::new(FallbackChain::new(brains)))
        }
    }
}

impl RemoteBrain {
    /// The model that is named.
    ///
    /// # Errors
    /// When its key is missing, or its address cannot be used.
    pub fn open(spec: &ModelSpec, means: OpenContext<'_>) -> Result<Self, OpenError> {
        let OpenContext { env, prices, .. } = means;
        let key = key(spec, means)?;
        let address = spec.address.as_deref().unwrap_or(spec.provider.base_url);
        let settings = &spec.settings;
        let model = &spec.model;
        let brain = match spec.provider.family {
            ApiFormat::Chat(usual) => {
                // Someone else's server is not held to what the provider itself can do.
                let elsewhere = spec.address.is_some() && spec.provider.name == "openai";
                let usual = if elsewhere { chat_completions::Options::compatible } else { usual };
                Self::chat_completions(address, model, key, usual().with(settings))
            }
            ApiFormat::Responses => Self::responses(address, model, key, responses::Options::of(model).with(settings)),
            ApiFormat::GigaChat => {
                let elsewhere = spec.address.is_some();
                let door = gigachat::TokenServer {
                    auth_url: env("GIGACHAT_AUTH_URL").or_else(|| (!elsewhere).then(|| gigachat::AUTH_URL.to_owned())),
                    scope: env("GIGACHAT_SCOPE").unwrap_or_else(|| gigachat::SCOPE.to_owned()),
                };
                Self::gigachat(address, model, key, door, gigachat::Options::default().with(settings))
            }
            ApiFormat::Gemini => Self::gemini(address, model, key, gemini::Options::default().with(settings)),
            ApiFormat::Messages => Self::anthropic(address, model, key, anthropic::Options::default().with(settings)),
        }?
        .with_price(prices.of(spec));
        let usual =
            matches!(spec.provider.family, ApiFormat::GigaChat).then(|| env("GIGACHAT_CA_BUNDLE_FILE")).flatten();
        match settings.ca.clone().or(usual) {
            None => Ok(brain),
            Some(file) => {
                let pem = fs::read(&file).map_err(|_| EndpointError::NoCertificates(file.clone()))?;
                Ok(brain.with_certificates(&pem, &file)?)
            }
        }
    }
}

fn key(spec: &ModelSpec, means: OpenContext<'_>) -> Result<Option<Key>, OpenError> {
    let KeyNeed::Variable(variable) = spec.provider.key else {
        return Ok(None);
    };
    match find_key(variable, means)? {
        None if spec.address.is_none() => Err(OpenError::NoKey { provider: spec.provider.name, variable }),
        found => Ok(found.map(|found| found.key)),
    }
}
