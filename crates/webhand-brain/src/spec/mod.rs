//! A brain named in one word: `literal`, `openai/gpt-…`, `anthropic:http://host:port/v1#model?pictures=no`, or several
//! of them with commas between, each of which replaces the one before when that fails.
//!
//! Only this module knows the names. Nothing is looked up or opened here. Start reading at [`BrainSpec::parse`].

mod chat_tab;
mod providers;
mod settings;

pub use chat_tab::ChatTabSpec;
pub use providers::{ApiFormat, KeyNeed, Provider, providers};
pub use settings::{HandsSetting, ModelSettings, ToolsSetting};
use webhand_model::{ObservationMode, clean, edit_distance, truncate};

/// The named brains, the first choice first.
#[derive(Debug, Clone, PartialEq)]
pub struct BrainSpec {
    /// Never empty.
    pub choices: Vec<BrainChoice>,
}

/// One brain of a [`BrainSpec`].
#[derive(Debug, Clone, PartialEq)]
pub enum BrainChoice {
    /// The brain that needs no model.
    Literal,
    Model(ModelSpec),
    /// A chat page of a person.
    ChatTab(ChatTabSpec),
}

/// One model of one provider.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelSpec {
    pub provider: &'static Provider,
    /// The address of another server than the provider's own.
    pub address: Option<String>,
    pub model: String,
    pub settings: ModelSettings,
}

impl ModelSpec {
    /// The name as in `--brain`, without settings.
    #[must_use]
    pub fn written(&self) -> String {
        self.under(self.provider.name)
    }

    /// The name for the price list, without settings. A provider's formats share one name, because they cost the same.
    #[must_use]
    pub fn name(&self) -> String {
        self.under(self.provider.name.strip_suffix("-responses").unwrap_or(self.provider.name))
    }

    fn under(&self, provider: &str) -> String {
        match &self.address {
            None => format!("{provider}/{}", self.model),
            Some(address) => format!("{provider}:{address}#{}", self.model),
        }
    }
}

/// Why a text names no brain.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    #[error("there is no brain \"{0}\"{near}; use {kinds} or openai:http://host:port/v1#model", near = did_you_mean(.0), kinds = kinds())]
    Unknown(String),
    #[error("no model is named in \"{0}\"; add one, as in {1}")]
    NoModel(String, String),
    #[error("\"{0}\" is not a setting; use {offer}", offer = settings::OFFER)]
    UnknownSetting(String),
    #[error("{provider} has no setting {setting}")]
    NotHere { provider: &'static str, setting: &'static str },
    #[error("a model that works by pictures must see them: leave out pictures=no, or hands=")]
    Blind,
    #[error("no brain is named between two commas of \"{0}\"")]
    Gap(String),
    #[error(
        "\"{0}\" is no chat: write chat-tab:chatgpt, chat-tab:claude, chat-tab:gemini, chat-tab:aistudio or \
         chat-tab:https://HOST/"
    )]
    BadChat(String),
    #[error("\"{0}\" is not a setting of a chat; use pace=SECONDS (at most 600) or message=CHARACTERS (1000 to 60000)")]
    UnknownChatSetting(String),
    #[error("{0} brains are too many to stand in for each other; name at most {MOST_CHOICES}")]
    TooMany(usize),
}

impl BrainSpec {
    /// Parses the name that a person wrote.
    ///
    /// # Errors
    /// When a provider, its model or a setting is missing or unknown.
    pub fn parse(written: &str) -> Result<Self, SpecError> {
        let words: Vec<&str> = written.split(',').map(str::trim).collect();
        if words.len() > MOST_CHOICES {
            return Err(SpecError::TooMany(words.len()));
        }
        if words.len() > 1 && words.contains(&"") {
            return Err(SpecError::Gap(shown(written)));
        }
        let choices = words.into_iter().map(choice).collect::<Result<_, _>>()?;
        Ok(Self { choices })
    }

    /// The observation mode of the first brain, where its tools require one.
    #[must_use]
    pub fn sight(&self) -> Option<ObservationMode> {
        match self.choices.first()? {
            BrainChoice::Literal | BrainChoice::ChatTab(_) => Some(ObservationMode::Text),
            BrainChoice::Model(model) => match model.settings.hands.unwrap_or_default() {
                HandsSetting::Own => None,
                HandsSetting::Computer | HandsSetting::Browser => Some(ObservationMode::Points),
            },
        }
    }
}

fn choice(word: &str) -> Result<BrainChoice, SpecError> {
    if word == "literal" {
        return Ok(BrainChoice::Literal);
    }
    if let Some(chat) = word.strip_prefix("chat-tab:") {
        return ChatTabSpec::parse(chat).map(BrainChoice::ChatTab);
    }
    let (name, written) = word.split_once('?').unwrap_or((word, ""));
    let end = name.find(['/', ':']).unwrap_or(name.len());
    let (wanted, rest) = name.split_at(end);
    let provider = providers().find(|provider| provider.name == wanted);
    let provider = provider.ok_or_else(|| SpecError::Unknown(shown(wanted)))?;
    let settings = ModelSettings::parse(written)?;
    settings.check(provider)?;
    let (address, model, like) = match rest.strip_prefix(':') {
        None => (None, rest.strip_prefix('/').unwrap_or_default(), format!("{}/{}", provider.name, provider.like)),
        Some(address) => {
            let (address, model) = address.split_once('#').unwrap_or((address, ""));
            (Some(address.to_owned()), model, format!("{}:http://127.0.0.1:8080/v1#model", provider.name))
        }
    };
    let model = model.trim();
    if model.is_empty() {
        return Err(SpecError::NoModel(shown(word), like));
    }
    Ok(BrainChoice::Model(ModelSpec { provider, address, model: model.to_owned(), settings }))
}

fn kinds() -> String {
    let names = providers().map(|provider| format!("{}/…", provider.name));
    ["literal".to_owned(), "chat-tab:…".to_owned()].into_iter().chain(names).collect::<Vec<_>>().join(", ")
}

/// The name that comes nearest to a misspelled one.
fn did_you_mean(written: &str) -> String {
    let known = providers().map(|provider| provider.name).chain(["literal"]);
    let near = known.map(|name| (edit_distance(name, written), name)).min();
    match near.filter(|(letters, name)| *letters <= name.len() / 3) {
        Some((_, "literal")) => "; did you mean literal?".to_owned(),
        Some((_, name)) => format!("; did you mean {name}/…?"),
        None => String::new(),
    }
}

fn shown(written: &str) -> String {
    truncate(&clean(written), 60).into_owned()
}

const MOST_CHOICES: usize = 8;

#[cfg(test)]
mod tests;
