//! The tools in the words of this format.
//!
//! Not strict: a provider holds a model to schemas only when calls come one at a time, and several at once save steps.

use serde::Serialize;
use serde_json::Value;

use webhand_model::Prompt;

use crate::format::{self, Eyes};

#[derive(Debug, Serialize)]
pub(super) struct Tool {
    r#type: &'static str,
    function: Function,
}

#[derive(Debug, Serialize)]
struct Function {
    name: &'static str,
    description: String,
    parameters: Value,
}

pub(super) fn tools(prompt: &Prompt, eyes: Eyes) -> Vec<Tool> {
    format::tools(prompt, eyes).into_iter().map(tool).collect()
}

fn tool(tool: format::Tool) -> Tool {
    let function = Function { name: tool.name, description: tool.doc, parameters: tool.parameters };
    Tool { r#type: "function", function }
}
