//! One claim of a scripted model: its page, the steps before it, what it says, and whether that is true.

use serde_json::{Value, json};

/// A run of a scripted model.
pub struct ClaimCase {
    pub kind: &'static str,
    pub task: &'static str,
    pub html: String,
    /// Calls before the claim; `@Save` as a ref stands for the element of that name.
    pub steps: Vec<(&'static str, Value)>,
    pub answer: &'static str,
    pub evidence: Value,
    pub sight: ModelSight,
    pub data: ShownData,
}

/// Whether the model sees pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelSight {
    Sees,
    Blind,
}

/// Whether the model is shown placeholders in the place of personal data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShownData {
    Plain,
    Redacted,
}

impl ClaimCase {
    /// A claim about a page that was only looked at.
    pub fn reads(kind: &'static str, task: &'static str, body: &str, answer: &'static str, evidence: Value) -> Self {
        let html = format!("<!doctype html><meta charset=utf-8><title>Page</title>{body}");
        Self { kind, task, html, steps: Vec::new(), answer, evidence, sight: ModelSight::Blind, data: ShownData::Plain }
    }

    /// The same after a click.
    pub fn clicking(self, name: &'static str) -> Self {
        self.after("click", json!({"ref": name}))
    }

    pub fn after(mut self, name: &'static str, arguments: Value) -> Self {
        self.steps.push((name, arguments));
        self
    }

    pub fn seeing(self) -> Self {
        Self { sight: ModelSight::Sees, ..self }
    }

    pub fn redacted(self) -> Self {
        Self { data: ShownData::Redacted, ..self }
    }
}

/// Evidence that a figure was worked out.
pub fn derived(value: &str, how: &str, from: &[&str]) -> Value {
    json!([{"value": value, "how": how, "from": from}])
}
