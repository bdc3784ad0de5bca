//! What can be chosen in this format.

use crate::spec::{HandsSetting, ModelSettings};

/// How requests are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The most tokens of one answer, thoughts included; unsaid, the model's own limit.
    pub max_tokens: Option<u32>,
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
        Self { max_tokens: None, effort: None, streams: true, pictures: true, hands: HandsSetting::Own }
    }
}

impl Options {
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
