//! In what the providers of one format differ.

use serde_json::{Map, Value, json};

use crate::spec::{ModelSettings, ToolsSetting};

/// How requests are written for one provider.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    pub system_role: SystemRole,
    /// How the model makes calls.
    pub tools: ToolsSetting,
    pub tool_choice: ToolChoice,
    /// The most an answer may cost; unsaid, the model's own limit.
    pub limit: Option<Limit>,
    /// Whether the answer is sent while it is being written.
    pub streams: bool,
    /// Whether the model can see.
    pub pictures: bool,
    /// Further top-level fields, sent as they are.
    pub extra: Map<String, Value>,
}

/// The role of the first message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SystemRole {
    System,
    Developer,
}

/// Whether the model must call a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolChoice {
    Required,
    Auto,
    /// For providers that do not know the field.
    Unsaid,
}

/// The most tokens an answer may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    pub name: LimitName,
    pub tokens: u32,
}

/// What the provider calls the limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitName {
    MaxCompletionTokens,
    MaxTokens,
}

impl Options {
    /// For `OpenAI` itself.
    #[must_use]
    pub fn openai() -> Self {
        Self { system_role: SystemRole::Developer, tool_choice: ToolChoice::Required, ..Self::compatible() }
    }

    /// For `OpenRouter`: only upstreams that know every field sent, and that keep nothing of it.
    #[must_use]
    pub fn openrouter() -> Self {
        let provider = json!({"require_parameters": true, "data_collection": "deny"});
        Self { extra: Map::from_iter([("provider".to_owned(), provider)]), ..Self::compatible() }
    }

    /// For Groq.
    #[must_use]
    pub fn groq() -> Self {
        Self { tool_choice: ToolChoice::Required, ..Self::compatible() }
    }

    /// For Ollama's compatible server.
    #[must_use]
    pub fn ollama() -> Self {
        Self { tool_choice: ToolChoice::Unsaid, pictures: false, ..Self::compatible() }
    }

    /// For any other server of this format.
    #[must_use]
    pub fn compatible() -> Self {
        Self {
            system_role: SystemRole::System,
            tools: ToolsSetting::Native,
            tool_choice: ToolChoice::Auto,
            limit: None,
            streams: true,
            pictures: true,
            extra: Map::new(),
        }
    }

    /// The same with what a person set.
    #[must_use]
    pub fn with(mut self, settings: &ModelSettings) -> Self {
        self.pictures = settings.pictures.unwrap_or(self.pictures);
        self.tools = settings.tools.unwrap_or(self.tools);
        if let Some(tokens) = settings.max_tokens {
            // `OpenAI` itself no longer knows the old name, and most others know no other.
            let name = match self.system_role {
                SystemRole::Developer => LimitName::MaxCompletionTokens,
                SystemRole::System => LimitName::MaxTokens,
            };
            self.limit = Some(Limit { name, tokens });
        }
        if let Some(effort) = &settings.effort {
            self.extra.insert("reasoning_effort".to_owned(), effort.as_str().into());
        }
        self
    }
}
