//! The secrets the person entered, by name and origin; the run never knows their values.
//!
//! Invariant: a placeholder is typed only on the origin that the question named, and only while the browser's secret
//! keeper still has the secret. A new browser has no secrets: the brain has to ask again.

use std::collections::BTreeMap;

use webhand_model::{Action, Facts, FailCode, Origin, Outcome, SecretName, quote};

/// The names of the entered secrets, each with its origin.
#[derive(Debug, Default)]
pub(crate) struct SecretNames(BTreeMap<SecretName, Origin>);

impl SecretNames {
    pub(crate) fn add(&mut self, name: SecretName, origin: Origin) {
        self.0.insert(name, origin);
    }

    /// Forgets all secrets, because the browser that kept them is gone.
    pub(crate) fn forget_all(&mut self) {
        self.0.clear();
    }

    /// Refuses an action that would type a secret which was not entered or is gone.
    pub(crate) fn refuse_missing(&self, action: &Action) -> Option<Outcome> {
        let name = secret_in(action)?;
        let text = format!("There is no secret {} now: `ask` for it, with `secret`.", quote(&name.to_string()));
        (!self.0.contains_key(&name)).then(|| Outcome::failed(FailCode::NotFound, text))
    }

    /// Whether the person entered the secret that the action types, for exactly the origin it types on.
    pub(crate) fn is_entrusted(&self, action: &Action, facts: &Facts) -> bool {
        let origin = secret_in(action).and_then(|name| self.0.get(&name));
        origin.is_some() && origin == facts.origin.as_ref()
    }
}

/// The secret that an action would type.
fn secret_in(action: &Action) -> Option<SecretName> {
    action.composed_text().and_then(SecretName::in_placeholder)
}
