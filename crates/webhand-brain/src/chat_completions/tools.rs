//! The tools in this format.
//!
//! Not strict: strict schemas exclude parallel calls, and parallel calls save steps.

use serde::Serialize;
use serde_json::Value;

use webhand_model::Prompt;

use crate::format::{self, Vision};

#[derive(Debug, Serialize)]
pub(super) struct ChatTool {
    r#type: &'static str,
    function: FunctionDefinition,
}

#[derive(Debug, Serialize)]
struct FunctionDefinition {
    name: &'static str,
    description: String,
    parameters: Value,
}

pub(super) fn tools(prompt: &Prompt, vision: Vision) -> Vec<ChatTool> {
    format::tools(prompt, vision).into_iter().map(tool).collect()
}

fn tool(tool: format::Tool) -> ChatTool {
    let function = FunctionDefinition { name: tool.name, description: tool.doc, parameters: tool.parameters };
    ChatTool { r#type: "function", function }
}
