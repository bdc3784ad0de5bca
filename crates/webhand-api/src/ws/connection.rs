//! One connection of an agent: reads requests into its session's queue, writes replies, and finds out when nobody is
//! there any more.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::sync::mpsc::{self, OwnedPermit};
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use webhand_wire::agent::{AgentReply, AgentRequest, MessageId};

use super::goodbye::Why;
use super::handshake::Socket;
use super::kept::{Asked, Hold, Kept, Written};
use super::reception::Reception;
use super::replies::{greeting, said, words};

pub(super) struct Connection {
    pub socket: Socket,
    pub reception: Arc<Reception>,
    stopping: watch::Receiver<bool>,
    /// The session it has.
    has: Option<Has>,
    /// When the other side last said anything.
    heard: Instant,
}

struct Has {
    kept: Arc<Kept>,
    hold: Hold,
    replies: mpsc::Receiver<Written>,
    /// Replies that were waiting when the session was taken up, or that could not be sent.
    late: VecDeque<Written>,
}

/// What happens next to a connection.
enum Next {
    Stop,
    Reply(Option<Written>),
    Room(Option<OwnedPermit<Asked>>),
    Heard(Result<Message, Why>),
    Beat,
}

impl Connection {
    pub fn new(socket: Socket, reception: Arc<Reception>, stopping: watch::Receiver<bool>) -> Self {
        Self { socket, reception, stopping, has: None, heard: Instant::now() }
    }

    /// Whoever opened the connection without a token shows it now, or leaves.
    pub async fn prove(&mut self) -> Result<(), Why> {
        let first = timeout(PROVEN_WITHIN, self.first_words()).await.ok().flatten();
        let id = match first.map(|text| AgentRequest::read(text.as_bytes())) {
            Some(Ok(request)) if request.kind == "auth" => return self.take_token(&request).await,
            Some(Ok(request)) => request.id,
            Some(Err(wrong)) => wrong.id,
            None => None,
        };
        self.send(AgentReply::failed(id, "unauthorized", words::PROVE_FIRST)).await?;
        Err(Why::NotProven)
    }

    async fn first_words(&mut self) -> Option<Utf8Bytes> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return Some(text),
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => return None,
            }
        }
    }

    /// Serves it until it ends.
    pub async fn converse(&mut self) -> Why {
        let mut beat = interval_at(Instant::now() + BEAT, BEAT);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut waiting: Option<Asked> = None;
        loop {
            let inbox = waiting.is_some().then(|| self.has.as_ref().map(|has| has.kept.inbox.clone())).flatten();
            let next = tokio::select! {
                biased;
                _ = self.stopping.wait_for(|stopping| *stopping) => Next::Stop,
                // Before replies are written: whoever is gone gets them on the next connection.
                heard = self.socket.next(), if waiting.is_none() => Next::Heard(Why::of(heard)),
                reply = next_reply(self.has.as_mut()) => Next::Reply(reply),
                room = room(inbox) => Next::Room(room),
                _ = beat.tick() => Next::Beat,
            };
            let done = match next {
                Next::Stop => return self.last_replies().await,
                Next::Reply(Some(reply)) => self.pass_on(reply).await,
                Next::Reply(None) | Next::Room(None) => return self.why_it_ended(),
                Next::Room(Some(room)) => {
                    if let Some(asked) = waiting.take() {
                        room.send(asked);
                    }
                    Ok(())
                }
                Next::Heard(Err(why)) => Err(why),
                Next::Heard(Ok(message)) => {
                    self.heard = Instant::now();
                    self.take(message).await.map(|asked| waiting = asked)
                }
                // While requests wait for room nothing is read, so nothing can be heard.
                Next::Beat if waiting.is_none() && self.heard.elapsed() > SILENT_FOR => Err(Why::Gone),
                Next::Beat => self.write(Message::Ping(Vec::new().into())).await,
            };
            if let Err(why) = done {
                return why;
            }
        }
    }

    /// Lets go of the session; replies that did not get through wait there.
    pub async fn let_go(&mut self) {
        let Some(mut has) = self.has.take() else { return };
        has.replies.close();
        while let Some(reply) = has.replies.recv().await {
            has.late.push_back(reply);
        }
        has.kept.detach(has.hold, has.late).await;
    }

    pub async fn send(&mut self, reply: AgentReply) -> Result<(), Why> {
        self.write(Message::Text(Utf8Bytes::from(reply.to_text()))).await
    }

    /// Whoever does not take what is written to them within a bound is gone.
    pub async fn write(&mut self, message: Message) -> Result<(), Why> {
        match timeout(TAKEN_WITHIN, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Why::Gone),
        }
    }

    async fn pass_on(&mut self, reply: Written) -> Result<(), Why> {
        let sent = self.write(Message::text(&*reply)).await;
        if let (Err(_), Some(has)) = (sent, self.has.as_mut()) {
            has.late.push_front(reply);
        }
        sent
    }

    /// What a message asks of the session, if anything.
    async fn take(&mut self, message: Message) -> Result<Option<Asked>, Why> {
        let request = match message {
            Message::Text(text) => AgentRequest::read(text.as_bytes()),
            Message::Binary(_) => Err(Box::new(AgentReply::failed(None, "bad_message", words::ONLY_TEXT))),
            Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => return Ok(None),
            Message::Close(_) => return Err(Why::Gone),
        };
        match request {
            Ok(request) => match request.kind.as_str() {
                "ping" => self.send(said(request.id, "pong")).await.map(|()| None),
                "auth" => self.take_token(&request).await.map(|()| None),
                "resume" => self.resume(request).await.map(|()| None),
                _ => self.queue(request).await,
            },
            // Also what is no request has its place in the order of replies.
            Err(reply) if self.has.is_some() => Ok(Some(Asked::Answered(reply))),
            Err(reply) => self.send(*reply).await.map(|()| None),
        }
    }

    async fn take_token(&mut self, request: &AgentRequest) -> Result<(), Why> {
        let offered = request.params.get("token").and_then(serde_json::Value::as_str).unwrap_or_default();
        if !self.reception.door.opens_to(offered) {
            self.reception.patience.punish().await;
            self.send(AgentReply::failed(request.id.clone(), "unauthorized", words::WRONG_TOKEN)).await?;
            return Err(Why::NotProven);
        }
        match self.has_session() {
            Some(kept) => self.send(greeting(request.id.clone(), &kept, words::WELCOME)).await,
            None => self.send(AgentReply::failed(request.id.clone(), "busy", words::TOO_MANY_SESSIONS)).await,
        }
    }

    /// Takes up a session that an earlier connection had.
    async fn resume(&mut self, request: AgentRequest) -> Result<(), Why> {
        let key = request.params.get("key").and_then(serde_json::Value::as_str).unwrap_or_default();
        let Some(kept) = self.reception.sessions.find(key) else {
            return self.send(AgentReply::failed(request.id, "closed", words::NOTHING_TO_RESUME)).await;
        };
        if let Some(has) = &self.has {
            if has.kept.received() > 0 {
                return self.send(AgentReply::failed(request.id, "bad_message", words::RESUME_FIRST)).await;
            }
            // Begun with the token a moment ago, and of no use to anybody.
            has.kept.end();
            self.has = None;
        }
        let got = request.params.get("got").and_then(|id| serde_json::from_value(id.clone()).ok());
        let reply = if self.hold(&kept, got.as_ref()) {
            greeting(request.id, &kept, words::RESUMED)
        } else {
            AgentReply::failed(request.id, "closed", words::NOTHING_TO_RESUME)
        };
        self.send(reply).await
    }

    async fn queue(&mut self, request: AgentRequest) -> Result<Option<Asked>, Why> {
        let greet = self.has.is_none();
        let Some(kept) = self.has_session() else {
            return self.send(AgentReply::failed(request.id, "busy", words::TOO_MANY_SESSIONS)).await.map(|()| None);
        };
        kept.count();
        Ok(Some(Asked::Request { request, greet }))
    }

    /// The session of this connection, begun if there is none yet.
    fn has_session(&mut self) -> Option<Arc<Kept>> {
        if let Some(has) = &self.has {
            return Some(Arc::clone(&has.kept));
        }
        let kept = self.reception.sessions.begin()?;
        self.hold(&kept, None).then_some(kept)
    }

    fn hold(&mut self, kept: &Arc<Kept>, got: Option<&MessageId>) -> bool {
        let (outbox, replies) = mpsc::channel(MOST_REPLIES);
        let Some((hold, late)) = kept.attach(outbox, got) else { return false };
        self.has = Some(Has { kept: Arc::clone(kept), hold, replies, late });
        true
    }

    fn why_it_ended(&self) -> Why {
        let taken = self.has.as_ref().is_some_and(|has| has.kept.was_taken_from(has.hold));
        if taken { Why::TakenOver } else { Why::SessionClosed }
    }

    /// The server stops: what was asked is still answered.
    async fn last_replies(&mut self) -> Why {
        while self.has.is_some()
            && let Ok(Some(reply)) = timeout(TAKEN_WITHIN, next_reply(self.has.as_mut())).await
        {
            if self.pass_on(reply).await.is_err() {
                return Why::Gone;
            }
        }
        Why::ServerStops
    }
}

/// The next reply of the session; none comes without a session, and `None` when that is over or has been taken away.
async fn next_reply(has: Option<&mut Has>) -> Option<Written> {
    let Some(has) = has else { return std::future::pending().await };
    match has.late.pop_front() {
        Some(reply) => Some(reply),
        None => has.replies.recv().await,
    }
}

async fn room(inbox: Option<mpsc::Sender<Asked>>) -> Option<OwnedPermit<Asked>> {
    match inbox {
        Some(inbox) => inbox.reserve_owned().await.ok(),
        None => std::future::pending().await,
    }
}

const PROVEN_WITHIN: Duration = Duration::from_secs(5);
const TAKEN_WITHIN: Duration = Duration::from_secs(10);
const BEAT: Duration = Duration::from_secs(20);
/// Two beats without an answer, and a little.
const SILENT_FOR: Duration = Duration::from_secs(50);
/// Replies that wait to be written; the session waits with the next.
const MOST_REPLIES: usize = 8;
