//! The ways in: each carries the brain's calls to the program and its answers back.

mod mcp;
mod run;
mod verbs;
mod web_socket;

use anyhow::{Result, bail};
use serde::Serialize;
use serde_json::Value;

use super::case::{Case, Person};
use super::machine::Machine;
use mcp::McpRoute;
pub(super) use run::play_run;
use verbs::VerbRoute;
use web_socket::WebSocketRoute;

/// A way in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Route {
    Mcp,
    #[value(name = "websocket")]
    WebSocket,
    Verbs,
    Run,
    Chat,
}

impl Route {
    pub const ALL: [Self; 5] = [Self::Mcp, Self::WebSocket, Self::Verbs, Self::Run, Self::Chat];
    /// The routes of agents whose brain is elsewhere.
    pub const OUTSIDE: [Self; 3] = [Self::Mcp, Self::WebSocket, Self::Verbs];
    /// The routes on which the program's own brain decides.
    pub const OWN: [Self; 2] = [Self::Run, Self::Chat];

    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Mcp => "mcp",
            Self::WebSocket => "websocket",
            Self::Verbs => "verbs",
            Self::Run => "run",
            Self::Chat => "chat",
        }
    }
}

/// The answer to a call.
#[derive(Debug, Clone, Default)]
pub struct Reply {
    pub tool: String,
    /// Everything that the brain reads of it.
    pub text: String,
    /// Why it failed, in one word.
    pub code: Option<String>,
    /// The id of the question that the person has to answer.
    pub question: Option<String>,
}

impl Reply {
    #[must_use]
    pub fn is_refused(&self) -> bool {
        self.code.is_some()
    }
}

/// A session of an outside agent.
#[derive(Debug)]
pub enum OutsideSession {
    Mcp(Box<McpRoute>),
    WebSocket(Box<WebSocketRoute>),
    Verbs(VerbRoute),
}

impl OutsideSession {
    /// # Errors
    /// When the program does not start.
    pub async fn start(route: Route, machine: &Machine, case: &Case) -> Result<Self> {
        let grants = machine.grants(&case.grants);
        Ok(match route {
            Route::Mcp => Self::Mcp(Box::new(McpRoute::start(machine, &grants, case.person).await?)),
            Route::WebSocket => Self::WebSocket(Box::new(WebSocketRoute::start(machine, &grants).await?)),
            Route::Verbs => Self::Verbs(VerbRoute::new(grants)),
            Route::Run | Route::Chat => bail!("the brain of a run is not outside"),
        })
    }

    /// # Errors
    /// When there is no answer.
    pub async fn call(&mut self, machine: &Machine, tool: &str, args: &Value) -> Result<Reply> {
        let mut reply = match self {
            Self::Mcp(mcp) => mcp.call(tool, args).await?,
            Self::WebSocket(socket) => socket.call(tool, args).await?,
            Self::Verbs(verbs) => verbs.call(machine, tool, args).await?,
        };
        tool.clone_into(&mut reply.tool);
        Ok(reply)
    }

    /// How often a person at the client was asked beside the replies.
    #[must_use]
    pub fn asked(&self) -> usize {
        match self {
            Self::Mcp(mcp) => mcp.asked(),
            Self::WebSocket(_) | Self::Verbs(_) => 0,
        }
    }

    /// The questions that a person at the client was asked beside the replies.
    pub fn questions(&mut self) -> Vec<String> {
        match self {
            Self::Mcp(mcp) => mcp.questions(),
            Self::WebSocket(_) | Self::Verbs(_) => Vec::new(),
        }
    }

    /// Another agent on the same server, with a session of its own.
    ///
    /// # Errors
    /// When the route has no server for several agents.
    pub async fn second(&self, _: &Machine) -> Result<Self> {
        match self {
            Self::WebSocket(socket) => Ok(Self::WebSocket(Box::new(socket.second().await?))),
            Self::Mcp(_) | Self::Verbs(_) => bail!("only a server has several agents"),
        }
    }

    /// The definitions of the tools.
    ///
    /// # Errors
    /// When the route lists none.
    pub async fn tools(&mut self) -> Result<Value> {
        match self {
            Self::Mcp(mcp) => mcp.tools().await,
            Self::WebSocket(_) | Self::Verbs(_) => bail!("tools are listed over MCP alone"),
        }
    }

    /// The process that holds the browser.
    ///
    /// # Errors
    /// When it is not running.
    pub async fn process(&self, machine: &Machine) -> Result<u32> {
        match self {
            Self::Mcp(mcp) => mcp.process(),
            Self::WebSocket(socket) => socket.process(),
            Self::Verbs(_) => verbs::process(machine).await,
        }
    }

    /// Ends the program in the ordinary way.
    pub async fn close(self, machine: &Machine) {
        match self {
            Self::Mcp(mut mcp) => mcp.close().await,
            Self::WebSocket(mut socket) => socket.close().await,
            Self::Verbs(_) => machine.verbs().close().await,
        }
    }
}

/// Answers a question as the person would, with the command that the agent is told; whether it was a yes.
///
/// # Errors
/// When the command does not run.
pub(super) async fn answer(machine: &Machine, id: &str, person: Person, earlier: usize) -> Result<bool> {
    let yes = match person {
        Person::Absent | Person::ChannelFails | Person::Garbles => return Ok(false),
        Person::Refuses => false,
        Person::YesOnce => earlier == 0,
        Person::Always => true,
    };
    let command = if yes { "approve" } else { "deny" };
    super::pty::run_at_terminal(machine, &[command, id]).await?;
    Ok(yes)
}

/// The reply in the JSON of verbs and of the agents' socket.
fn agent_reply(value: &Value) -> Reply {
    let code = value["code"].as_str().map(str::to_owned);
    Reply {
        tool: String::new(),
        text: format!("{}{}{}", text_of(&value["data"]), text_of(&value["error"]), text_of(&value["approval"])),
        code: code.or_else(|| (value["success"] == false).then(|| "failed".to_owned())),
        question: value.pointer("/approval/id").and_then(Value::as_str).map(str::to_owned),
    }
}

/// The texts in a value, as a brain reads them; its other parts as JSON.
fn text_of(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => format!("{text}\n"),
        Value::Array(items) => items.iter().map(text_of).collect(),
        Value::Object(map) => map.values().map(text_of).collect(),
        Value::Bool(_) | Value::Number(_) => format!("{value}\n"),
    }
}
