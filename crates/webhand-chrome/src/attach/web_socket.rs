//! The WebSocket of a browser's debugging port as a transport of frames.

use std::io;

use futures_util::future::BoxFuture;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use webhand_cdp::{FrameSink, FrameSource, Transport};

/// Opens the WebSocket at this address over a connection.
///
/// # Errors
/// Why the other side opens none.
pub(super) async fn transport(url: &str, stream: TcpStream) -> Result<Transport, String> {
    let config = WebSocketConfig::default().max_message_size(Some(LONGEST_FRAME)).max_frame_size(Some(LONGEST_FRAME));
    let opened = client_async_with_config(url, stream, Some(config)).await;
    let (socket, _response) = opened.map_err(|error| error.to_string())?;
    let (sink, source) = socket.split();
    Ok(Transport { source: Box::new(Source(source)), sink: Box::new(Sink(sink)) })
}

struct Source(SplitStream<WebSocketStream<TcpStream>>);

impl FrameSource for Source {
    fn next(&mut self) -> BoxFuture<'_, io::Result<Option<Vec<u8>>>> {
        Box::pin(async move {
            loop {
                match self.0.next().await {
                    Some(Ok(Message::Text(text))) => return Ok(Some(text.as_bytes().to_vec())),
                    Some(Ok(Message::Binary(bytes))) => return Ok(Some(bytes.to_vec())),
                    Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                    Some(Ok(Message::Close(_)) | Err(Error::ConnectionClosed)) | None => return Ok(None),
                    Some(Err(error)) => return Err(io::Error::other(error)),
                }
            }
        })
    }
}

struct Sink(SplitSink<WebSocketStream<TcpStream>, Message>);

impl FrameSink for Sink {
    fn send<'a>(&'a mut self, frames: &'a mut Vec<Vec<u8>>) -> BoxFuture<'a, io::Result<()>> {
        Box::pin(async move {
            for frame in frames.drain(..) {
                let text = String::from_utf8(frame).map_err(io::Error::other)?;
                self.0.feed(Message::text(text)).await.map_err(io::Error::other)?;
            }
            self.0.flush().await.map_err(io::Error::other)
        })
    }
}

/// As for the pipe of a browser that webhand starts: a bound, not a budget.
const LONGEST_FRAME: usize = 256 * 1024 * 1024;
