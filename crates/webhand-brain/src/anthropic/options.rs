//! What can be chosen in this format.

use crate::spec::{HandsSetting, ModelSettings};

/// How requests are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The most tokens of one answer, thinking included; the format wants a number.
    pub max_tokens: u32,
    /// How hard the model thinks; unsaid, as it likes.
    pub effort: Option<String>,
    /// Whether the answer is sent while it is being written.
    pub streams: bool,
    /// Whether the model can see.
    pub pictures: bool,
    /// What the model works with.
    pub hands: HandsSetting,
}

impl Default for Options {
    fn default() -> Self {
        // Every model of the last years may say that much, and a decision rarely needs a tenth of it.
        Self { max_tokens: 8_192, effort: None, streams: true, pictures: true, hands: HandsSetting::Own }
    }
}

impl Options {
    /// The same with what a person set.
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
