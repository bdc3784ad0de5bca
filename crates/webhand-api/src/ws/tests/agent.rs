//! An agent: a WebSocket client that sends the messages of a test.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::{HeaderValue, Request};
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::fake_host::RunningServer;

pub struct Agent {
    pub socket: WebSocketStream<TcpStream>,
    /// The subprotocol the server chose.
    pub protocol: Option<HeaderValue>,
}

impl Agent {
    /// Connects with the token in the request.
    pub async fn connect(server: &RunningServer) -> Self {
        let protocols = format!("webhand, bearer.{}", server.token.as_secret_text());
        Self::connect_with(server, Some(&protocols)).await.unwrap()
    }

    /// Connects without the token.
    pub async fn open_without_token(server: &RunningServer) -> Self {
        Self::connect_with(server, None).await.unwrap()
    }

    pub async fn connect_with(server: &RunningServer, protocols: Option<&str>) -> Result<Self, Error> {
        let mut request = format!("ws://{}/ws/agent", server.host_header()).into_client_request().unwrap();
        if let Some(protocols) = protocols {
            request.headers_mut().insert("sec-websocket-protocol", protocols.parse().unwrap());
        }
        Self::connect_by(server, request).await
    }

    pub async fn connect_by(server: &RunningServer, request: Request<()>) -> Result<Self, Error> {
        let stream = TcpStream::connect(server.address).await.unwrap();
        let (socket, response) = client_async(request, stream).await?;
        Ok(Self { socket, protocol: response.headers().get("sec-websocket-protocol").cloned() })
    }

    pub async fn send(&mut self, message: impl ToString) {
        self.socket.send(Message::text(message.to_string())).await.unwrap();
    }

    /// The next reply.
    pub async fn receive(&mut self) -> Value {
        loop {
            match self.next().await {
                Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).unwrap(),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                other => panic!("no reply but {other:?}"),
            }
        }
    }

    pub async fn ask(&mut self, message: impl ToString) -> Value {
        self.send(message).await;
        self.receive().await
    }

    pub async fn send_binary(&mut self, bytes: &'static [u8]) -> Value {
        self.socket.send(Message::binary(bytes)).await.unwrap();
        self.receive().await
    }

    /// The code of the close frame, after any other messages.
    pub async fn close_code(&mut self) -> u16 {
        loop {
            match self.next().await {
                Some(Ok(Message::Close(frame))) => return frame.map_or(1005, |frame| frame.code.into()),
                Some(Ok(_)) => {}
                other => panic!("no goodbye but {other:?}"),
            }
        }
    }

    /// Drops the connection without a close frame, as after a power cut.
    pub fn disconnect(self) {
        drop(self.socket.into_inner());
    }

    async fn next(&mut self) -> Option<Result<Message, Error>> {
        // Longer than anything the server waits for, on whichever clock.
        timeout(Duration::from_mins(10), self.socket.next()).await.expect("something within a while")
    }
}
