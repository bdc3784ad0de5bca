//! One connection of an agent: reads requests into its session's queue, writes replies, and detects a peer that is gone.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::sync::mpsc::{self, OwnedPermit};
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use webhand_wire::agent::{AgentReply, AgentRequest, MessageId};

use super::closing::CloseReason;
use super::endpoint::AgentEndpoint;
use super::followed_runs::FollowedRuns;
use super::handshake::Socket;
use super::replies::{messages, session_reply, text_reply};
use super::resumable_session::{Attachment, QueuedMessage, ReplyText, ResumableSession};

pub(super) struct Connection {
    pub socket: Socket,
    pub endpoint: Arc<AgentEndpoint>,
    stopping: watch::Receiver<bool>,
    /// The session that this connection serves.
    attached: Option<AttachedSession>,
    followed: FollowedRuns,
    /// When the last message came.
    last_received: Instant,
}

/// A session, and this connection's place in it.
struct AttachedSession {
    session: Arc<ResumableSession>,
    attachment: Attachment,
    replies: mpsc::Receiver<ReplyText>,
    /// Replies that waited when the session was resumed, or that could not be sent.
    late: VecDeque<ReplyText>,
}

/// The next event of a connection.
enum Next {
    Stop,
    Reply(Option<ReplyText>),
    QueueSlot(Option<OwnedPermit<QueuedMessage>>),
    Message(Result<Message, CloseReason>),
    /// A message of a followed run.
    RunMessage(String),
    Heartbeat,
}

impl Connection {
    pub fn new(socket: Socket, endpoint: Arc<AgentEndpoint>, stopping: watch::Receiver<bool>) -> Self {
        Self {
            socket,
            endpoint,
            stopping,
            attached: None,
            followed: FollowedRuns::new(),
            last_received: Instant::now(),
        }
    }

    /// Waits for the token of a client that opened the connection without it.
    pub async fn authenticate(&mut self) -> Result<(), CloseReason> {
        let first = timeout(AUTHENTICATED_WITHIN, self.first_text()).await.ok().flatten();
        let id = match first.map(|text| AgentRequest::read(text.as_bytes())) {
            Some(Ok(request)) if request.kind == "auth" => return self.check_token(&request).await,
            Some(Ok(request)) => request.id,
            Some(Err(wrong)) => wrong.id,
            None => None,
        };
        self.send(AgentReply::failed(id, "unauthorized", messages::PROVE_FIRST)).await?;
        Err(CloseReason::Unauthenticated)
    }

    async fn first_text(&mut self) -> Option<Utf8Bytes> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return Some(text),
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => return None,
            }
        }
    }

    /// Serves the connection until it ends.
    pub async fn serve(&mut self) -> CloseReason {
        let mut heartbeat = interval_at(Instant::now() + HEARTBEAT, HEARTBEAT);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut waiting: Option<QueuedMessage> = None;
        loop {
            let inbox = waiting
                .is_some()
                .then(|| self.attached.as_ref().map(|attached| attached.session.inbox.clone()))
                .flatten();
            let next = tokio::select! {
                biased;
                _ = self.stopping.wait_for(|stopping| *stopping) => Next::Stop,
                // Read before replies are written: a client that is gone gets them on the next connection.
                message = self.socket.next(), if waiting.is_none() => Next::Message(CloseReason::of(message)),
                reply = next_reply(self.attached.as_mut()) => Next::Reply(reply),
                queue_slot = queue_slot(inbox) => Next::QueueSlot(queue_slot),
                _ = heartbeat.tick() => Next::Heartbeat,
                message = self.followed.next() => Next::RunMessage(message),
            };
            let done = match next {
                Next::Stop => return self.send_last_replies().await,
                Next::Reply(Some(reply)) => self.send_reply(reply).await,
                Next::Reply(None) | Next::QueueSlot(None) => return self.end_reason(),
                Next::QueueSlot(Some(queue_slot)) => {
                    if let Some(message) = waiting.take() {
                        queue_slot.send(message);
                    }
                    Ok(())
                }
                Next::RunMessage(message) => self.write(Message::text(message)).await,
                Next::Message(Err(reason)) => Err(reason),
                Next::Message(Ok(message)) => {
                    self.last_received = Instant::now();
                    self.handle_message(message).await.map(|queued| waiting = queued)
                }
                // While a message waits for a queue slot the socket is not read, so silence means nothing.
                Next::Heartbeat if waiting.is_none() && self.last_received.elapsed() > SILENT_FOR => {
                    Err(CloseReason::Gone)
                }
                Next::Heartbeat => self.write(Message::Ping(Vec::new().into())).await,
            };
            if let Err(reason) = done {
                return reason;
            }
        }
    }

    /// Leaves the session; replies that could not be sent wait there.
    pub async fn detach(&mut self) {
        let Some(mut attached) = self.attached.take() else { return };
        attached.replies.close();
        while let Some(reply) = attached.replies.recv().await {
            attached.late.push_back(reply);
        }
        attached.session.detach(attached.attachment, attached.late).await;
    }

    pub async fn send(&mut self, reply: AgentReply) -> Result<(), CloseReason> {
        self.write(Message::Text(Utf8Bytes::from(reply.to_text()))).await
    }

    /// Writes one message; a peer that does not read it in time counts as gone.
    pub async fn write(&mut self, message: Message) -> Result<(), CloseReason> {
        match timeout(WRITTEN_WITHIN, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(CloseReason::Gone),
        }
    }

    async fn send_reply(&mut self, reply: ReplyText) -> Result<(), CloseReason> {
        let sent = self.write(Message::text(&*reply)).await;
        if let (Err(_), Some(attached)) = (sent, self.attached.as_mut()) {
            attached.late.push_front(reply);
        }
        sent
    }

    /// Answers a message of the protocol itself, and returns one that belongs into the session's queue.
    async fn handle_message(&mut self, message: Message) -> Result<Option<QueuedMessage>, CloseReason> {
        let request = match message {
            Message::Text(text) => AgentRequest::read(text.as_bytes()),
            Message::Binary(_) => Err(Box::new(AgentReply::failed(None, "bad_message", messages::ONLY_TEXT))),
            Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => return Ok(None),
            Message::Close(_) => return Err(CloseReason::Gone),
        };
        match request {
            Ok(request) => match request.kind.as_str() {
                "ping" => self.send(text_reply(request.id, "pong")).await.map(|()| None),
                "auth" => self.check_token(&request).await.map(|()| None),
                "follow" => self.follow(request).await.map(|()| None),
                "resume" => self.resume(request).await.map(|()| None),
                _ => self.queue(request).await,
            },
            // A malformed message has its place in the order of replies too.
            Err(reply) if self.attached.is_some() => Ok(Some(QueuedMessage::Answered(reply))),
            Err(reply) => self.send(*reply).await.map(|()| None),
        }
    }

    async fn check_token(&mut self, request: &AgentRequest) -> Result<(), CloseReason> {
        let offered = request.params.get("token").and_then(serde_json::Value::as_str).unwrap_or_default();
        if !self.endpoint.access.is_token(offered) {
            self.endpoint.token_throttle.delay_wrong_token().await;
            self.send(AgentReply::failed(request.id.clone(), "unauthorized", messages::WRONG_TOKEN)).await?;
            return Err(CloseReason::Unauthenticated);
        }
        match self.session_or_start() {
            Some(session) => self.send(session_reply(request.id.clone(), &session, messages::WELCOME)).await,
            None => self.send(AgentReply::failed(request.id.clone(), "busy", messages::TOO_MANY_SESSIONS)).await,
        }
    }

    /// Attaches a session that an earlier connection had.
    async fn resume(&mut self, request: AgentRequest) -> Result<(), CloseReason> {
        let key = request.params.get("key").and_then(serde_json::Value::as_str).unwrap_or_default();
        let Some(session) = self.endpoint.sessions.find(key) else {
            return self.send(AgentReply::failed(request.id, "closed", messages::NOTHING_TO_RESUME)).await;
        };
        if let Some(attached) = &self.attached {
            if attached.session.received() > 0 {
                return self.send(AgentReply::failed(request.id, "bad_message", messages::RESUME_FIRST)).await;
            }
            // It was started by the `auth` message and has no request yet.
            attached.session.end();
            self.attached = None;
        }
        let got = request.params.get("got").and_then(|id| serde_json::from_value(id.clone()).ok());
        let reply = if self.attach(&session, got.as_ref()) {
            session_reply(request.id, &session, messages::RESUMED)
        } else {
            AgentReply::failed(request.id, "closed", messages::NOTHING_TO_RESUME)
        };
        self.send(reply).await
    }

    /// Follows a run. The reply comes before its first event.
    async fn follow(&mut self, request: AgentRequest) -> Result<(), CloseReason> {
        if !self.followed.has_room() {
            return self.send(AgentReply::failed(request.id, "busy", messages::TOO_MANY_FOLLOWED)).await;
        }
        match self.endpoint.sessions.runs.follow(request).await {
            Ok((run, stream, reply)) => {
                self.send(reply).await?;
                self.followed.follow(run, stream);
                Ok(())
            }
            Err(reply) => self.send(reply).await,
        }
    }

    async fn queue(&mut self, request: AgentRequest) -> Result<Option<QueuedMessage>, CloseReason> {
        let names_session = self.attached.is_none();
        let Some(session) = self.session_or_start() else {
            return self.send(AgentReply::failed(request.id, "busy", messages::TOO_MANY_SESSIONS)).await.map(|()| None);
        };
        session.count_request();
        Ok(Some(QueuedMessage::Request { request, names_session }))
    }

    /// The session of this connection; starts one if there is none yet.
    fn session_or_start(&mut self) -> Option<Arc<ResumableSession>> {
        if let Some(attached) = &self.attached {
            return Some(Arc::clone(&attached.session));
        }
        let session = self.endpoint.sessions.start()?;
        self.attach(&session, None).then_some(session)
    }

    fn attach(&mut self, session: &Arc<ResumableSession>, got: Option<&MessageId>) -> bool {
        let (outbox, replies) = mpsc::channel(MOST_REPLIES);
        let Some((attachment, late)) = session.attach(outbox, got) else { return false };
        self.attached = Some(AttachedSession { session: Arc::clone(session), attachment, replies, late });
        true
    }

    fn end_reason(&self) -> CloseReason {
        let taken =
            self.attached.as_ref().is_some_and(|attached| attached.session.was_taken_over_from(attached.attachment));
        if taken { CloseReason::TakenOver } else { CloseReason::SessionClosed }
    }

    /// Sends the replies to requests that came before the server was stopped.
    async fn send_last_replies(&mut self) -> CloseReason {
        while self.attached.is_some()
            && let Ok(Some(reply)) = timeout(WRITTEN_WITHIN, next_reply(self.attached.as_mut())).await
        {
            if self.send_reply(reply).await.is_err() {
                return CloseReason::Gone;
            }
        }
        CloseReason::ServerStops
    }
}

/// The next reply of the session: never without a session, `None` when it is over or another connection took it over.
async fn next_reply(attached: Option<&mut AttachedSession>) -> Option<ReplyText> {
    let Some(attached) = attached else { return std::future::pending().await };
    match attached.late.pop_front() {
        Some(reply) => Some(reply),
        None => attached.replies.recv().await,
    }
}

async fn queue_slot(inbox: Option<mpsc::Sender<QueuedMessage>>) -> Option<OwnedPermit<QueuedMessage>> {
    match inbox {
        Some(inbox) => inbox.reserve_owned().await.ok(),
        None => std::future::pending().await,
    }
}

const AUTHENTICATED_WITHIN: Duration = Duration::from_secs(5);
const WRITTEN_WITHIN: Duration = Duration::from_secs(10);
const HEARTBEAT: Duration = Duration::from_secs(20);
/// Two heartbeats without an answer, and a little.
const SILENT_FOR: Duration = Duration::from_secs(50);
/// The most replies that wait to be written; the session waits with the next one.
const MOST_REPLIES: usize = 8;
