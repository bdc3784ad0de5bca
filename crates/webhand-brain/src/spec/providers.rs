//! The providers that are known by name.

use crate::chat_completions::ChatCompletionsOptions;

/// One provider.
#[derive(Debug, Clone, Copy)]
pub struct Provider {
    pub name: &'static str,
    pub base_url: &'static str,
    pub key: KeyNeed,
    pub family: ApiFormat,
    /// Whether its responses report their cost.
    pub tells_cost: bool,
    /// A model name for examples.
    pub like: &'static str,
}

/// Whether a provider needs a key, and the variable that holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyNeed {
    None,
    /// Required at the provider itself; sent to another server only if it is set.
    Variable(&'static str),
}

impl KeyNeed {
    /// The variable that holds the key.
    #[must_use]
    pub fn variable(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::Variable(name) => Some(name),
        }
    }
}

/// The format a provider speaks.
#[derive(Debug, Clone, Copy)]
pub enum ApiFormat {
    Chat(fn() -> ChatCompletionsOptions),
    Messages,
    Responses,
    Gemini,
    GigaChat,
}

impl PartialEq for Provider {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// All providers, in the order of the lists for people.
pub fn providers() -> impl Iterator<Item = &'static Provider> {
    PROVIDERS.iter()
}

const PROVIDERS: &[Provider] = &[
    Provider {
        name: "anthropic",
        base_url: "https://api.anthropic.com/v1",
        key: KeyNeed::Variable("ANTHROPIC_API_KEY"),
        family: ApiFormat::Messages,
        tells_cost: false,
        like: "claude-…",
    },
    Provider {
        name: "openai",
        base_url: "https://api.openai.com/v1",
        key: KeyNeed::Variable("OPENAI_API_KEY"),
        family: ApiFormat::Chat(ChatCompletionsOptions::openai),
        tells_cost: false,
        like: "gpt-…",
    },
    Provider {
        name: "openai-responses",
        base_url: "https://api.openai.com/v1",
        key: KeyNeed::Variable("OPENAI_API_KEY"),
        family: ApiFormat::Responses,
        tells_cost: false,
        like: "gpt-…",
    },
    Provider {
        name: "gemini",
        base_url: "https://generativelanguage.googleapis.com/v1beta",
        key: KeyNeed::Variable("GEMINI_API_KEY"),
        family: ApiFormat::Gemini,
        tells_cost: false,
        like: "gemini-…",
    },
    Provider {
        name: "gigachat",
        base_url: "https://gigachat.devices.sberbank.ru/api/v1",
        key: KeyNeed::Variable("GIGACHAT_CREDENTIALS"),
        family: ApiFormat::GigaChat,
        tells_cost: false,
        like: "GigaChat-2",
    },
    Provider {
        name: "openrouter",
        base_url: "https://openrouter.ai/api/v1",
        key: KeyNeed::Variable("OPENROUTER_API_KEY"),
        family: ApiFormat::Chat(ChatCompletionsOptions::openrouter),
        tells_cost: true,
        like: "maker/model",
    },
    Provider {
        name: "groq",
        base_url: "https://api.groq.com/openai/v1",
        key: KeyNeed::Variable("GROQ_API_KEY"),
        family: ApiFormat::Chat(ChatCompletionsOptions::groq),
        tells_cost: false,
        like: "llama-…",
    },
    Provider {
        name: "ollama",
        base_url: "http://127.0.0.1:11434/v1",
        key: KeyNeed::None,
        family: ApiFormat::Chat(ChatCompletionsOptions::ollama),
        tells_cost: false,
        like: "qwen3",
    },
];
