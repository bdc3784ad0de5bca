//! The catalogue as this format's tools.

use serde::Serialize;
use serde_json::Value;
use webhand_model::{Spec, catalogue};

use super::options::Strict;

#[derive(Debug, Serialize)]
pub(super) struct Tool {
    r#type: &'static str,
    function: Function,
}

#[derive(Debug, Serialize)]
struct Function {
    name: &'static str,
    description: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    strict: Option<bool>,
    parameters: Value,
}

pub(super) fn tools(strict: Strict) -> Vec<Tool> {
    catalogue().map(|spec| tool(spec, strict)).collect()
}

fn tool(spec: &Spec, strict: Strict) -> Tool {
    Tool {
        r#type: "function",
        function: Function {
            name: spec.name,
            description: spec.doc,
            strict: match strict {
                Strict::Yes => Some(true),
                Strict::Unsaid => None,
            },
            parameters: spec.schema(),
        },
    }
}
