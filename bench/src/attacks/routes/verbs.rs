//! An agent that types verbs in a shell.

use anyhow::{Context as _, Result};
use serde_json::Value;
use tokio::time::timeout;

use super::{Reply, agent_reply};
use crate::attacks::machine::Machine;
use crate::json_lines::ANSWERED_WITHIN;

#[derive(Debug)]
pub struct VerbRoute {
    /// Given with every verb; they count with the first.
    grants: Vec<String>,
    is_begun: bool,
}

impl VerbRoute {
    pub fn new(grants: Vec<String>) -> Self {
        Self { grants, is_begun: false }
    }

    pub async fn call(&mut self, machine: &Machine, tool: &str, args: &Value) -> Result<Reply> {
        let mut command = machine.command();
        command.args(arguments(tool, args)).arg("--json");
        if !self.is_begun {
            command.args(&self.grants);
            self.is_begun = true;
        }
        let output = timeout(ANSWERED_WITHIN, command.output()).await.context("no answer in time")??;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let last = text.lines().rev().find_map(|line| serde_json::from_str::<Value>(line).ok());
        Ok(last.map_or_else(
            || Reply {
                text: text + &String::from_utf8_lossy(&output.stderr),
                code: Some("failed".to_owned()),
                ..Reply::default()
            },
            |value| agent_reply(&value),
        ))
    }
}

/// The process of the session.
pub async fn process(machine: &Machine) -> Result<u32> {
    let output = machine.command().args(["sessions", "--json"]).output().await?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut listed = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let process = listed.find_map(|value| find_process(&value));
    process.with_context(|| format!("no process in {text}"))
}

fn find_process(value: &Value) -> Option<u32> {
    match value {
        Value::Object(map) => map
            .get("process")
            .or_else(|| map.get("pid"))
            .and_then(Value::as_u64)
            .and_then(|id| u32::try_from(id).ok())
            .or_else(|| map.values().find_map(find_process)),
        Value::Array(items) => items.iter().find_map(find_process),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

/// A call as the words of a command line.
fn arguments(tool: &str, args: &Value) -> Vec<String> {
    let positional: &[&str] = match tool {
        "fill" | "select" => &["ref", "value"],
        "type" => &["ref", "text"],
        "press" => &["key", "ref"],
        "upload" => &["ref", "files"],
        "drag" => &["from", "to"],
        "open" => &["url"],
        "eval" => &["script"],
        "page_tool" => &["name", "arguments"],
        "scroll" => &["direction", "amount"],
        "tab" => &["action", "tab"],
        "dialog" => &["action"],
        "get" => &["what", "ref"],
        "click_at" | "hover_at" => &["x", "y"],
        "mouse" => &["action", "x", "y"],
        "find" | "note" => &["text"],
        "wait" | "screenshot" | "snapshot" => &[],
        _ => &["ref"],
    };
    let mut words = vec![tool.replace('_', "-")];
    let args = args.as_object().cloned().unwrap_or_default();
    for (name, value) in args.iter().filter(|(name, _)| !positional.contains(&name.as_str())) {
        words.push(format!("--{}", name.replace('_', "-")));
        words.extend(value_words(value).filter(|word| word != "true"));
    }
    let given: Vec<String> = positional.iter().filter_map(|name| args.get(*name)).flat_map(value_words).collect();
    if given.iter().any(|word| word.starts_with('-')) {
        words.push("--".to_owned());
    }
    words.extend(given);
    words
}

fn value_words(value: &Value) -> impl Iterator<Item = String> {
    let words: Vec<String> = match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(items) => items.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => vec![value.to_string()],
    };
    words.into_iter()
}
