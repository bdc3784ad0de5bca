//! An answer while it comes in.

use serde_json::{Map, Value, json};
use webhand_model::{Answer, Usage};
use webhand_port::BrainError;

use crate::format::{
    Asked, Ending, Failure, Partial, Source, Written, answer, broken_off, inside, of_status, too_short, unnamed,
    usable_name,
};

/// What has come in so far.
#[derive(Debug)]
pub(super) struct Draft {
    source: Source,
    asked: Asked,
    text: String,
    call: Option<Map<String, Value>>,
    /// What ties the answer to the provider's memory of it.
    state: Option<String>,
    finish: Option<String>,
    usage: Usage,
}

impl Draft {
    pub fn new(source: Source, asked: Asked) -> Self {
        Self { source, asked, text: String::new(), call: None, state: None, finish: None, usage: Usage::default() }
    }

    fn finish(self) -> Result<Answer, Failure> {
        match self.finish.as_deref() {
            None => return Err(broken_off()),
            Some("length") => return Err(too_short()),
            Some("blacklist") => {
                let why = "the provider's filter stopped the answer".to_owned();
                return Err(Failure::never(BrainError::Declined(why)));
            }
            Some("error") => return Err(unnamed()),
            Some(_) => {}
        }
        let mut message = json!({"role": "assistant", "content": self.text});
        if let Some(state) = self.state {
            message["functions_state_id"] = state.into();
        }
        let mut written: Vec<Written> = self.call.iter().map(written).collect();
        let calls = Written::settle_all(written.iter_mut(), self.asked.turns())?;
        if let Some(call) = written.first() {
            message["function_call"] = json!({"name": usable_name(&call.name), "arguments": call.object()});
        }
        let opaque = self.source.keep(FORMAT, &message);
        let empty = calls.is_empty() && self.text.trim().is_empty();
        let mut answer = answer(&self.text, calls, opaque, self.usage, self.asked);
        if empty {
            // A message that says nothing is not sent back.
            answer.opaque = None;
        }
        Ok(answer)
    }
}

impl Partial for Draft {
    fn add(&mut self, event: &Value) -> Result<(), Failure> {
        let status = event["status"].as_u64().and_then(|status| u16::try_from(status).ok());
        if let Some(status) = status.filter(|status| *status >= 400) {
            return Err(of_status(status, event));
        }
        if let Some(error) = inside(event) {
            return Err(error);
        }
        if event["usage"].is_object() {
            self.usage = usage_of(&event["usage"]);
        }
        let Some(choice) = event.pointer("/choices/0") else { return Ok(()) };
        let message = choice.get("delta").or_else(|| choice.get("message")).unwrap_or(&Value::Null);
        self.text.push_str(message["content"].as_str().unwrap_or_default());
        if let Some(call) = message["function_call"].as_object() {
            self.call = Some(call.clone());
        }
        if let Some(state) = message["functions_state_id"].as_str() {
            self.state = Some(state.to_owned());
        }
        if let Some(finish) = choice["finish_reason"].as_str() {
            self.finish = Some(finish.to_owned());
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        // The usage comes last; only the mark at the end is the end.
        false
    }

    fn text(&self) -> &str {
        &self.text
    }

    fn settle(self: Box<Self>, _: Ending) -> Result<Answer, Failure> {
        self.finish()
    }
}

fn written(call: &Map<String, Value>) -> Written {
    let arguments = match call.get("arguments") {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    };
    let name = call.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
    Written { id: String::new(), name, arguments }
}

fn usage_of(usage: &Value) -> Usage {
    let number = |field: &str| usage[field].as_u64().unwrap_or(0);
    Usage {
        input: number("prompt_tokens"),
        cached: number("precached_prompt_tokens"),
        output: number("completion_tokens"),
        ..Usage::default()
    }
}

/// The name under which this format's answers are kept.
pub(super) const FORMAT: &str = "gigachat";
