//! Opens connections of extensions: the handshake, then the proof in both directions.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::Response;
use axum::http::header::HOST;
use axum::http::request::Parts;
use futures_util::{SinkExt as _, StreamExt as _};
use serde::de::DeserializeOwned;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use webhand_wire::{HANDS_VERSION, HandsGreeting, HandsHello, HandsProof};

use super::connection::serve;
use super::devices::PairedDevice;
use super::hub::HandsHub;
use super::proof::{PairingKey, Side, Transcript};
use crate::http::{Rejection, TokenThrottle, random_secret};
use crate::ws::{Handshake, Socket};

/// The state that the connections of extensions share.
pub(crate) struct HandsEndpoint {
    pub hub: HandsHub,
    pub token_throttle: Arc<TokenThrottle>,
    pub stopping: watch::Receiver<bool>,
    /// Held by each connection while it lives.
    connections: Arc<Semaphore>,
    /// Held by each connection until both sides have proven themselves.
    unproven: Arc<Semaphore>,
}

impl HandsEndpoint {
    pub fn new(hub: HandsHub, token_throttle: Arc<TokenThrottle>, stopping: watch::Receiver<bool>) -> Arc<Self> {
        let (connections, unproven) = (Semaphore::new(MOST_CONNECTIONS), Semaphore::new(MOST_UNPROVEN));
        Arc::new(Self {
            hub,
            token_throttle,
            stopping,
            connections: Arc::new(connections),
            unproven: Arc::new(unproven),
        })
    }

    /// Returns when the last connection is gone.
    pub async fn close(&self) {
        let all = u32::try_from(MOST_CONNECTIONS).unwrap_or(u32::MAX);
        let _ = self.connections.acquire_many(all).await;
    }

    /// A place among the connections.
    pub fn slot(&self) -> Result<OwnedSemaphorePermit, Rejection> {
        Arc::clone(&self.connections).try_acquire_owned().map_err(|_| Rejection::Busy)
    }
}

/// Opens a connection, which a task of its own serves.
pub(crate) async fn open_hands(State(endpoint): State<Arc<HandsEndpoint>>, request: Request) -> Response<Body> {
    let opened = (|| {
        let slot = endpoint.slot()?;
        let unproven = Arc::clone(&endpoint.unproven).try_acquire_owned().map_err(|_| Rejection::Busy)?;
        let (mut head, _) = request.into_parts();
        let host = dialled_host(&head);
        let (handshake, response) = Handshake::accept(&mut head)?;
        tokio::spawn(serve_connection(handshake, Arc::clone(&endpoint), host, slot, unproven));
        Ok(response)
    })();
    opened.unwrap_or_else(Rejection::response)
}

/// The address that the extension has dialled; the access check has seen that it is one of this server's.
fn dialled_host(head: &Parts) -> String {
    head.headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default().to_ascii_lowercase()
}

async fn serve_connection(
    handshake: Handshake,
    endpoint: Arc<HandsEndpoint>,
    host: String,
    slot: OwnedSemaphorePermit,
    unproven: OwnedSemaphorePermit,
) {
    let Some(mut socket) = handshake.into_socket_within(LONGEST_PROOF).await else { return };
    let proven = timeout(PROVEN_WITHIN, prove(&mut socket, &endpoint, &host)).await;
    drop(unproven);
    match proven {
        Ok(Ok(proven)) => serve(socket, &endpoint, &proven).await,
        Ok(Err(Unproven::Refused(why))) => {
            let _ = send(&mut socket, &HandsGreeting::Refused { why: why.to_owned() }).await;
            let _ = timeout(CLOSED_WITHIN, socket.close(None)).await;
        }
        Ok(Err(Unproven::Gone)) | Err(_) => {}
    }
    drop(slot);
}

/// A device that has proven its key, and what it told of its link.
pub(super) struct Proven {
    pub device: String,
    pub proof: HandsProof,
}

enum Unproven {
    Gone,
    Refused(&'static str),
}

async fn prove(socket: &mut Socket, endpoint: &HandsEndpoint, host: &str) -> Result<Proven, Unproven> {
    let hello: HandsHello = receive(socket).await?;
    if hello.version != HANDS_VERSION {
        return Err(Unproven::Refused("the extension and this program are of versions that do not fit; update both"));
    }
    if !is_nonce(&hello.nonce) {
        return Err(Unproven::Gone);
    }
    let book = endpoint.hub.book();
    let key = match &hello.device {
        Some(device) => book.find(device).ok_or(UNKNOWN_DEVICE),
        None => book.code().ok_or(NO_CODE),
    };
    let key = match key {
        Ok(key) => key,
        Err(why) => {
            endpoint.token_throttle.delay_wrong_token().await;
            return Err(Unproven::Refused(why));
        }
    };
    let nonce = random_secret();
    let about =
        Transcript { device: hello.device.as_deref(), host, extension_nonce: &hello.nonce, server_nonce: &nonce };
    let challenge = HandsGreeting::Challenge { nonce: nonce.clone(), proof: key.prove(Side::Server, about) };
    send(socket, &challenge).await.ok_or(Unproven::Gone)?;
    let proof: HandsProof = receive(socket).await?;
    if !key.is_proven(Side::Extension, about, &proof.proof) {
        endpoint.token_throttle.delay_wrong_token().await;
        return Err(Unproven::Refused("the extension does not know the key of this pairing; pair it again"));
    }
    let device = match &hello.device {
        Some(device) => device.clone(),
        None => pair(endpoint, &key, about)?,
    };
    Ok(Proven { device, proof })
}

fn pair(endpoint: &HandsEndpoint, code: &PairingKey, about: Transcript<'_>) -> Result<String, Unproven> {
    let id = random_secret().get(..DEVICE_DIGITS).unwrap_or_default().to_owned();
    let device = PairedDevice { key: code.device_key(about, &id), address: about.host.to_owned(), id };
    if !endpoint.hub.book().pair(code, &device) {
        return Err(Unproven::Refused("the code is used or too old; `webhand extension pair` prints another"));
    }
    tracing::info!(target: "webhand::audit", device = device.id, "a browser was paired");
    Ok(device.id)
}

async fn receive<T: DeserializeOwned>(socket: &mut Socket) -> Result<T, Unproven> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).map_err(|_| Unproven::Gone),
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
            Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => return Err(Unproven::Gone),
        }
    }
}

pub(super) async fn send(socket: &mut Socket, greeting: &HandsGreeting) -> Option<()> {
    socket.send(Message::text(serde_json::to_string(greeting).ok()?)).await.ok()
}

fn is_nonce(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

const UNKNOWN_DEVICE: &str = "this browser is not paired here (any more); `webhand extension pair` prints a code";
const NO_CODE: &str = "no code is waited for here; `webhand extension pair` prints one";
/// Longer than the waits for wrong proofs; the extension also needs a moment for a code.
const PROVEN_WITHIN: Duration = Duration::from_secs(10);
const CLOSED_WITHIN: Duration = Duration::from_secs(1);
const LONGEST_PROOF: usize = 4 << 10;
const DEVICE_DIGITS: usize = 16;
const MOST_CONNECTIONS: usize = 32;
const MOST_UNPROVEN: usize = 8;
