//! Keys of providers for the API: where they are, and putting one into the keychain. No key is ever read back.

use webhand_api::RunHostError;
use webhand_brain::client::{OpenContext, find_key};
use webhand_brain::format::ApiKey;
use webhand_brain::spec::providers;
use webhand_wire::api::{KeyInfo, KeyList};

use crate::{keychain, wiring};

pub fn list_keys() -> Result<KeyList, RunHostError> {
    let prices = wiring::load_prices().map_err(|error| RunHostError::Failed(error.to_string()))?;
    let means = OpenContext { keychain: &keychain::find, ..OpenContext::new(&wiring::env, &prices) };
    let mut has_keychain = None;
    let keys = providers().filter_map(|provider| {
        let variable = provider.key.variable()?;
        has_keychain.get_or_insert_with(|| !matches!(keychain::read(variable), Err(keychain::KeychainError::Missing)));
        let place = find_key(variable, means).ok().flatten().map(|found| found.place);
        Some(KeyInfo { provider: provider.name.to_owned(), place })
    });
    let keys = keys.collect();
    Ok(KeyList { keys, keychain: has_keychain.unwrap_or_default() })
}

/// Puts a key into the keychain, or forgets it.
pub fn keep_key(provider: &str, key: Option<&str>) -> Result<(), RunHostError> {
    let variable = providers()
        .find(|known| known.name == provider)
        .and_then(|known| known.key.variable())
        .ok_or_else(|| RunHostError::NotFound("there is no provider of this name that needs a key".to_owned()))?;
    let kept = match key {
        Some(key) => {
            ApiKey::new(key).map_err(|error| RunHostError::Refused(error.to_string()))?;
            keychain::keep(variable, key.trim())
        }
        None => keychain::forget(variable),
    };
    kept.map_err(|error| RunHostError::Refused(error.to_string()))
}
