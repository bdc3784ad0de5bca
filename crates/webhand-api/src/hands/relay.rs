//! `/ws/hands/tabs`: another program of this machine drives tabs of a paired browser through this server.
//!
//! Its first message is [`HandsOrder::Open`]; what follows is passed on, until one side closes.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::Response;
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use webhand_wire::{HandsNews, HandsOrder};

use super::endpoint::HandsEndpoint;
use super::hub::HandsChannel;
use crate::http::Rejection;
use crate::ws::{Handshake, Socket};

pub(crate) async fn open_relay(State(endpoint): State<Arc<HandsEndpoint>>, request: Request) -> Response<Body> {
    let opened = (|| {
        let slot = endpoint.slot()?;
        let (mut head, _) = request.into_parts();
        let (handshake, response) = Handshake::accept(&mut head)?;
        tokio::spawn(relay(handshake, Arc::clone(&endpoint), slot));
        Ok(response)
    })();
    opened.unwrap_or_else(Rejection::response)
}

async fn relay(handshake: Handshake, endpoint: Arc<HandsEndpoint>, slot: OwnedSemaphorePermit) {
    let Some(mut socket) = handshake.into_socket_within(LONGEST_MESSAGE).await else { return };
    let mut stopping = endpoint.stopping.clone();
    tokio::select! {
        () = drive(&mut socket, &endpoint) => {}
        _ = stopping.wait_for(|stopping| *stopping) => {}
    }
    let _ = timeout(CLOSED_WITHIN, socket.close(None)).await;
    drop(slot);
}

async fn drive(socket: &mut Socket, endpoint: &HandsEndpoint) {
    let first = timeout(OPENED_WITHIN, next_order(socket)).await.ok().flatten();
    let Some(HandsOrder::Open { run, level, name }) = first else { return };
    let HandsChannel { sender, mut frames } = match endpoint.hub.open(&run, level, &name).await {
        Ok(channel) => channel,
        Err(error) => {
            tell(socket, &HandsNews::Closed { run, why: error.to_string() }).await;
            return;
        }
    };
    if tell(socket, &HandsNews::Opened { run: run.clone() }).await.is_none() {
        return;
    }
    loop {
        tokio::select! {
            order = next_order(socket) => match order {
                Some(HandsOrder::Frame { frame, .. }) => if !sender.send(frame) { break },
                Some(HandsOrder::Open { .. } | HandsOrder::Close { .. }) | None => break,
            },
            frame = frames.recv() => match frame {
                Some(frame) => if tell(socket, &HandsNews::Frame { run: run.clone(), frame }).await.is_none() { return },
                None => break,
            },
        }
    }
    let why = sender.why_ended().unwrap_or_default().to_owned();
    tell(socket, &HandsNews::Closed { run, why }).await;
}

async fn next_order(socket: &mut Socket) -> Option<HandsOrder> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).ok(),
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
            Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => return None,
        }
    }
}

async fn tell(socket: &mut Socket, news: &HandsNews) -> Option<()> {
    let text = serde_json::to_string(news).ok()?;
    timeout(WRITTEN_WITHIN, socket.send(Message::text(text))).await.ok()?.ok()
}

const OPENED_WITHIN: Duration = Duration::from_secs(10);
const WRITTEN_WITHIN: Duration = Duration::from_secs(10);
const CLOSED_WITHIN: Duration = Duration::from_secs(1);
/// As for the connection of an extension, and its frames are from this machine.
const LONGEST_MESSAGE: usize = 64 << 20;
