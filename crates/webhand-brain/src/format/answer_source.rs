//! Who an answer came from, and what only they are given back.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use webhand_model::BrainAnswer;

/// Which provider and model an answer came from. Only they are given back their own record of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerSource {
    pub provider: String,
    pub model: String,
}

impl AnswerSource {
    /// What an answer keeps for its own provider and model.
    pub(crate) fn wrap_message(&self, format: &str, message: &Value) -> Value {
        json!({"format": format, "source": self, "message": message})
    }

    /// What was kept, if this is who it was kept for.
    pub(crate) fn own_message(&self, format: &str, answer: &BrainAnswer) -> Option<Value> {
        let opaque = answer.opaque.as_ref()?;
        let theirs: Self = serde_json::from_value(opaque.get("source")?.clone()).ok()?;
        (opaque.get("format")? == format && theirs == *self).then(|| opaque.get("message").cloned()).flatten()
    }
}
