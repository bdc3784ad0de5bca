//! Performs a session's requests one after the other.

use std::sync::Arc;

use serde_json::Value;
use tokio::sync::mpsc;
use webhand_engine::{CallOptions, CallReply, EngineError, Session};
use webhand_model::ToolCall;
use webhand_wire::agent::{AgentReply, AgentRequest};

use super::replies::{add_session, messages, sessions_reply, text_reply};
use super::reply_cache::{CacheLookup, fingerprint};
use super::resumable_session::{QueuedMessage, ReplyText, ResumableSession};
use super::sessions::Sessions;
use crate::{SessionHostError, reply};

/// Performs requests until the session is closed or abandoned.
pub(super) async fn run_worker(
    agent: Arc<ResumableSession>,
    mut queue: mpsc::Receiver<QueuedMessage>,
    sessions: Arc<Sessions>,
) {
    let mut worker = Worker { agent, sessions, session: None, over: false };
    while !worker.over {
        let next = tokio::select! {
            biased;
            () = worker.agent.ended_or_abandoned() => None,
            next = queue.recv() => next,
        };
        match next {
            None => break,
            Some(QueuedMessage::Answered(reply)) => worker.agent.deliver(reply.to_text().into()).await,
            Some(QueuedMessage::Request { request, names_session }) => worker.answer(request, names_session).await,
        }
    }
    worker.close_session().await;
    worker.sessions.remove(&worker.agent);
    worker.agent.finish();
}

struct Worker {
    agent: Arc<ResumableSession>,
    sessions: Arc<Sessions>,
    session: Option<Session>,
    over: bool,
}

impl Worker {
    async fn answer(&mut self, request: AgentRequest, names_session: bool) {
        let cached = self.agent.find_reply(&request);
        let (id, fingerprint) = (request.id.clone(), fingerprint(&request));
        let mut reply = match cached {
            CacheLookup::New => self.perform_request(request).await,
            CacheLookup::Answered(reply) => return self.agent.deliver(reply).await,
            CacheLookup::Forgotten => AgentReply::failed(request.id, "in_doubt", messages::REPLY_FORGOTTEN),
            CacheLookup::Reused => AgentReply::failed(request.id, "bad_message", messages::ID_REUSED),
        };
        if names_session {
            add_session(&mut reply, &self.agent);
        }
        let done = reply.approval.is_none();
        let reply = ReplyText::from(reply.to_text());
        // A request that needs approval was not performed: the same request again must perform it.
        if done {
            self.agent.remember_reply(id.as_ref(), fingerprint, &reply);
        }
        self.agent.deliver(reply).await;
    }

    async fn perform_request(&mut self, request: AgentRequest) -> AgentReply {
        match request.kind.as_str() {
            "sessions" => sessions_reply(request.id, &self.sessions.list()),
            "close" => {
                self.close_session().await;
                self.over = true;
                text_reply(request.id, messages::CLOSED)
            }
            "run" => self.sessions.runs.start(request).await,
            "answer" => self.sessions.runs.answer(request).await,
            _ => self.call(request).await,
        }
    }

    async fn call(&mut self, request: AgentRequest) -> AgentReply {
        let session = match self.session().await {
            Ok(session) => session,
            Err(error) => {
                let code = if matches!(error, SessionHostError::Full(_)) { "busy" } else { "internal" };
                return AgentReply::failed(request.id, code, error.to_string());
            }
        };
        let id = request.id;
        let call = ToolCall { id: String::new(), name: request.kind, arguments: Value::Object(request.params) };
        let result = self.call_until_abandoned(&session, call).await;
        if result.is_err() {
            // The session is over; the next request opens another.
            self.close_session().await;
        }
        reply(id, &result)
    }

    /// Makes a call. When the agent's session ends meanwhile, the browser session is closed, which ends the call.
    async fn call_until_abandoned(&mut self, session: &Session, call: ToolCall) -> Result<CallReply, EngineError> {
        let mut call = std::pin::pin!(session.call(call, CallOptions::default()));
        tokio::select! {
            result = &mut call => result,
            () = self.agent.ended_or_abandoned() => {
                self.session = None;
                tokio::join!(call, session.close()).0
            }
        }
    }

    async fn session(&mut self) -> Result<Session, SessionHostError> {
        if let Some(session) = &self.session {
            return Ok(session.clone());
        }
        let opened = self.sessions.host.open_session(&self.agent.name).await?;
        self.session = Some(opened.clone());
        Ok(opened)
    }

    async fn close_session(&mut self) {
        if let Some(session) = self.session.take() {
            session.close().await;
        }
    }
}
