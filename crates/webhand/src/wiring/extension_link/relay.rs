//! Tabs of a paired browser through the server of the same data folder.

use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use webhand_chrome::ExtensionTabs;
use webhand_wire::{HandsNews, HandsOrder};

use super::ExtensionLaunch;

type Socket = WebSocketStream<TcpStream>;

pub(super) async fn open_tabs(server: &str, launch: &ExtensionLaunch) -> Result<ExtensionTabs> {
    let Some(address) = server.strip_prefix("http://") else {
        bail!("the server at {server} uses TLS: start the run there, in its dashboard");
    };
    let mut socket =
        timeout(ANSWERED_WITHIN, connect(address, launch)).await.context("the server does not answer")??;
    let (run, level, name) = (launch.run.to_string(), launch.level, launch.name.clone());
    send(&mut socket, &HandsOrder::Open { run: run.clone(), level, name }).await?;
    let answer = timeout(OPENED_WITHIN, next(&mut socket)).await.context("the browser does not answer")?;
    match answer {
        Some(HandsNews::Opened { .. }) => {}
        Some(HandsNews::Closed { why, .. }) => bail!(why),
        Some(HandsNews::Frame { .. }) | None => bail!("the server has closed the connection"),
    }
    let (orders, to_send) = mpsc::channel(MOST_UNSENT);
    let (to_read, frames) = mpsc::channel(MOST_UNSENT);
    tokio::spawn(carry(socket, run, to_send, to_read));
    Ok(ExtensionTabs { frames, send: Box::new(move |frame| orders.try_send(frame).is_ok()) })
}

async fn connect(address: &str, launch: &ExtensionLaunch) -> Result<Socket> {
    let path = launch.data_dir.owner_token_file();
    let key = std::fs::read_to_string(path).context("the owner's token cannot be read")?;
    let mut request = format!("ws://{address}/ws/hands/tabs").into_client_request()?;
    request.headers_mut().insert("authorization", format!("Bearer {}", key.trim()).parse()?);
    let stream = TcpStream::connect(address).await.context("the server is not there any more")?;
    stream.set_nodelay(true)?;
    let config = WebSocketConfig::default().max_message_size(Some(LONGEST_FRAME)).max_frame_size(Some(LONGEST_FRAME));
    let (socket, _) = client_async_with_config(request, stream, Some(config)).await?;
    Ok(socket)
}

/// Carries frames until one side is done.
async fn carry(mut socket: Socket, run: String, mut to_send: mpsc::Receiver<String>, to_read: mpsc::Sender<String>) {
    loop {
        tokio::select! {
            frame = to_send.recv() => {
                let (order, is_last) = match frame {
                    Some(frame) => (HandsOrder::Frame { run: run.clone(), frame }, false),
                    None => (HandsOrder::Close { run: run.clone() }, true),
                };
                if send(&mut socket, &order).await.is_err() || is_last {
                    break;
                }
            }
            news = next(&mut socket) => match news {
                Some(HandsNews::Frame { frame, .. }) => if to_read.send(frame).await.is_err() { break },
                Some(HandsNews::Opened { .. }) => {}
                Some(HandsNews::Closed { .. }) | None => break,
            },
        }
    }
    let _ = timeout(CLOSED_WITHIN, socket.close(None)).await;
}

async fn send(socket: &mut Socket, order: &HandsOrder) -> Result<()> {
    Ok(socket.send(Message::text(serde_json::to_string(order)?)).await?)
}

async fn next(socket: &mut Socket) -> Option<HandsNews> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).ok(),
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
            Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => return None,
        }
    }
}

const ANSWERED_WITHIN: Duration = Duration::from_secs(5);
/// Longer than the server waits for a browser.
const OPENED_WITHIN: Duration = Duration::from_secs(70);
const CLOSED_WITHIN: Duration = Duration::from_secs(1);
const MOST_UNSENT: usize = 4096;
const LONGEST_FRAME: usize = 64 << 20;
