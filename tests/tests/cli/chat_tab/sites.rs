//! The replicas of chat sites, and the model behind them that a test plays.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use serde_json::{Value, json};

/// The replica sites, and the control through which a test is their model.
pub struct Sites {
    server: Child,
    control: String,
    pub addresses: Value,
}

impl Sites {
    pub fn start() -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("chat-sites");
        let mut node = Command::new("node");
        let node = node.arg("server/main.mjs").current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut server = node.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let started: Value = serde_json::from_str(&line).unwrap();
        let control = started["control"].as_str().unwrap().trim_start_matches("http://").to_owned();
        Self { server, control, addresses: started["sites"].clone() }
    }

    /// The brain at a variant, asked as fast as it answers.
    pub fn brain(&self, variant: &str, client: &str) -> String {
        let adapter = variant.split('-').next().unwrap();
        format!("chat-tab:{}#{adapter}?pace=0", self.home(variant, client))
    }

    /// Where a new chat of a client begins.
    pub fn home(&self, variant: &str, client: &str) -> String {
        format!("{}?client={client}", self.addresses[variant]["home"].as_str().unwrap())
    }

    /// Answers all messages of a client from now on.
    pub fn model(&self, client: &str, answer: fn(&str, usize) -> String) -> Model {
        ask(&self.control, "POST", "/hold", &json!({"client": client}));
        let messages = Arc::new(Mutex::new(Vec::<String>::new()));
        let (control, client, seen) = (self.control.clone(), client.to_owned(), Arc::clone(&messages));
        let thread = std::thread::spawn(move || {
            let mut after = 0;
            loop {
                let path = format!("/received?after={after}&wait=500&client={client}");
                let Some(received) = try_ask(&control, "GET", &path, &Value::Null) else { return };
                for message in received["received"].as_array().unwrap() {
                    after = message["number"].as_u64().unwrap();
                    let text = message["text"].as_str().unwrap().to_owned();
                    assert_eq!(message["attachments"], json!([]), "{message}");
                    let turn = seen.lock().unwrap().iter().filter(|text| !nonce(text).is_empty()).count();
                    let answer = if nonce(&text).is_empty() { "OK".to_owned() } else { answer(&text, turn) };
                    seen.lock().unwrap().push(text.clone());
                    // Thinking holds a command with the right word, which must not be carried out.
                    let decoy = command(&text, "open", &json!({"url": "http://127.0.0.1:9/"}));
                    let pace = json!({"pause": 5, "longest_pause": 900});
                    let answer = json!({"text": answer, "thinking": decoy, "pace": pace});
                    let body = json!({"number": after, "answer": answer});
                    if try_ask(&control, "POST", "/answer", &body).is_none() {
                        return;
                    }
                }
            }
        });
        Model { messages, thread: Some(thread) }
    }
}

impl Drop for Sites {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The model behind a client; it ends with its sites.
pub struct Model {
    messages: Arc<Mutex<Vec<String>>>,
    thread: Option<JoinHandle<()>>,
}

impl Model {
    pub fn messages(&self) -> Vec<String> {
        self.messages.lock().unwrap().clone()
    }

    pub fn end(mut self, sites: Sites) -> Vec<String> {
        drop(sites);
        self.thread.take().unwrap().join().unwrap();
        self.messages()
    }
}

fn ask(control: &str, method: &str, path: &str, body: &Value) -> Value {
    try_ask(control, method, path, body).unwrap()
}

/// One request; `None` once the server is gone.
fn try_ask(control: &str, method: &str, path: &str, body: &Value) -> Option<Value> {
    let mut stream = TcpStream::connect(control).ok()?;
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let head = format!("{method} {path} HTTP/1.0\r\nhost: control\r\ncontent-length: {}\r\n\r\n", body.len());
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(body.as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (_, body) = answer.split_once("\r\n\r\n")?;
    serde_json::from_str(body).ok()
}

pub fn nonce(message: &str) -> &str {
    let (_, after) = message.rsplit_once("that has \"turn\": \"").unwrap_or_default();
    after.split('"').next().unwrap_or_default()
}

/// A fenced command for this message.
pub fn command(message: &str, name: &str, arguments: &Value) -> String {
    let call = json!({"turn": nonce(message), "calls": [{"name": name, "arguments": arguments}]});
    format!("I do it.\n\n```json\n{}\n```\n", serde_json::to_string_pretty(&call).unwrap())
}
