//! The options of this format.

use crate::spec::{HandsSetting, ModelSettings};

/// The options of requests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeminiOptions {
    /// The most tokens of one answer, thoughts included; without it, the model's own limit.
    pub max_tokens: Option<u32>,
    /// The reasoning effort; without it, the model's default.
    pub effort: Option<String>,
    /// Whether the response is streamed.
    pub streams: bool,
    /// Whether the model gets pictures.
    pub pictures: bool,
    /// The tools that the model acts with.
    pub hands: HandsSetting,
}

impl Default for GeminiOptions {
    fn default() -> Self {
        Self { max_tokens: None, effort: None, streams: true, pictures: true, hands: HandsSetting::Own }
    }
}

impl GeminiOptions {
    /// The options with the person's settings.
    #[must_use]
    pub fn with(self, settings: &ModelSettings) -> Self {
        Self {
            max_tokens: settings.max_tokens.or(self.max_tokens),
            effort: settings.effort.clone().or(self.effort),
            pictures: settings.pictures.unwrap_or(self.pictures),
            hands: settings.hands.unwrap_or(self.hands),
            ..self
        }
    }
}
