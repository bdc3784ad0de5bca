//! Opens a brain by its name.

use std::fs;
use std::sync::Arc;

use webhand_model::Redaction;
use webhand_port::{Brain, BrainError, ChatPages};

use super::endpoint::EndpointError;
use super::fallback_chain::FallbackChain;
use super::keys::{KeySourceError, find_key};
use super::remote::RemoteBrain;
use super::transport::HttpTransports;
use crate::chat_tab::{Adapters, ChatTabBrain};
use crate::format::ApiKey;
use crate::prices::Prices;
use crate::redaction::RedactingBrain;
use crate::spec::{ApiFormat, BrainChoice, BrainSpec, ChatTabSpec, KeyNeed, ModelSpec, SpecError};
use crate::{anthropic, chat_completions, gemini, gigachat, responses};

/// Why a named brain cannot be opened.
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
    #[error("this program opens no chat pages; name a model")]
    NoChats,
    #[error(
        "there is no adapter {0}; there are {1}, and an own one is a file in the folder chat-sites beside the settings"
    )]
    NoAdapter(String, String),
    #[error("{0}")]
    Chat(BrainError),
}

/// The environment, prices and secrets that opening a brain needs.
#[derive(Clone, Copy)]
pub struct OpenContext<'a> {
    /// Looks up an environment variable.
    pub env: &'a dyn Fn(&str) -> Option<String>,
    pub prices: &'a Prices,
    /// Looks up the secret under a variable's name in the system's keychain, or returns why it cannot.
    pub keychain: &'a dyn Fn(&str) -> Result<Option<String>, String>,
    /// Which models see placeholders in the place of personal data.
    pub redaction: Redaction,
    /// The brain without a model, which is in a crate of its own; nothing if the program has none.
    pub literal: Option<&'a Arc<dyn Brain>>,
    /// Opens chat pages, with the adapters that are known; nothing if the program has no browser for them.
    pub chats: Option<(&'a Arc<dyn ChatPages>, &'a Adapters)>,
    /// The makers of the transports for requests; the usual ones of the program when absent.
    pub transports: Option<&'a Arc<dyn HttpTransports>>,
}

impl<'a> OpenContext<'a> {
    /// Without a keychain or a literal brain, and with personal data kept from models on other machines.
    #[must_use]
    pub fn new(env: &'a dyn Fn(&str) -> Option<String>, prices: &'a Prices) -> Self {
        Self {
            env,
            prices,
            keychain: &|_| Ok(None),
            redaction: Redaction::Auto,
            literal: None,
            chats: None,
            transports: None,
        }
    }
}

/// Opens the brain that a person named.
///
/// # Errors
/// When the name is unknown, a key is missing, or an address cannot be used.
pub fn open(written: &str, context: OpenContext<'_>) -> Result<Arc<dyn Brain>, OpenError> {
    let spec = BrainSpec::parse(written)?;
    let mut brains = Vec::new();
    for choice in &spec.choices {
        brains.push(match choice {
            BrainChoice::Literal => Arc::clone(context.literal.ok_or(OpenError::NoLiteral)?),
            BrainChoice::Model(model) => {
                let model = RemoteBrain::open(model, context)?;
                let is_here = model.endpoint().is_loopback();
                redacting(Arc::new(model), is_here, context.redaction)
            }
            BrainChoice::ChatTab(chat) => {
                redacting(Arc::new(open_chat(chat, context)?), chat.is_local(), context.redaction)
            }
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

/// The brain, with personal data kept from it where the person wants that; usually where it is not on this machine.
fn redacting(brain: Arc<dyn Brain>, is_here: bool, redaction: Redaction) -> Arc<dyn Brain> {
    let is_redacted = match redaction {
        Redaction::Auto => !is_here,
        Redaction::On => true,
        Redaction::Off => false,
    };
    if is_redacted { Arc::new(RedactingBrain::new(brain)) } else { brain }
}

/// The brain in a chat page. The page is opened when it is first asked.
fn open_chat(spec: &ChatTabSpec, context: OpenContext<'_>) -> Result<ChatTabBrain, OpenError> {
    let (pages, adapters) = context.chats.ok_or(OpenError::NoChats)?;
    if let Some(site) = &spec.site
        && adapters.named(site).is_none()
    {
        let known: Vec<&str> = adapters.all().map(|adapter| adapter.name.as_str()).collect();
        return Err(OpenError::NoAdapter(site.clone(), known.join(", ")));
    }
    let page = pages.page(&spec.written()).map_err(OpenError::Chat)?;
    Ok(ChatTabBrain::new(page, spec.clone(), adapters.clone()))
}

impl RemoteBrain {
    /// Opens one model.
    ///
    /// # Errors
    /// When its key is missing, or its address cannot be used.
    pub fn open(spec: &ModelSpec, context: OpenContext<'_>) -> Result<Self, OpenError> {
        let OpenContext { env, prices, .. } = context;
        let key = key(spec, context)?;
        let address = spec.address.as_deref().unwrap_or(spec.provider.base_url);
        let settings = &spec.settings;
        let model = &spec.model;
        let brain = match spec.provider.family {
            ApiFormat::Chat(usual) => {
                // Another server under this provider's name may not support everything that the provider does.
                let elsewhere = spec.address.is_some() && spec.provider.name == "openai";
                let usual = if elsewhere { chat_completions::ChatCompletionsOptions::compatible } else { usual };
                Self::chat_completions(address, model, key, usual().with(settings))
            }
            ApiFormat::Responses => {
                Self::responses(address, model, key, responses::ResponsesOptions::of(model).with(settings))
            }
            ApiFormat::GigaChat => {
                let elsewhere = spec.address.is_some();
                let door = gigachat::TokenServer {
                    auth_url: env("GIGACHAT_AUTH_URL").or_else(|| (!elsewhere).then(|| gigachat::AUTH_URL.to_owned())),
                    scope: env("GIGACHAT_SCOPE").unwrap_or_else(|| gigachat::SCOPE.to_owned()),
                };
                Self::gigachat(address, model, key, door, gigachat::GigaChatOptions::default().with(settings))
            }
            ApiFormat::Gemini => Self::gemini(address, model, key, gemini::GeminiOptions::default().with(settings)),
            ApiFormat::Messages => {
                Self::anthropic(address, model, key, anthropic::AnthropicOptions::default().with(settings))
            }
        }?
        .with_price(prices.of(spec));
        let brain = match context.transports {
            Some(transports) => brain.with_transports(Arc::clone(transports))?,
            None => brain,
        };
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

fn key(spec: &ModelSpec, context: OpenContext<'_>) -> Result<Option<ApiKey>, OpenError> {
    let KeyNeed::Variable(variable) = spec.provider.key else {
        return Ok(None);
    };
    match find_key(variable, context)? {
        None if spec.address.is_none() => Err(OpenError::NoKey { provider: spec.provider.name, variable }),
        found => Ok(found.map(|found| found.key)),
    }
}
