//! How a connection ends: what the other side is told, and how long it is waited for.

use std::time::Duration;

use futures_util::StreamExt as _;
use tokio::io::AsyncReadExt as _;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message};
use webhand_wire::agent::AgentReply;

use super::connection::Connection;
use super::replies::words;

/// Why a connection ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Why {
    /// The other side is not there any more, or has said goodbye itself.
    Gone,
    /// No token, or a wrong one.
    NotProven,
    /// A text that is not UTF-8.
    NotText,
    /// A frame or message that is not even read.
    TooLarge,
    /// What came is no WebSocket.
    NotAWebSocket,
    TakenOver,
    SessionClosed,
    ServerStops,
}

impl Why {
    /// What was heard, or why nothing more can be.
    pub fn of(heard: Option<Result<Message, Error>>) -> Result<Message, Self> {
        match heard {
            Some(Ok(message)) => Ok(message),
            Some(Err(Error::Capacity(_))) => Err(Self::TooLarge),
            Some(Err(Error::Utf8(_))) => Err(Self::NotText),
            Some(Err(Error::Protocol(ProtocolError::ResetWithoutClosingHandshake))) | None => Err(Self::Gone),
            Some(Err(Error::Protocol(_))) => Err(Self::NotAWebSocket),
            Some(Err(_)) => Err(Self::Gone),
        }
    }

    /// The number and the words of the close frame; numbers below 4000 are those of RFC 6455.
    fn close_frame(self) -> Option<(u16, &'static str)> {
        match self {
            Self::Gone => None,
            Self::NotProven => Some((1008, "the token is missing or wrong")),
            Self::NotText => Some((1007, "a text was not UTF-8")),
            Self::TooLarge => Some((1009, "a message was too large")),
            Self::NotAWebSocket => Some((1002, "a frame broke the rules of WebSocket")),
            Self::TakenOver => Some((4001, "another connection has taken the session up")),
            Self::SessionClosed => Some((1000, "the session is closed")),
            Self::ServerStops => Some((1001, "the server stops")),
        }
    }

    /// What is wrong, as a reply: programs that read no close frames learn it too.
    fn reply(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::NotText => Some(("bad_message", words::NOT_UTF8)),
            Self::TooLarge => Some(("too_large", words::FAR_TOO_LARGE)),
            Self::NotAWebSocket => Some(("bad_message", words::NOT_A_WEB_SOCKET)),
            Self::Gone | Self::NotProven | Self::TakenOver | Self::SessionClosed | Self::ServerStops => None,
        }
    }
}

impl Connection {
    pub async fn say_goodbye(mut self, why: Why) {
        let Some((code, words)) = why.close_frame() else { return };
        if let Some((code, words)) = why.reply()
            && self.send(AgentReply::failed(None, code, words)).await.is_err()
        {
            return;
        }
        let frame = CloseFrame { code: code.into(), reason: words.into() };
        if self.write(Message::Close(Some(frame))).await.is_err() {
            return;
        }
        // A socket that is dropped with something unread in it takes the last words along.
        let read_on = async {
            if why.reply().is_some() {
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
