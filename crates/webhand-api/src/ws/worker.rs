//! Carries out a session's requests one after the other.

use std::sync::Arc;

use serde_json::Value;
use tokio::sync::mpsc;
use webhand_engine::{CallOptions, CallReply, EngineError, Session};
use webhand_model::ToolCall;
use webhand_wire::agent::{AgentReply, AgentRequest};

use super::answers::{Known, fingerprint};
use super::kept::{Asked, Kept, Written};
use super::replies::{greet, listing, said, words};
use super::sessions::Sessions;
use crate::{SessionHostError, reply};

/// Works until the session is closed or nobody comes back for it.
pub(super) async fn work(kept: Arc<Kept>, mut asked: mpsc::Receiver<Asked>, sessions: Arc<Sessions>) {
    let mut worker = Worker { kept, sessions, session: None, over: false };
    while !worker.over {
        let next = tokio::select! {
            biased;
            () = worker.kept.is_given_up() => None,
            next = asked.recv() => next,
        };
        match next {
            None => break,
            Some(Asked::Answered(reply)) => worker.kept.deliver(reply.to_text().into()).await,
            Some(Asked::Request { request, greet }) => worker.answer(request, greet).await,
        }
    }
    worker.close_session().await;
    worker.sessions.forget(&worker.kept);
    worker.kept.over();
}

struct Worker {
    kept: Arc<Kept>,
    sessions: Arc<Sessions>,
    session: Option<Session>,
    over: bool,
}

impl Worker {
    async fn answer(&mut self, request: AgentRequest, greeting: bool) {
        let known = self.kept.known(&request);
        let (id, asked) = (request.id.clone(), fingerprint(&request));
        let mut reply = match known {
            Known::New => self.carry_out(request).await,
            Known::Answered(reply) => return self.kept.deliver(reply).await,
            Known::Forgotten => AgentReply::failed(request.id, "in_doubt", words::REPLY_FORGOTTEN),
            Known::Reused => AgentReply::failed(request.id, "bad_message", words::ID_REUSED),
        };
        if greeting {
            greet(&mut reply, &self.kept);
        }
        let done = reply.approval.is_none();
        let reply = Written::from(reply.to_text());
        // What waits for the person was not done, and is asked for again to be done.
        if done {
            self.kept.keep(id.as_ref(), asked, &reply);
        }
        self.kept.deliver(reply).await;
    }

    async fn carry_out(&mut self, request: AgentRequest) -> AgentReply {
        match request.kind.as_str() {
            "sessions" => listing(request.id, &self.sessions.list()),
            "close" => {
                self.close_session().await;
                self.over = true;
                said(request.id, words::CLOSED)
            }
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
        let told = self.told(&session, call).await;
        if told.is_err() {
            // It is over; the next request opens another.
            self.close_session().await;
        }
        reply(id, &told)
    }

    /// What came of a call; one under way when the session shall end is told by ending it.
    async fn told(&mut self, session: &Session, call: ToolCall) -> Result<CallReply, EngineError> {
        let mut told = std::pin::pin!(session.call(call, CallOptions::default()));
        tokio::select! {
            told = &mut told => told,
            () = self.kept.is_given_up() => {
                self.session = None;
                tokio::join!(told, session.close()).0
            }
        }
    }

    async fn session(&mut self) -> Result<Session, SessionHostError> {
        if let Some(session) = &self.session {
            return Ok(session.clone());
        }
        let opened = self.sessions.host.open_session(&self.kept.name).await?;
        self.session = Some(opened.clone());
        Ok(opened)
    }

    async fn close_session(&mut self) {
        if let Some(session) = self.session.take() {
            session.close().await;
        }
    }
}
