//! Runs of the server for agents: started, and answered where the brain itself asks.
//!
//! Invariant: whoever holds the token, an agent of the WebSocket acts as a program. It grants nothing, and approvals and
//! secrets stay with the person.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use tokio::sync::watch;
use webhand_engine::RunPool;
use webhand_model::{RunId, Seq};
use webhand_run_api::ApiProblem;
use webhand_run_api::calls::{self, AnsweredBy};
use webhand_wire::agent::{AgentData, AgentReply, AgentRequest, COMMANDS, MessageId};
use webhand_wire::api::{Answer, AnswerWord, ProblemCode};

use crate::http::Role;
use crate::run_stream::RunStream;
use crate::{RunHost, v1};

/// The pool of the server, as agents reach it.
pub(crate) struct AgentRuns {
    pub pool: RunPool,
    pub host: Arc<dyn RunHost>,
    /// True when the server stops; followed runs end then.
    pub stopping: watch::Receiver<bool>,
}

impl AgentRuns {
    /// Starts a run.
    pub async fn start(&self, request: AgentRequest) -> AgentReply {
        let id = request.id.clone();
        let started = async {
            let order = parameters(request)?;
            v1::start_run(&self.pool, &*self.host, order, Role::Agent).await
        };
        match started.await {
            Ok(started) => {
                let text = if started.created { "The run is started" } else { "The same order has started this run" };
                let text = format!("{text}: follow {} to see what it does.", started.id);
                done(id, text, serde_json::to_value(&started).unwrap_or_default())
            }
            Err(problem) => refused(id, problem),
        }
    }

    /// Answers what the brain of a run asks.
    pub async fn answer(&self, request: AgentRequest) -> AgentReply {
        let id = request.id.clone();
        let answered = async {
            let GivenAnswer { run, question, text } = parameters(request)?;
            let run = self.known_run(&run).await?;
            let answer = Answer { question, answer: AnswerWord::Text, text: Some(text) };
            calls::answer(&self.pool, &run, answer, AnsweredBy::Program).await
        };
        match answered.await {
            Ok(()) => done(id, "The run has the answer and goes on.".to_owned(), Value::Null),
            Err(problem) => {
                if problem.code == ProblemCode::OwnerOnly {
                    tracing::error!(target: "webhand::audit", "an answer that only the person may give came over the WebSocket");
                }
                refused(id, problem)
            }
        }
    }

    async fn known_run(&self, written: &str) -> Result<RunId, ApiProblem> {
        let run = calls::known_run(&self.pool, written).await?;
        v1::known_to(&self.pool, &run, Role::Agent).await?;
        Ok(run)
    }

    /// Opens the events of a run after a number, with the reply that says so.
    pub async fn follow(&self, request: AgentRequest) -> Result<(RunId, RunStream, AgentReply), AgentReply> {
        let id = request.id.clone();
        let opened = async {
            let Followed { run, after } = parameters(request)?;
            let run = self.known_run(&run).await?;
            let stream = RunStream::open(self.pool.clone(), run.clone(), Seq(after), self.stopping.clone()).await?;
            Ok((run, stream))
        };
        let opened: Result<_, ApiProblem> = opened.await;
        match opened {
            Ok((run, stream)) => {
                let text = "Its events follow as messages of their own, until it is over.".to_owned();
                let reply = done(id, text, json!({"run": run}));
                Ok((run, stream, reply))
            }
            Err(problem) => Err(refused(id, problem)),
        }
    }
}

#[derive(serde::Deserialize)]
struct GivenAnswer {
    run: String,
    question: u64,
    text: String,
}

#[derive(serde::Deserialize)]
struct Followed {
    run: String,
    #[serde(default)]
    after: u64,
}

/// Reads the parameters of a command, of which it must know all.
fn parameters<T: DeserializeOwned>(request: AgentRequest) -> Result<T, ApiProblem> {
    let AgentRequest { kind, params, .. } = request;
    let known = COMMANDS.iter().find(|command| command.name == kind).map_or(&[][..], |command| command.parameters);
    let is_unknown = |name: &&String| !known.iter().any(|(known, ..)| known == name);
    if let Some(unknown) = params.keys().find(is_unknown) {
        return Err(ApiProblem::bad(&format!("{kind} has no parameter {unknown:.60?}")));
    }
    let params: Map<String, Value> = params.into_iter().filter(|(_, value)| !value.is_null()).collect();
    serde_json::from_value(Value::Object(params)).map_err(|error| ApiProblem::bad(&format!("{kind}: {error}")))
}

fn done(id: Option<MessageId>, text: String, value: Value) -> AgentReply {
    let value = (!value.is_null()).then_some(value);
    AgentReply::done(id, AgentData { text, value, ..AgentData::default() })
}

fn refused(id: Option<MessageId>, problem: ApiProblem) -> AgentReply {
    // A request that cannot be understood has one code on the WebSocket.
    let code = if problem.code == ProblemCode::BadRequest { "bad_call" } else { problem.code.word() };
    AgentReply::failed(id, code, problem.problem.detail)
}
