//! A model that plays a list of steps: it finds the element of each step in the requests it gets, as a model would read them,
//! and notes which of the texts that the step before brought the newest message does not contain.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;
use axum::extract::{DefaultBodyLimit, State};
use axum::routing::post;
use axum::{Json, Router};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::application::Step;

pub struct ScriptedModel {
    port: u16,
    script: Arc<Mutex<Script>>,
    /// Serves until it is dropped.
    _runtime: Runtime,
}

struct Script {
    steps: Vec<Step>,
    /// How many steps were taken.
    taken: usize,
    missing: Vec<(String, Vec<String>)>,
    transcript: Vec<String>,
}

impl ScriptedModel {
    pub fn start(steps: Vec<Step>) -> Result<Self> {
        let runtime = Runtime::new()?;
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0"))?;
        let port = listener.local_addr()?.port();
        let script = Script { steps, taken: 0, missing: Vec::new(), transcript: Vec::new() };
        let script = Arc::new(Mutex::new(script));
        let router = Router::new()
            .route("/chat/completions", post(complete))
            .layer(DefaultBodyLimit::max(MOST_BYTES))
            .with_state(Arc::clone(&script));
        runtime.spawn(async move { axum::serve(listener, router).await });
        Ok(Self { port, script, _runtime: runtime })
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// The steps after which texts were missing, with those texts.
    pub fn missing(&self) -> Vec<(String, Vec<String>)> {
        let script = self.script.lock().unwrap_or_else(PoisonError::into_inner);
        let mut missing = script.missing.clone();
        missing
            .extend(script.steps.get(script.taken..).into_iter().flatten().map(|step| (step.on.clone(), Vec::new())));
        missing
    }

    /// Writes the newest message of each request into a file.
    pub fn write_transcript(&self, folder: &Path, name: &str) -> Result<()> {
        std::fs::create_dir_all(folder)?;
        let script = self.script.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(std::fs::write(folder.join(format!("{name}.txt")), script.transcript.join("\n=======\n"))?)
    }
}

async fn complete(State(script): State<Arc<Mutex<Script>>>, Json(request): Json<Value>) -> String {
    let mut script = script.lock().unwrap_or_else(PoisonError::into_inner);
    let messages: Vec<String> = request["messages"].as_array().into_iter().flatten().map(text_of).collect();
    let (name, arguments) = script.answer(&messages);
    let function = json!({"name": name, "arguments": arguments.to_string()});
    let call = json!({"index": 0, "id": format!("call_{}", script.transcript.len()), "type": "function", "function": function});
    let delta = json!({"role": "assistant", "content": "The next step.", "tool_calls": [call]});
    let chunk = |delta: &Value, finish: &Value| {
        let choice = json!({"index": 0, "delta": delta, "finish_reason": finish});
        format!(
            "data: {}\n\n",
            json!({"id": "x", "object": "chat.completion.chunk", "model": "m", "choices": [choice]})
        )
    };
    format!("{}{}data: [DONE]\n\n", chunk(&delta, &Value::Null), chunk(&json!({}), &json!("tool_calls")))
}

fn text_of(message: &Value) -> String {
    match &message["content"] {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(|part| part["text"].as_str()).collect::<Vec<_>>().join("\n"),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => String::new(),
    }
}

impl Script {
    fn answer(&mut self, messages: &[String]) -> (&'static str, Value) {
        let newest = messages.last().map(String::as_str).unwrap_or_default();
        self.transcript.push(newest.to_owned());
        if let Some(before) = self.taken.checked_sub(1).and_then(|at| self.steps.get(at)) {
            let missing: Vec<String> = before.brings.iter().filter(|text| !newest.contains(*text)).cloned().collect();
            if !missing.is_empty() {
                self.missing.push((before.on.clone(), missing));
            }
        }
        let Some(step) = self.steps.get(self.taken) else { return ("done", json!({"answer": "All steps are done."})) };
        let Some(found) = messages.iter().rev().find_map(|message| find_ref(message, &step.on)) else {
            return ("fail", json!({"reason": format!("{} is in no look", step.on)}));
        };
        self.taken += 1;
        match &step.text {
            Some(text) => ("fill", json!({"ref": found, "value": text})),
            None => ("click", json!({"ref": found})),
        }
    }
}

/// The ref of the control whose name begins with this: one with exactly this name, if there is one.
fn find_ref(message: &str, name: &str) -> Option<String> {
    let whole = |ends: &str| {
        let packed = message.split('{').skip(1).find_map(|control| {
            let (written, rest) = control.split('}').next()?.split_once(' ')?;
            let is_named = rest
                .split_once(' ')
                .is_some_and(|(_, shown)| format!("{shown}\0").starts_with(&format!("{name}{ends}")));
            (is_named && !written.contains(':')).then(|| written.to_owned())
        });
        packed.or_else(|| message.lines().rev().find_map(|line| ref_of_line(line, name, ends)))
    };
    whole("\0").or_else(|| whole(""))
}

fn ref_of_line(line: &str, name: &str, ends: &str) -> Option<String> {
    let (before, rest) = line.split_once('"')?;
    let (shown, states) = rest.split_once('"')?;
    let is_control = !before.trim_end().ends_with(" row") && format!("{shown}\0").starts_with(&format!("{name}{ends}"));
    let (_, written) = states.split_once("[ref=").filter(|_| is_control)?;
    Some(written.split_once(']')?.0.to_owned())
}

const MOST_BYTES: usize = 64 << 20;
