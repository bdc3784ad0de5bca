//! Constructors of [`RemoteBrain`], one for each provider format.

use std::sync::Arc;

use super::endpoint::{Endpoint, EndpointError};
use super::remote::RemoteBrain;
use super::token_cache::TokenCache;
use crate::format::ApiKey;
use crate::{anthropic, chat_completions, gemini, gigachat, responses};

impl RemoteBrain {
    /// A Chat Completions brain at `base_url`, such as `https://api.openai.com/v1`.
    ///
    /// # Errors
    /// When the address cannot be used, or the key would be sent unencrypted.
    pub fn chat_completions(
        base_url: &str,
        model: &str,
        key: Option<ApiKey>,
        options: chat_completions::ChatCompletionsOptions,
    ) -> Result<Self, EndpointError> {
        Self::new(base_url, model, key, |source| chat_completions::ChatCompletionsFormat { source, options })
    }

    /// A Messages brain at `base_url`, such as `https://api.anthropic.com/v1`.
    ///
    /// # Errors
    /// As [`RemoteBrain::chat_completions`].
    pub fn anthropic(
        base_url: &str,
        model: &str,
        key: Option<ApiKey>,
        options: anthropic::AnthropicOptions,
    ) -> Result<Self, EndpointError> {
        Self::new(base_url, model, key, |source| anthropic::AnthropicFormat { source, options })
    }

    /// A Responses brain at `base_url`, such as `https://api.openai.com/v1`.
    ///
    /// # Errors
    /// As [`RemoteBrain::chat_completions`].
    pub fn responses(
        base_url: &str,
        model: &str,
        key: Option<ApiKey>,
        options: responses::ResponsesOptions,
    ) -> Result<Self, EndpointError> {
        Self::new(base_url, model, key, |source| responses::ResponsesFormat { source, options })
    }

    /// A Gemini brain at `base_url`, such as `https://generativelanguage.googleapis.com/v1beta`.
    ///
    /// # Errors
    /// As [`RemoteBrain::chat_completions`].
    pub fn gemini(
        base_url: &str,
        model: &str,
        key: Option<ApiKey>,
        options: gemini::GeminiOptions,
    ) -> Result<Self, EndpointError> {
        Self::new(base_url, model, key, |source| gemini::GeminiFormat { source, options })
    }

    /// A `GigaChat` brain at `base_url`, such as `https://gigachat.devices.sberbank.ru/api/v1`. The key is exchanged for
    /// tokens of that scope at `auth_url`; without one, at the usual path of the same host.
    ///
    /// # Errors
    /// As [`RemoteBrain::chat_completions`].
    pub fn gigachat(
        base_url: &str,
        model: &str,
        key: Option<ApiKey>,
        door: gigachat::TokenServer,
        options: gigachat::GigaChatOptions,
    ) -> Result<Self, EndpointError> {
        let mut brain = Self::new(base_url, model, None, |source| gigachat::GigaChatFormat { source, options })?;
        let address = door.auth_url.unwrap_or_else(|| brain.endpoint.beside("/api/v2/oauth"));
        brain.tokens = Some(Arc::new(TokenCache::new(Endpoint::new(&address, key)?, door.scope)));
        Ok(brain)
    }
}
