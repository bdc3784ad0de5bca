//! A scripted model: it reads the newest look in a request, finds the element of the next step, and answers in the
//! agent's own format. Requests are recorded.

use std::collections::HashMap;
use std::fmt::{Display, Write as _};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use anyhow::Result;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::post;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::script::{Dialect, ScriptAnswer, Step};

/// Answers until the program ends.
#[derive(Debug, Clone)]
pub struct Endpoint {
    port: u16,
    playing: Arc<Mutex<HashMap<String, ScriptRun>>>,
}

/// A script in progress, and all its requests.
#[derive(Debug)]
pub struct ScriptRun {
    dialect: Dialect,
    steps: Vec<Step>,
    at: usize,
    /// How often the element of the current step was not found.
    tries: usize,
    /// How often a peer was told to look again.
    pub again: usize,
    pub missed: Vec<&'static str>,
    pub requests: Vec<RecordedRequest>,
}

/// One request, as it was received.
#[derive(Debug)]
pub struct RecordedRequest {
    /// All text for the model: tools first, then the conversation.
    pub text: String,
    /// Where the newest message begins in it, and the newest whole look at the page.
    pub newest: usize,
    look: usize,
    pub picture_bytes: usize,
    /// The page was not in it, so the step had to be repeated.
    pub missed_page: bool,
    pub arrived: Instant,
    pub answered: Instant,
}

impl Endpoint {
    /// # Errors
    /// When no port is free.
    pub async fn start() -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let endpoint = Self { port: listener.local_addr()?.port(), playing: Arc::default() };
        let router = Router::new()
            .route("/{name}/chat/completions", post(complete).options(preflight))
            .layer(DefaultBodyLimit::max(MOST_BYTES))
            .with_state(endpoint.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Ok(endpoint)
    }

    /// The base address under which this script is played.
    pub fn play(&self, name: &str, dialect: Dialect, steps: Vec<Step>) -> String {
        let playing = ScriptRun::new(dialect, steps);
        self.lock().insert(name.to_owned(), playing);
        format!("http://127.0.0.1:{}/{name}", self.port)
    }

    /// The script run of this name.
    pub fn played(&self, name: &str) -> Option<ScriptRun> {
        self.lock().remove(name)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, ScriptRun>> {
        self.playing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn complete(State(endpoint): State<Endpoint>, Path(name): Path<String>, body: Bytes) -> Response {
    let arrived = Instant::now();
    let Ok(body) = serde_json::from_slice::<Value>(&body) else { return StatusCode::BAD_REQUEST.into_response() };
    let mut scripts = endpoint.lock();
    let Some(playing) = scripts.get_mut(&name) else { return StatusCode::NOT_FOUND.into_response() };
    let mut asked = RecordedRequest::read(&body, arrived);
    let again = playing.again;
    let message = playing.answer(&asked.text[asked.look..]);
    asked.missed_page = playing.again > again;
    let response = if body["stream"] == true { streamed(&message) } else { whole(&message) };
    asked.answered = Instant::now();
    playing.requests.push(asked);
    cors(response)
}

async fn preflight() -> Response {
    cors(StatusCode::NO_CONTENT.into_response())
}

impl ScriptRun {
    fn new(dialect: Dialect, steps: Vec<Step>) -> Self {
        Self { dialect, steps, at: 0, tries: 0, again: 0, missed: Vec::new(), requests: Vec::new() }
    }

    /// Several runs as one.
    pub fn merge(runs: Vec<Self>) -> Self {
        let mut runs = runs.into_iter();
        let Some(mut all) = runs.next() else { return Self::new(Dialect::Webhand, Vec::new()) };
        for run in runs {
            all.again += run.again;
            all.missed.extend(run.missed);
            all.requests.extend(run.requests);
        }
        all
    }

    fn answer(&mut self, look: &str) -> Value {
        let nth = self.requests.len();
        let Some(step) = self.steps.get(self.at) else { return self.dialect.message(&ScriptAnswer::Done, nth) };
        let said = match step {
            Step::Open(_) => ScriptAnswer::Do(step, String::new()),
            Step::Click(name) | Step::Fill(name, _) => {
                if let Some(handle) = self.dialect.find(look, name) {
                    ScriptAnswer::Do(step, handle)
                } else if self.tries < self.dialect.max_retries() {
                    self.tries += 1;
                    self.again += 1;
                    return self.dialect.message(&ScriptAnswer::Miss, nth);
                } else {
                    self.missed.push(name);
                    ScriptAnswer::Miss
                }
            }
        };
        let message = self.dialect.message(&said, nth);
        self.at += 1;
        self.tries = 0;
        message
    }
}

impl RecordedRequest {
    fn read(body: &Value, arrived: Instant) -> Self {
        let mut text = String::new();
        for field in ["tools", "functions", "response_format"] {
            if let Some(value) = body.get(field) {
                add_line(&mut text, value);
            }
        }
        let (mut newest, mut look, mut picture_bytes) = (0, 0, 0);
        for message in body["messages"].as_array().into_iter().flatten() {
            let begins = text.len();
            add(&message["content"], &mut text, &mut picture_bytes);
            if let Some(calls) = message.get("tool_calls").filter(|calls| !calls.is_null()) {
                add_line(&mut text, calls);
            }
            if message["role"] == "user" {
                newest = begins;
                // Changes, or a reminder, may follow the look.
                look = if LOOKS.iter().any(|mark| text[begins..].contains(mark)) { begins } else { look };
            }
        }
        Self { text, newest, look, picture_bytes, missed_page: false, arrived, answered: arrived }
    }
}

fn add_line(text: &mut String, said: impl Display) {
    // Writing into a string does not fail.
    writeln!(text, "{said}").ok();
}

fn add(content: &Value, text: &mut String, picture_bytes: &mut usize) {
    match content {
        Value::String(said) => add_line(text, said),
        Value::Array(parts) => {
            for part in parts {
                match part["text"].as_str() {
                    Some(said) => add_line(text, said),
                    None => *picture_bytes += part.to_string().len(),
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => {}
    }
}

fn whole(message: &Value) -> Response {
    let finish = if message.get("tool_calls").is_some() { "tool_calls" } else { "stop" };
    let choice = json!({"index": 0, "finish_reason": finish, "message": message});
    let usage = json!({"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2});
    let body = json!({"id": "x", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice], "usage": usage});
    axum::Json(body).into_response()
}

fn streamed(message: &Value) -> Response {
    let mut delta = message.clone();
    for (index, call) in delta["tool_calls"].as_array_mut().into_iter().flatten().enumerate() {
        call["index"] = index.into();
    }
    let chunk = |delta: &Value, finish: Value| {
        let choice = json!({"index": 0, "delta": delta, "finish_reason": finish});
        format!(
            "data: {}\n\n",
            json!({"id": "x", "object": "chat.completion.chunk", "model": "m", "choices": [choice]})
        )
    };
    let finish = if message.get("tool_calls").is_some() { "tool_calls" } else { "stop" };
    let body = format!("{}{}data: [DONE]\n\n", chunk(&delta, Value::Null), chunk(&json!({}), finish.into()));
    ([(header::CONTENT_TYPE, "text/event-stream")], body).into_response()
}

/// One of the peers sends its requests from inside a page.
fn cors(mut response: Response) -> Response {
    let headers: &mut HeaderMap = response.headers_mut();
    for name in [
        header::ACCESS_CONTROL_ALLOW_ORIGIN,
        header::ACCESS_CONTROL_ALLOW_HEADERS,
        header::ACCESS_CONTROL_ALLOW_METHODS,
    ] {
        headers.insert(name, HeaderValue::from_static("*"));
    }
    headers.insert("access-control-allow-private-network", HeaderValue::from_static("true"));
    response
}

/// Marks of a message with a look at the page.
const LOOKS: [&str; 2] = ["<page>\npage ", "]<"];
const MOST_BYTES: usize = 64 << 20;
