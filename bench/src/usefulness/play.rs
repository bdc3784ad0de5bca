//! Plays the tasks of an application over MCP, as an agent with a person behind it.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use serde::Serialize;
use serde_json::{Value, json};

use super::application::{Application, Installed, RunningApplication};
use super::task::{Step, Task};
use super::tasks::tasks_of;
use crate::json_lines::JsonLinesProcess;
use crate::verbs::VerbRunner;

/// The permission that the person granted before the session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Granted {
    Nothing,
    /// The site, by `--allow`.
    Site,
}

/// The result of a task, as one line of a report.
#[derive(Debug, Clone, Serialize)]
pub struct TaskResult {
    pub application: Application,
    pub task: &'static str,
    pub granted: Granted,
    pub asked: usize,
    /// How often the person may be asked.
    pub allowed: usize,
    /// Whether the application's data shows what the task leaves behind.
    pub done: bool,
    pub error: Option<String>,
    /// Each question as the person reads it.
    pub questions: Vec<String>,
    pub ms: u128,
}

/// Plays all tasks of an application in one session, in their order.
///
/// # Errors
/// When the application or the program does not start.
pub async fn play_application(
    program: &Path,
    installed: &Installed,
    application: Application,
    granted: Granted,
    only: Option<&str>,
) -> Result<Vec<TaskResult>> {
    let running = installed.start(application).await?;
    let mut agent = Agent::start(program, application, &running, granted).await?;
    let mut results = Vec::new();
    for task in tasks_of(application) {
        let began = Instant::now();
        let played = agent.play(task).await;
        let questions = agent.questions();
        let done = task.effect.is_there(&running).await;
        results.push(TaskResult {
            application,
            task: task.name,
            granted,
            asked: questions.len(),
            allowed: if granted == Granted::Site { 0 } else { task.marks + task.besides },
            done: played.is_ok() && matches!(done, Ok(true)),
            error: played.and(done.map(|_| ())).err().map(|error| format!("{error:#}")),
            questions,
            ms: began.elapsed().as_millis(),
        });
        if only == Some(task.name) {
            break;
        }
    }
    agent.server.close().await;
    running.stop().await;
    Ok(results)
}

/// An agent in a session of its own.
#[derive(Debug)]
struct Agent {
    server: JsonLinesProcess,
    machine: VerbRunner,
    site: String,
}

impl Agent {
    async fn start(
        program: &Path,
        application: Application,
        running: &RunningApplication,
        granted: Granted,
    ) -> Result<Self> {
        let machine = VerbRunner::new(program.to_owned())?;
        let (host, port) = (application.host(), running.port());
        let mut command = machine.command();
        command
            .env("WEBHAND_RESOLVE", format!("{host}:80=127.0.0.1:{port}"))
            .env("HOME", machine.folder("home"))
            .args(["mcp", "--profile", "full"])
            .current_dir(machine.place());
        if granted == Granted::Site {
            command.args(["--allow", host]);
        }
        let mut server = JsonLinesProcess::start(&mut command)?;
        server.answer_requests_by(allow);
        let client = json!({"name": "bench", "version": "0"});
        let hello = json!({"protocolVersion": "2025-06-18", "capabilities": {"elicitation": {}}, "clientInfo": client});
        server.ask(json!({"jsonrpc": "2.0", "method": "initialize", "params": hello})).await?;
        server.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await?;
        Ok(Self { server, machine, site: format!("http://{host}") })
    }

    /// The questions since the last call of this.
    fn questions(&mut self) -> Vec<String> {
        let asked = self.server.take_requests();
        let text = |request: Value| {
            let message = request["params"]["message"].as_str().unwrap_or_default().to_owned();
            let properties = &request["params"]["requestedSchema"]["properties"];
            let fields: Vec<&String> = properties.as_object().into_iter().flat_map(|fields| fields.keys()).collect();
            format!("{message}\n{fields:?}")
        };
        asked.into_iter().map(text).collect()
    }

    async fn play(&mut self, task: &Task) -> Result<()> {
        for step in task.steps {
            self.take(*step).await.with_context(|| format!("{step:?}"))?;
        }
        Ok(())
    }

    async fn take(&mut self, step: Step) -> Result<()> {
        match step {
            Step::Open(path) => self.call("open", json!({"url": format!("{}{path}", self.site)})).await?,
            Step::Click(element) => self.touch("click", element, json!({})).await?,
            Step::Fill(element, text) => self.touch("fill", element, json!({"value": text})).await?,
            Step::Press(key) => self.call("press", json!({"key": key})).await?,
            Step::Select(element, option) => self.touch("select", element, json!({"value": option})).await?,
            Step::Upload(element, name) => {
                let file = self.machine.place().join(name);
                std::fs::write(&file, format!("The content of {name}\n"))?;
                self.touch("upload", element, json!({"files": [file]})).await?
            }
            Step::Wait(text) => self.wait("text", text).await?,
            Step::WaitAddress(part) => self.wait("url", part).await?,
        };
        Ok(())
    }

    /// Acts on the first element whose line fits, once there is one.
    async fn touch(&mut self, tool: &str, element: &str, mut arguments: Value) -> Result<String> {
        let mut look = String::new();
        for _ in 0..LOOKS {
            look = self.call("snapshot", json!({})).await?;
            if let Some(target) = reference(&look, element) {
                arguments["ref"] = json!(target);
                return self.call(tool, arguments).await;
            }
            self.call("wait", json!({"ms": BETWEEN_LOOKS})).await?;
        }
        bail!("{element:?} is not on the page: {look}")
    }

    async fn wait(&mut self, what: &str, value: &str) -> Result<String> {
        let told = self.call("wait", json!({what: value})).await?;
        if told.contains("it is still not so") {
            let look = self.call("snapshot", json!({})).await?;
            bail!("{told}\n{look}");
        }
        Ok(told)
    }

    async fn call(&mut self, tool: &str, arguments: Value) -> Result<String> {
        let params = json!({"name": tool, "arguments": arguments});
        let answer = self.server.ask(json!({"jsonrpc": "2.0", "method": "tools/call", "params": params})).await?;
        let parts = answer["result"]["content"].as_array().context("no content")?;
        let text = parts.iter().filter_map(|part| part["text"].as_str()).collect::<Vec<_>>().join("\n");
        if answer["result"]["isError"] == true {
            bail!("{tool}: {text}");
        }
        Ok(text)
    }
}

/// The ref of the first line with this role that contains this text, written `role|text`, or `role|text|last` for the last.
fn reference(look: &str, element: &str) -> Option<String> {
    let (role, text) = element.split_once('|')?;
    let (text, takes_last) = text.strip_suffix("|last").map_or((text, false), |text| (text, true));
    let lines = look.lines().map(|line| line.trim_start().trim_start_matches("- "));
    let fits = |line: &&str| line.starts_with(role) && line.contains(text) && !line.contains("[disabled]");
    let mut found =
        lines.filter(fits).filter_map(|line| Some(line.split_once("[ref=")?.1.split_once(']')?.0.to_owned()));
    if takes_last { found.next_back() } else { found.next() }
}

/// The person says yes, and to the whole kind where that is offered.
fn allow(request: &Value) -> Value {
    let properties = request["params"]["requestedSchema"]["properties"].as_object();
    let mut content = json!({});
    for (name, field) in properties.into_iter().flatten() {
        let choices = field["enum"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let kind = choices.clone().find(|choice| choice.contains("kind"));
        content[name] = match kind.or_else(|| choices.clone().next()) {
            Some(choice) => json!(choice),
            None => json!(true),
        };
    }
    json!({"action": "accept", "content": content})
}

const LOOKS: usize = 20;
const BETWEEN_LOOKS: u64 = 300;
