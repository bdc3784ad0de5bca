//! The options of this format.

use crate::spec::{HandsSetting, ModelSettings};

/// The options of requests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnthropicOptions {
    /// The most tokens of one answer, thinking included; the format wants a number.
    pub max_tokens: u32,
    /// The reasoning effort; without it, the model's default.
    pub effort: Option<String>,
    /// Whether the response is streamed.
    pub streams: bool,
    /// Whether the model gets pictures.
    pub pictures: bool,
    /// The tools that the model acts with.
    pub hands: HandsSetting,
}

impl Default for AnthropicOptions {
    fn default() -> Self {
        // Every recent model supports this limit, and a decision rarely needs a tenth of it.
        Self { max_tokens: 8_192, effort: None, streams: true, pictures: true, hands: HandsSetting::Own }
    }
}

impl AnthropicOptions {
    /// The options with the person's settings.
    #[must_use]
    pub fn with(self, settings: &ModelSettings) -> Self {
        Self {
            max_tokens: settings.max_tokens.unwrap_or(self.max_tokens),
            effort: settings.effort.clone().or(self.effort),
            pictures: settings.pictures.unwrap_or(self.pictures),
            hands: settings.hands.unwrap_or(self.hands),
            ..self
        }
    }
}
