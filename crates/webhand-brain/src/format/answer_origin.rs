//! The origin of an answer, which decides whether a request may replay the provider's own record of it.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use webhand_model::BrainAnswer;

/// The provider and model of an answer. Only the same provider and model get their own record of the answer back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerOrigin {
    pub provider: String,
    pub model: String,
}

impl AnswerOrigin {
    /// Wraps the provider's message for `opaque` of an answer.
    pub(crate) fn wrap_message(&self, format: &str, message: &Value) -> Value {
        json!({"format": format, "source": self, "message": message})
    }

    /// The provider's message, if the answer came from this provider and model.
    pub(crate) fn own_message(&self, format: &str, answer: &BrainAnswer) -> Option<Value> {
        let opaque = answer.opaque.as_ref()?;
        let theirs: Self = serde_json::from_value(opaque.get("source")?.clone()).ok()?;
        (opaque.get("format")? == format && theirs == *self).then(|| opaque.get("message").cloned()).flatten()
    }
}
