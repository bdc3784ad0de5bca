//! The settings of one model, after a question mark: `?pictures=no&effort=low`.

use super::providers::{ApiFormat, Provider};
use super::{SpecError, shown};

/// The settings that a person gave; the provider's default applies to the others.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ModelSettings {
    /// Whether the model gets pictures.
    pub pictures: Option<bool>,
    /// How the model makes calls.
    pub tools: Option<ToolsSetting>,
    /// The tools that the model acts with.
    pub hands: Option<HandsSetting>,
    /// The reasoning effort, in the provider's own word.
    pub effort: Option<String>,
    /// The most tokens of one answer.
    pub max_tokens: Option<u32>,
    /// A file of certificates that are trusted for this provider beside the usual ones.
    pub ca: Option<String>,
}

/// How a model makes calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolsSetting {
    /// By the provider's tools.
    Native,
    /// As JSON in its text.
    Text,
    /// As JSON in its text, which the server enforces by a schema.
    Json,
}

/// The tools that a model acts with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum HandsSetting {
    /// webhand's own actions.
    #[default]
    Own,
    /// The provider's computer tool, which points at places of a picture.
    Computer,
    /// The provider's browser tools, which use places of a picture and refs.
    Browser,
}

impl ModelSettings {
    pub(super) fn parse(written: &str) -> Result<Self, SpecError> {
        let mut settings = Self::default();
        for one in written.split('&').filter(|one| !one.is_empty()) {
            settings.set(one).ok_or_else(|| SpecError::UnknownSetting(shown(one)))?;
        }
        Ok(settings)
    }

    /// Refuses settings that the provider's format cannot express.
    pub(super) fn check(&self, provider: &'static Provider) -> Result<(), SpecError> {
        let refuse = |setting| Err(SpecError::NotHere { provider: provider.name, setting });
        match provider.family {
            ApiFormat::GigaChat if self.pictures == Some(true) => refuse("pictures=yes"),
            ApiFormat::Messages | ApiFormat::Responses | ApiFormat::Gemini | ApiFormat::GigaChat
                if self.tools.is_some() =>
            {
                refuse("tools")
            }
            ApiFormat::Chat(_) | ApiFormat::GigaChat if self.hands.is_some_and(|hands| hands != HandsSetting::Own) => {
                refuse("hands")
            }
            ApiFormat::Responses | ApiFormat::Gemini if self.hands == Some(HandsSetting::Browser) => {
                refuse("hands=browser")
            }
            ApiFormat::Messages | ApiFormat::Responses | ApiFormat::Gemini
                if self.pictures == Some(false) && self.hands.is_some_and(|hands| hands != HandsSetting::Own) =>
            {
                Err(SpecError::Blind)
            }
            ApiFormat::Chat(_)
            | ApiFormat::Messages
            | ApiFormat::Responses
            | ApiFormat::Gemini
            | ApiFormat::GigaChat => Ok(()),
        }
    }

    fn set(&mut self, one: &str) -> Option<()> {
        let (name, value) = one.split_once('=')?;
        match (name, value) {
            ("pictures", "yes") => self.pictures = Some(true),
            ("pictures", "no") => self.pictures = Some(false),
            ("tools", "yes") => self.tools = Some(ToolsSetting::Native),
            ("tools", "no") => self.tools = Some(ToolsSetting::Text),
            ("tools", "json") => self.tools = Some(ToolsSetting::Json),
            ("hands", "own") => self.hands = Some(HandsSetting::Own),
            ("hands", "computer") => self.hands = Some(HandsSetting::Computer),
            ("hands", "browser") => self.hands = Some(HandsSetting::Browser),
            ("effort", word) if !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase()) => {
                self.effort = Some(word.to_owned());
            }
            ("max_tokens", number) => self.max_tokens = Some(number.parse().ok().filter(|tokens| *tokens > 0)?),
            ("ca", path) if !path.is_empty() => self.ca = Some(path.to_owned()),
            _ => return None,
        }
        Some(())
    }
}

pub(super) const OFFER: &str = "pictures=yes or no, tools=yes, no or json, hands=own, computer or browser, effort=low (or another word of the provider), max_tokens=NUMBER, ca=FILE";
