//! The brains that the module can reach: `literal`, and models over the host's network.
//!
//! Invariant: keys come from the configuration and go into requests only; no journal, error or message to a view has one.

use std::sync::Arc;
use std::time::Duration;

use webhand_brain::chat_tab::{Adapters, switch_of, switched_off};
use webhand_brain::client::{BrainPerRole, HttpTransports, OpenContext, OpenError, RemoteBrain, open};
use webhand_brain::prices::Prices;
use webhand_brain::spec::{self, BrainChoice, BrainSpec, KeyNeed};
use webhand_literal::LiteralBrain;
use webhand_model::{Redaction, Task};
use webhand_port::{Brain, BrainError, Brains, ChatPages};

use crate::chats::RunChats;
use crate::configuration::SharedConfiguration;
use crate::fetch::Fetches;

/// Opens brains for one task.
pub(crate) struct HostBrains {
    configuration: SharedConfiguration,
    fetches: Fetches,
    chats: Arc<RunChats>,
    redaction: Redaction,
    verifier: Option<String>,
    extractor: Option<String>,
}

impl HostBrains {
    pub(crate) fn for_task(
        configuration: SharedConfiguration,
        fetches: Fetches,
        chats: Arc<RunChats>,
        task: &Task,
    ) -> Self {
        let (verifier, extractor) = (task.verifier.clone(), task.extractor.clone());
        Self { configuration, fetches, chats, redaction: task.redaction, verifier, extractor }
    }

    /// The brain that decides, with those that verify and extract.
    pub(crate) fn open_with_helpers(&self, written: &str) -> Result<Arc<dyn Brain>, OpenError> {
        let decides = self.open_one(written)?;
        let helper = |named: &Option<String>| match named {
            Some(named) => self.open_one(named),
            None => Ok(Arc::clone(&decides)),
        };
        let (verifies, extracts) = (helper(&self.verifier)?, helper(&self.extractor)?);
        Ok(Arc::new(BrainPerRole { decides: Arc::clone(&decides), verifies, extracts }))
    }

    fn open_one(&self, written: &str) -> Result<Arc<dyn Brain>, OpenError> {
        let written = with_own_addresses(written, &self.configuration);
        let literal: Arc<dyn Brain> = Arc::new(LiteralBrain);
        let transports: Arc<dyn HttpTransports> = Arc::new(self.fetches.clone());
        let prices = Prices::known();
        let (chats, adapters) = (Arc::clone(&self.chats) as Arc<dyn ChatPages>, adapters(&self.configuration));
        check_switched_on(&written, &self.configuration, &adapters)
            .map_err(|why| OpenError::Chat(BrainError::NeedsPerson(why)))?;
        // There are no variables and no files here; the configuration holds keys by the names of their variables.
        let key = |variable: &str| self.configuration.key(variable);
        let context = OpenContext {
            redaction: self.redaction,
            literal: Some(&literal),
            transports: Some(&transports),
            chats: Some((&chats, &adapters)),
            ..OpenContext::new(&key, &prices)
        };
        open(&written, context)
    }
}

/// Asks the provider of the first model for its list: whether its address and key are good. Returns how many models it has.
pub(crate) async fn test(
    written: &str,
    configuration: &SharedConfiguration,
    fetches: &Fetches,
) -> Result<usize, String> {
    let spec = BrainSpec::parse(&with_own_addresses(written, configuration)).map_err(|error| error.to_string())?;
    let model = spec.choices.iter().find_map(|choice| match choice {
        BrainChoice::Model(model) => Some(model),
        BrainChoice::Literal | BrainChoice::ChatTab(_) => None,
    });
    let model = model.ok_or("this brain has no key")?;
    let transports: Arc<dyn HttpTransports> = Arc::new(fetches.clone());
    let prices = Prices::known();
    let opened = {
        let key = |variable: &str| configuration.key(variable);
        RemoteBrain::open(model, OpenContext { transports: Some(&transports), ..OpenContext::new(&key, &prices) })
    };
    let brain = opened.map_err(|error| error.to_string())?;
    brain.models(TESTED_WITHIN).await.map(|models| models.len()).map_err(|error| error.to_string())
}

/// The adapters of this version, and in their place those that were learned from the person.
pub(crate) fn adapters(configuration: &SharedConfiguration) -> Adapters {
    let mut adapters = Adapters::default();
    for text in configuration.learned_adapters() {
        // One that an earlier version wrote may not be readable; then the known one stands.
        let _ = adapters.add(&text);
    }
    adapters
}

/// Refuses a brain with a chat that the person has not switched on.
pub(crate) fn check_switched_on(
    written: &str,
    configuration: &SharedConfiguration,
    adapters: &Adapters,
) -> Result<(), String> {
    let spec = BrainSpec::parse(written).map_err(|error| error.to_string())?;
    match switched_off(&spec, &configuration.chat_tabs(), adapters) {
        None => Ok(()),
        Some(name) => Err(format!(
            "chats at {name} are switched off; read what the site says about it in the settings and switch them on there"
        )),
    }
}

/// The name of a brain with the addresses that the person has set for its providers, where it names none itself.
fn with_own_addresses(written: &str, configuration: &SharedConfiguration) -> String {
    let choices = written.split(',').map(|choice| {
        let own = choice.split_once('/').and_then(|(provider, model)| {
            let address = configuration.setting(&format!("base_url_{}", provider.trim()))?;
            Some(format!("{provider}:{address}#{model}"))
        });
        own.unwrap_or_else(|| choice.to_owned())
    });
    choices.collect::<Vec<_>>().join(",")
}

impl Brains for HostBrains {
    fn open(&self, written: &str) -> Result<Arc<dyn Brain>, BrainError> {
        self.open_with_helpers(written).map_err(|error| BrainError::Rejected(error.to_string()))
    }
}

/// Whether a brain of this name asks a model; otherwise the reason why there is no such brain.
pub(crate) fn names_a_model(written: &str) -> Result<bool, String> {
    let spec = BrainSpec::parse(written).map_err(|error| error.to_string())?;
    Ok(spec.choices.iter().any(|choice| !matches!(choice, BrainChoice::Literal)))
}

/// The provider or the site of a chat that gets what pages show, if a brain of this name asks one elsewhere.
pub(crate) fn sent_to(written: &str) -> Option<String> {
    BrainSpec::parse(written).ok()?.choices.into_iter().find_map(|choice| match choice {
        BrainChoice::Model(model) => Some(model.provider.name.to_owned()),
        BrainChoice::ChatTab(chat) if !chat.is_local() => Some(switch_of(&chat, &Adapters::default())),
        BrainChoice::Literal | BrainChoice::ChatTab(_) => None,
    })
}

/// The providers that need a key, with the variables of their keys.
pub(crate) fn providers() -> impl Iterator<Item = (&'static str, &'static str)> {
    spec::providers().filter_map(|provider| match provider.key {
        KeyNeed::Variable(variable) => Some((provider.name, variable)),
        KeyNeed::None => None,
    })
}

const TESTED_WITHIN: Duration = Duration::from_secs(20);

#[cfg(test)]
mod tests {
    use super::{SharedConfiguration, with_own_addresses};
    use crate::message::Configuration;

    #[test]
    fn a_provider_is_asked_at_the_address_that_the_person_has_set() {
        let configuration = SharedConfiguration::default();
        let settings = [("base_url_openai".to_owned(), "https://llm.example/v1".to_owned())].into();
        configuration.replace(Configuration { settings, ..Configuration::default() });
        let written = "openai/gpt-x?pictures=no,groq/llama-x,openai:http://127.0.0.1:1/v1#m,literal";
        let own = "openai:https://llm.example/v1#gpt-x?pictures=no,groq/llama-x,openai:http://127.0.0.1:1/v1#m,literal";
        assert_eq!(with_own_addresses(written, &configuration), own);
    }
}
