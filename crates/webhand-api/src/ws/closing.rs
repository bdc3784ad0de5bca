//! How a connection ends: the close frame, and how long the peer is waited for.

use std::time::Duration;

use futures_util::StreamExt as _;
use tokio::io::AsyncReadExt as _;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message};
use webhand_wire::agent::AgentReply;

use super::connection::Connection;
use super::replies::messages;

/// Why a connection ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CloseReason {
    /// The peer is gone, or has closed the connection itself.
    Gone,
    /// No token, or a wrong one.
    Unauthenticated,
    /// A text that is not UTF-8.
    NotText,
    /// A frame or message that is too large to be read.
    TooLarge,
    /// The bytes are no WebSocket frames.
    NotAWebSocket,
    TakenOver,
    SessionClosed,
    ServerStops,
}

impl CloseReason {
    /// The message that was read, or the reason why no further one can be.
    pub fn of(read: Option<Result<Message, Error>>) -> Result<Message, Self> {
        match read {
            Some(Ok(message)) => Ok(message),
            Some(Err(Error::Capacity(_))) => Err(Self::TooLarge),
            Some(Err(Error::Utf8(_))) => Err(Self::NotText),
            Some(Err(Error::Protocol(ProtocolError::ResetWithoutClosingHandshake))) | None => Err(Self::Gone),
            Some(Err(Error::Protocol(_))) => Err(Self::NotAWebSocket),
            Some(Err(_)) => Err(Self::Gone),
        }
    }

    /// The code and reason of the close frame; codes below 4000 are those of RFC 6455.
    fn close_frame(self) -> Option<(u16, &'static str)> {
        match self {
            Self::Gone => None,
            Self::Unauthenticated => Some((1008, "the token is missing or wrong")),
            Self::NotText => Some((1007, "a text was not UTF-8")),
            Self::TooLarge => Some((1009, "a message was too large")),
            Self::NotAWebSocket => Some((1002, "a frame broke the rules of WebSocket")),
            Self::TakenOver => Some((4001, "another connection has taken the session up")),
            Self::SessionClosed => Some((1000, "the session is closed")),
            Self::ServerStops => Some((1001, "the server stops")),
        }
    }

    /// The error as a reply, for clients that do not read close frames.
    fn reply(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::NotText => Some(("bad_message", messages::NOT_UTF8)),
            Self::TooLarge => Some(("too_large", messages::FAR_TOO_LARGE)),
            Self::NotAWebSocket => Some(("bad_message", messages::NOT_A_WEB_SOCKET)),
            Self::Gone | Self::Unauthenticated | Self::TakenOver | Self::SessionClosed | Self::ServerStops => None,
        }
    }
}

impl Connection {
    pub async fn close_with(mut self, reason: CloseReason) {
        let Some((code, text)) = reason.close_frame() else { return };
        if let Some((code, text)) = reason.reply()
            && self.send(AgentReply::failed(None, code, text)).await.is_err()
        {
            return;
        }
        let frame = CloseFrame { code: code.into(), reason: text.into() };
        if self.write(Message::Close(Some(frame))).await.is_err() {
            return;
        }
        // Dropping a socket with unread bytes resets the connection, and the peer would lose the close frame.
        let read_on = async {
            if reason.reply().is_some() {
                let mut piece = vec![0; 64 << 10];
                while matches!(self.socket.get_mut().read(&mut piece).await, Ok(read) if read > 0) {}
            } else {
                while let Some(Ok(_)) = self.socket.next().await {}
            }
        };
        let _ = timeout(READ_ON_FOR, read_on).await;
    }
}

const READ_ON_FOR: Duration = Duration::from_secs(1);
