//! The options of this format.

use crate::spec::ModelSettings;

/// The options of requests. Pictures would have to be uploaded one by one and are not sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GigaChatOptions {
    /// The most tokens of one answer; without it, the model's own limit.
    pub max_tokens: Option<u32>,
    /// The reasoning effort; without it, the model's default.
    pub effort: Option<String>,
    /// Whether the response is streamed.
    pub streams: bool,
}

impl Default for GigaChatOptions {
    fn default() -> Self {
        Self { max_tokens: None, effort: None, streams: true }
    }
}

impl GigaChatOptions {
    /// The options with the person's settings.
    #[must_use]
    pub fn with(self, settings: &ModelSettings) -> Self {
        Self {
            max_tokens: settings.max_tokens.or(self.max_tokens),
            effort: settings.effort.clone().or(self.effort),
            ..self
        }
    }
}
