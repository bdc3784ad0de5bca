//! The options of this format, in which its many providers differ.

use serde_json::{Map, Value, json};

use crate::spec::{ModelSettings, ToolsSetting};

/// The options of requests to one provider.
#[derive(Debug, Clone, PartialEq)]
pub struct ChatCompletionsOptions {
    pub system_role: SystemRole,
    /// How the model makes calls.
    pub tools: ToolsSetting,
    pub tool_choice: ToolChoice,
    /// The most tokens of an answer; without it, the model's own limit.
    pub limit: Option<Limit>,
    /// Whether the response is streamed.
    pub streams: bool,
    /// Whether the model gets pictures.
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
    /// The field is left out, for providers that do not know it.
    Unsaid,
}

/// The most tokens an answer may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    pub name: LimitName,
    pub tokens: u32,
}

/// The name of the provider's field for the limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitName {
    MaxCompletionTokens,
    MaxTokens,
}

impl ChatCompletionsOptions {
    /// For `OpenAI` itself.
    #[must_use]
    pub fn openai() -> Self {
        Self { system_role: SystemRole::Developer, tool_choice: ToolChoice::Required, ..Self::compatible() }
    }

    /// For `OpenRouter`: only upstreams that support every field sent and store nothing.
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

    /// The options with the person's settings.
    #[must_use]
    pub fn with(mut self, settings: &ModelSettings) -> Self {
        self.pictures = settings.pictures.unwrap_or(self.pictures);
        self.tools = settings.tools.unwrap_or(self.tools);
        if let Some(tokens) = settings.max_tokens {
            // `OpenAI` itself no longer accepts the old name of the field, and most other servers accept only that.
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
