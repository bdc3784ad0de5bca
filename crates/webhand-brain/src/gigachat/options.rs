//! What can be chosen in this format.

use crate::spec::ModelSettings;

/// How requests are written. Pictures would have to be uploaded one by one and are not sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The most tokens of one answer; unsaid, the model's own limit.
    pub max_tokens: Option<u32>,
    /// How hard the model thinks; unsaid, as it likes.
    pub effort: Option<String>,
    /// Whether the answer is sent while it is being written.
    pub streams: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { max_tokens: None, effort: None, streams: true }
    }
}

impl Options {
    /// The same with what a person set.
    #[must_use]
    pub fn with(self, settings: &ModelSettings) -> Self {
        Self {
            max_tokens: settings.max_tokens.or(self.max_tokens),
            effort: settings.effort.clone().or(self.effort),
            ..self
        }
    }
}
