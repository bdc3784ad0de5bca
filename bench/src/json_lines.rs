//! A child process that reads and writes lines of JSON.

use std::collections::VecDeque;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

/// A running child process.
#[derive(Debug)]
pub struct JsonLinesProcess {
    child: Child,
    to: Option<ChildStdin>,
    from: Lines<BufReader<ChildStdout>>,
    asked: u64,
    requests: RequestAnswers,
}

/// How requests of the child itself are answered.
#[derive(Debug, Default)]
struct RequestAnswers {
    first: VecDeque<Value>,
    /// The answer to all others; without it they are refused as unknown.
    rest: Option<Value>,
    /// Answers all others by what they ask, instead of `rest`.
    by: Option<fn(&Value) -> Value>,
    answered: usize,
    /// The newest requests, for callers that take them.
    asked: Vec<Value>,
}

impl JsonLinesProcess {
    /// # Errors
    /// When it cannot be started.
    pub fn start(command: &mut Command) -> Result<Self> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("cannot start {}", command.as_std().get_program().display()))?;
        let to = child.stdin.take();
        let from = BufReader::new(child.stdout.take().context("piped")?).lines();
        Ok(Self { child, to, from, asked: 0, requests: RequestAnswers::default() })
    }

    #[must_use]
    pub fn process(&self) -> Option<u32> {
        self.child.id()
    }

    /// Answers requests of the child with these results, and all later ones with `rest`.
    pub fn answer_requests(&mut self, first: Vec<Value>, rest: Value) {
        self.requests = RequestAnswers { first: first.into(), rest: Some(rest), ..RequestAnswers::default() };
    }

    /// Answers requests of the child by what they ask.
    pub fn answer_requests_by(&mut self, by: fn(&Value) -> Value) {
        self.requests = RequestAnswers { by: Some(by), ..RequestAnswers::default() };
    }

    /// The requests of the child since the last call of this.
    pub fn take_requests(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.requests.asked)
    }

    /// How many requests of the child were answered with a result.
    #[must_use]
    pub fn requests_answered(&self) -> usize {
        self.requests.answered
    }

    /// Sends a request and waits for the answer with the same `id`; other messages are skipped.
    ///
    /// # Errors
    /// When it has ended or does not answer in time.
    pub async fn ask(&mut self, mut question: Value) -> Result<Value> {
        self.asked += 1;
        let id = self.asked;
        question["id"] = json!(id);
        self.say(&question).await?;
        timeout(ANSWERED_WITHIN, self.answer(id))
            .await
            .with_context(|| format!("no answer within {ANSWERED_WITHIN:?}"))?
    }

    /// Sends a message that has no answer.
    ///
    /// # Errors
    /// When it has ended.
    pub async fn say(&mut self, line: &Value) -> Result<()> {
        let to = self.to.as_mut().context("was closed")?;
        to.write_all(format!("{line}\n").as_bytes()).await?;
        Ok(to.flush().await?)
    }

    async fn answer(&mut self, id: u64) -> Result<Value> {
        loop {
            let Some(line) = self.from.next_line().await? else { bail!("it ended") };
            let said: Value = serde_json::from_str(&line)?;
            if said["id"] == json!(id) && said.get("method").is_none() {
                return Ok(said);
            }
            if let (Some(asked), true) = (said.get("id"), said.get("method").is_some()) {
                let answer = self.requests.answer(asked, &said);
                self.say(&answer).await?;
            }
        }
    }

    /// Closes its standard input, which ends it and its children, and kills it if it does not end.
    pub async fn close(&mut self) {
        self.to = None;
        if timeout(ENDED_WITHIN, self.child.wait()).await.is_err() {
            let _ = self.child.kill().await;
        }
    }
}

impl RequestAnswers {
    fn answer(&mut self, id: &Value, request: &Value) -> Value {
        if self.asked.len() < MOST_KEPT {
            self.asked.push(request.clone());
        }
        let rest = || self.by.map(|by| by(request)).or_else(|| self.rest.clone());
        match self.first.pop_front().or_else(rest) {
            Some(result) => {
                self.answered += 1;
                json!({"jsonrpc": "2.0", "id": id, "result": result})
            }
            None => json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32601, "message": "not here"}}),
        }
    }
}

/// The longest that one call of a tool may take.
pub const ANSWERED_WITHIN: Duration = Duration::from_mins(1);
const ENDED_WITHIN: Duration = Duration::from_secs(15);
const MOST_KEPT: usize = 1_000;
