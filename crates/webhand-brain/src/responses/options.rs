//! The options of this format.

use crate::spec::{HandsSetting, ModelSettings};

/// The options of requests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResponsesOptions {
    /// The most tokens of one answer, reasoning included; without it, the model's own limit.
    pub max_tokens: Option<u32>,
    /// The reasoning effort; without it, the model's default.
    pub effort: Option<String>,
    /// Whether the request asks for the model's reasoning, which later requests send back.
    pub reasoning: bool,
    /// Whether the response is streamed.
    pub streams: bool,
    /// Whether the model gets pictures.
    pub pictures: bool,
    /// The tools that the model acts with.
    pub hands: HandsSetting,
}

impl ResponsesOptions {
    /// For a model of that name.
    #[must_use]
    pub fn of(model: &str) -> Self {
        // Models without reasoning refuse the field. No new models join their families.
        let reasoning = !["gpt-3", "gpt-4", "chatgpt-4"].iter().any(|old| model.starts_with(old));
        Self { max_tokens: None, effort: None, reasoning, streams: true, pictures: true, hands: HandsSetting::Own }
    }

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
