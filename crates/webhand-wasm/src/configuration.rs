//! The configuration that the person has set, as the host told it last.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use webhand_hands::DigestKey;
use webhand_model::SavedTool;
use webhand_wire::api::{SettingInfo, SettingList};

use crate::message::Configuration;

/// The newest configuration. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct SharedConfiguration(Arc<Mutex<Configuration>>);

impl SharedConfiguration {
    pub(crate) fn replace(&self, configuration: Configuration) {
        *self.lock() = configuration;
    }

    /// The value of a setting, if the person has set it.
    pub(crate) fn setting(&self, name: &str) -> Option<String> {
        self.lock().settings.get(name).cloned().filter(|value| !value.is_empty())
    }

    /// A key by the name of its variable.
    pub(crate) fn key(&self, variable: &str) -> Option<String> {
        self.lock().keys.get(variable).cloned().filter(|key| !key.is_empty())
    }

    /// How many tabs a run may have at the same time.
    pub(crate) fn tab_limit(&self) -> u32 {
        let written = self.setting("tabs").and_then(|text| text.parse().ok());
        written.unwrap_or(USUAL_TABS).clamp(1, MOST_TABS)
    }

    /// The chats that the person has switched on.
    pub(crate) fn chat_tabs(&self) -> Vec<String> {
        let written = self.setting("chat_tabs").unwrap_or_default();
        written.split([' ', ',']).filter(|name| !name.is_empty()).map(str::to_owned).collect()
    }

    /// The sites that the person saved under a name, without those that are none.
    pub(crate) fn tools(&self) -> Vec<SavedTool> {
        let configuration = self.lock();
        let tools = configuration.tools.iter().filter_map(|tool| SavedTool::parse(&tool.name, &tool.url).ok());
        tools.take(SavedTool::MOST).collect()
    }

    /// The adapters that were learned from the person, as the texts of their files.
    pub(crate) fn learned_adapters(&self) -> Vec<String> {
        let settings = &self.lock().settings;
        settings.iter().filter(|(key, _)| key.starts_with(LEARNED)).map(|(_, text)| text.clone()).collect()
    }

    pub(crate) fn digest_key(&self) -> Option<DigestKey> {
        let text = self.lock().digest_key.clone();
        let mut key = [0; 32];
        if text.len() != 64 {
            return None;
        }
        for (at, byte) in key.iter_mut().enumerate() {
            *byte = u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok()?;
        }
        Some(DigestKey::new(key))
    }

    pub(crate) fn list(&self) -> SettingList {
        let info = |(key, doc): &(&str, &str)| SettingInfo {
            key: (*key).to_owned(),
            doc: (*doc).to_owned(),
            value: self.setting(key),
        };
        SettingList { settings: SETTINGS.iter().map(info).collect() }
    }

    fn lock(&self) -> MutexGuard<'_, Configuration> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether there is such a setting.
pub(crate) fn is_setting(name: &str) -> bool {
    SETTINGS.iter().any(|(key, _)| *key == name)
}

/// Whether a setting takes this value; otherwise what it takes.
pub(crate) fn check_setting(name: &str, value: &str) -> Result<(), String> {
    let is_number = |most: u64| value.parse::<u64>().is_ok_and(|number| (1..=most).contains(&number));
    let fits = match name {
        "mode" => matches!(value, "careful" | "autonomous"),
        "redact" => matches!(value, "auto" | "on" | "off"),
        "level" => matches!(value, "quiet" | "debugger"),
        "language" => matches!(value, "en" | "es"),
        "on_close" => matches!(value, "go_on" | "park"),
        "tabs" => is_number(u64::from(MOST_TABS)),
        "max_steps" | "max_idle_turns" => is_number(10_000),
        "look_tokens" => is_number(1_000_000) && value.parse().is_ok_and(|tokens: u64| tokens >= LEAST_LOOK_TOKENS),
        "max_tokens" | "max_minutes" => is_number(u64::MAX),
        "max_cost" => value.parse::<webhand_model::Money>().is_ok(),
        "allow" | "allow_read" => {
            value.split_whitespace().all(|origin| webhand_model::OriginPattern::parse(origin).is_ok())
        }
        _ => value.len() <= LONGEST_VALUE,
    };
    let doc = SETTINGS.iter().find(|(key, _)| *key == name).map_or("", |(_, doc)| doc);
    if fits { Ok(()) } else { Err(format!("{name} takes: {doc}")) }
}

/// The settings, each with the values that it takes. Those that only views read are kept here too, so that there
/// is one list.
const SETTINGS: [(&str, &str); 17] = [
    ("brain", "who decides: literal, PROVIDER/MODEL or PROVIDER:URL#MODEL"),
    ("brain_verify", "the model that checks the claim to be done"),
    ("brain_extract", "the model that fills schemas"),
    ("mode", "careful or autonomous"),
    ("level", "how runs drive tabs: quiet or debugger"),
    ("allow", "origins where runs may read, type and send without asking, between spaces"),
    ("allow_read", "origins where runs may read without asking, between spaces"),
    ("max_steps", "how often the brain is asked, from 1 to 10000"),
    ("max_idle_turns", "how many turns in a row without effect or news end a run"),
    ("look_tokens", "how many tokens of a page a model is shown at most: 300 or more, 2000 if it is not set"),
    ("max_minutes", "how long a run may take"),
    ("max_tokens", "how many tokens a run may use"),
    ("max_cost", "what the answers of a run may cost, in dollars"),
    ("redact", "auto, on or off: keep personal data from models on other machines, from all, or from none"),
    ("tabs", "how many tabs a run may have, from 1 to 10"),
    ("chat_tabs", "chats that webhand may write to, with commas: chatgpt, claude, gemini, aistudio or a host"),
    ("on_close", "go_on or park: what a run does when the panel is closed"),
];
const LEAST_LOOK_TOKENS: u64 = 300;
/// The beginning of the names under which learned adapters are kept beside the settings.
pub(crate) const LEARNED: &str = "chat_adapter_";
const USUAL_TABS: u32 = 3;
const MOST_TABS: u32 = 10;
const LONGEST_VALUE: usize = 500;
