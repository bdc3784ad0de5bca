//! What can be chosen in this format.

use crate::spec::{HandsSetting, ModelSettings};

/// How requests are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The most tokens of one answer, reasoning included; unsaid, the model's own limit.
    pub max_tokens: Option<u32>,
    /// How hard the model thinks; unsaid, as it likes.
    pub effort: Option<String>,
    /// Whether the model's reasoning is asked for, to be sent back.
    pub reasoning: bool,
    /// Whether the answer is sent while it is being written.
    pub streams: bool,
    /// Whether the model can see.
    pub pictures: bool,
    /// What the model works with.
    pub hands: HandsSetting,
}

impl Options {
    /// For a model of that name.
    #[must_use]
    pub fn of(model: &str) -> Self {
        // Models that do not reason refuse to be asked for it. Their families are closed; new ones reason.
        let reasoning = !["gpt-3", "gpt-4", "chatgpt-4"].iter().any(|old| model.starts_with(old));
        Self { max_tokens: None, effort: None, reasoning, streams: true, pictures: true, hands: HandsSetting::Own }
    }

    /// The same with what a person set.
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
