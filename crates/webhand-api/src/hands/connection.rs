//! One connection of an extension that has proven itself: carries the messages of its link, and detects a peer that is gone.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use webhand_wire::{HandsFrame, HandsGreeting, HandsNews};

use super::endpoint::{HandsEndpoint, Proven, send};
use super::hub::Attachment;
use crate::ws::{Socket, with_limit};

/// Why a connection ends, as the number and text of its close frame; `None` when the peer is gone.
type End = Option<(u16, &'static str)>;

/// Serves a connection until it ends.
pub(super) async fn serve(socket: Socket, endpoint: &HandsEndpoint, proven: &Proven) {
    // The extension says nothing before the welcome, so nothing that was read already is lost.
    let mut socket = with_limit(socket, LONGEST_MESSAGE).await;
    let attachment = endpoint.hub.attach(&proven.device, &proven.proof);
    let welcome = HandsGreeting::Welcome {
        device: proven.device.clone(),
        server: endpoint.hub.server().to_owned(),
        resumed: attachment.resumed,
        received: attachment.received,
    };
    let mut connection = Connection { endpoint, attachment, last_received: Instant::now(), unconfirmed: 0 };
    let end = match send(&mut socket, &welcome).await {
        Some(()) => connection.carry(&mut socket).await,
        None => None,
    };
    endpoint.hub.detach(&connection.attachment);
    if let Some((code, text)) = end {
        let frame = CloseFrame { code: code.into(), reason: text.into() };
        let closing = async {
            socket.send(Message::Close(Some(frame))).await.ok()?;
            while let Some(Ok(_)) = socket.next().await {}
            Some(())
        };
        let _ = timeout(CLOSED_WITHIN, closing).await;
    }
}

struct Connection<'a> {
    endpoint: &'a HandsEndpoint,
    attachment: Attachment,
    last_received: Instant,
    /// Messages since the last acknowledgement.
    unconfirmed: u32,
}

enum Next {
    End(End),
    Message(Message),
    Wake,
    Heartbeat,
}

impl Connection<'_> {
    async fn carry(&mut self, socket: &mut Socket) -> End {
        let mut stopping = self.endpoint.stopping.clone();
        let mut heartbeat = interval_at(Instant::now() + HEARTBEAT, HEARTBEAT);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (wake, over) = (self.attachment.wake.clone(), self.attachment.over.clone());
        loop {
            if let Err(end) = self.send_waiting(socket).await {
                return end;
            }
            let next = tokio::select! {
                biased;
                _ = stopping.wait_for(|stopping| *stopping) => Next::End(Some((1001, "the server stops"))),
                () = over.cancelled() => Next::End(Some((4001, "another connection of this browser took its place"))),
                message = socket.next() => match message {
                    Some(Ok(message)) => Next::Message(message),
                    Some(Err(_)) | None => Next::End(None),
                },
                () = wake.notified() => Next::Wake,
                _ = heartbeat.tick() => Next::Heartbeat,
            };
            let done = match next {
                Next::End(end) => Err(end),
                Next::Message(message) => self.take(socket, message).await,
                Next::Wake => Ok(()),
                Next::Heartbeat => self.beat(socket).await,
            };
            if let Err(end) = done {
                // The last words, such as the end of a run.
                let _ = self.send_waiting(socket).await;
                return end;
            }
        }
    }

    /// Sends what waits for this connection.
    async fn send_waiting(&mut self, socket: &mut Socket) -> Result<(), End> {
        while let Some((no, text)) = self.endpoint.hub.next(&self.attachment) {
            write(socket, text).await?;
            self.attachment.sent = no;
            self.unconfirmed = 0;
        }
        Ok(())
    }

    async fn take(&mut self, socket: &mut Socket, message: Message) -> Result<(), End> {
        self.last_received = Instant::now();
        let text = match message {
            Message::Text(text) => text,
            Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => return Ok(()),
            Message::Binary(_) => return Err(BROKEN),
            Message::Close(_) => return Err(None),
        };
        let frame: HandsFrame<HandsNews> = serde_json::from_str(&text).map_err(|_| BROKEN)?;
        let (is_ping, has_message) = (frame.ping, frame.message.is_some());
        self.endpoint.hub.take(&self.attachment, frame).map_err(|_| BROKEN)?;
        self.unconfirmed += u32::from(has_message);
        if is_ping || self.unconfirmed >= CONFIRMED_AFTER {
            self.confirm(socket).await?;
        }
        Ok(())
    }

    async fn confirm(&mut self, socket: &mut Socket) -> Result<(), End> {
        self.unconfirmed = 0;
        match self.endpoint.hub.acknowledgement(&self.attachment) {
            Some(text) => write(socket, text).await,
            None => Err(None),
        }
    }

    async fn beat(&mut self, socket: &mut Socket) -> Result<(), End> {
        if self.endpoint.hub.book().find(&self.attachment.device).is_none() {
            self.endpoint.hub.forget(&self.attachment.device);
            return Err(Some((4003, "this browser is not paired any more")));
        }
        if self.last_received.elapsed() > SILENT_FOR {
            return Err(None);
        }
        if self.unconfirmed > 0 { self.confirm(socket).await } else { Ok(()) }
    }
}

/// Writes one message; a peer that does not read it in time counts as gone.
async fn write(socket: &mut Socket, text: String) -> Result<(), End> {
    match timeout(WRITTEN_WITHIN, socket.send(Message::text(text))).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(None),
    }
}

const BROKEN: End = Some((1002, "a message broke the rules of this connection"));
const WRITTEN_WITHIN: Duration = Duration::from_secs(10);
const CLOSED_WITHIN: Duration = Duration::from_secs(1);
/// How often it is looked whether the peer is there and still paired. The extension pings as often.
const HEARTBEAT: Duration = Duration::from_secs(20);
const SILENT_FOR: Duration = Duration::from_secs(50);
const CONFIRMED_AFTER: u32 = 32;
/// A picture of a whole long page fits.
const LONGEST_MESSAGE: usize = 64 << 20;
