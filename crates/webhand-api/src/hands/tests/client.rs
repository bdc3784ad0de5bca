//! A client that speaks as the extension does.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{WebSocketStream, client_async};
use webhand_wire::{
    HANDS_VERSION, HandsFrame, HandsGreeting, HandsHello, HandsLevel, HandsNews, HandsOrder, HandsProof,
};

use crate::fake_host::FakeBook;
use crate::hands::proof::{Side, Transcript};
use crate::hands::{HandsChannel, HandsHub, PairingKey, new_code};
use crate::http::{HandsServer, random_secret};

pub const ORIGIN: &str = "chrome-extension://enlfihjclopdmalpeoaocafdkpimblnp";

/// A machine that waits for extensions.
pub struct Machine {
    pub book: Arc<FakeBook>,
    pub hub: HandsHub,
    pub address: SocketAddr,
    _stop: oneshot::Sender<()>,
}

impl Machine {
    pub async fn start() -> Self {
        let book = Arc::new(FakeBook::default());
        let hub = HandsHub::new(Arc::clone(&book) as _);
        let server = HandsServer::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), hub.clone()).await.unwrap();
        let address = server.address();
        let (stop, stopped) = oneshot::channel();
        tokio::spawn(server.run(async { drop(stopped.await) }));
        Self { book, hub, address, _stop: stop }
    }

    pub fn wait_for_code(&self) -> String {
        let code = new_code().unwrap();
        *self.book.code.lock().unwrap() = Some(PairingKey::of_code(&code));
        code
    }

    pub async fn opens_for(&self, origin: Option<&str>) -> bool {
        self.dial(origin).await.is_some()
    }

    async fn dial(&self, origin: Option<&str>) -> Option<WebSocketStream<TcpStream>> {
        let mut request = format!("ws://{}/ws/hands", self.address).into_client_request().unwrap();
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        let stream = TcpStream::connect(self.address).await.unwrap();
        client_async(request, stream).await.ok().map(|(socket, _)| socket)
    }
}

#[derive(Debug)]
pub struct FakeExtension {
    socket: WebSocketStream<TcpStream>,
    pub device: String,
    pub key: PairingKey,
    link: Link,
}

#[derive(Debug, Clone)]
struct Link {
    id: String,
    server: Option<String>,
    received: u64,
    /// The one message that is not acknowledged.
    sent: Option<(u64, String)>,
    last: u64,
}

impl Link {
    fn new() -> Self {
        Self { id: random_secret(), server: None, received: 0, sent: None, last: 0 }
    }
}

/// How the extension behaves.
#[derive(Clone, Copy)]
struct Manner<'a> {
    device: Option<&'a str>,
    host: Option<&'a str>,
    is_bold: bool,
}

impl FakeExtension {
    pub async fn pair(machine: &Machine, code: &str) -> Result<Self, String> {
        let manner = Manner { device: None, host: None, is_bold: false };
        Self::open(machine, manner, PairingKey::of_code(code), Link::new()).await
    }

    /// As an extension that goes on although the server has proven nothing.
    pub async fn pair_whatever_is_proven(machine: &Machine, code: &str) -> Result<Self, String> {
        let manner = Manner { device: None, host: None, is_bold: true };
        Self::open(machine, manner, PairingKey::of_code(code), Link::new()).await
    }

    /// As an extension that has dialled another address.
    pub async fn pair_at(machine: &Machine, host: &str, code: &str) -> Result<Self, String> {
        let manner = Manner { device: None, host: Some(host), is_bold: false };
        Self::open(machine, manner, PairingKey::of_code(code), Link::new()).await
    }

    pub async fn connect(machine: &Machine, device: &str, key: &PairingKey) -> Result<Self, String> {
        let manner = Manner { device: Some(device), host: None, is_bold: false };
        Self::open(machine, manner, key.clone(), Link::new()).await
    }

    /// Loses the connection without a word, and opens another one.
    pub async fn cut_and_connect(self, machine: &Machine) -> Self {
        let Self { socket, device, key, link } = self;
        drop(socket);
        let manner = Manner { device: Some(&device), host: None, is_bold: false };
        Self::open(machine, manner, key, link).await.unwrap()
    }

    async fn open(machine: &Machine, manner: Manner<'_>, key: PairingKey, mut link: Link) -> Result<Self, String> {
        let mut socket = machine.dial(Some(ORIGIN)).await.ok_or("no connection")?;
        let (nonce, device) = (random_secret(), manner.device.map(str::to_owned));
        send(&mut socket, &HandsHello { version: HANDS_VERSION, nonce: nonce.clone(), device }).await;
        let (server_nonce, server_proof) = match receive(&mut socket).await? {
            HandsGreeting::Challenge { nonce, proof } => (nonce, proof),
            HandsGreeting::Refused { why } => return Err(why),
            HandsGreeting::Welcome { .. } => return Err("welcome without a proof".to_owned()),
        };
        let host = manner.host.map_or_else(|| machine.address.to_string(), str::to_owned);
        let about =
            Transcript { device: manner.device, host: &host, extension_nonce: &nonce, server_nonce: &server_nonce };
        if !manner.is_bold && !key.is_proven(Side::Server, about, &server_proof) {
            return Err("the server does not know the key".to_owned());
        }
        let proof = key.prove(Side::Extension, about);
        let (id, server, received) = (link.id.clone(), link.server.clone(), link.received);
        send(&mut socket, &HandsProof { proof, link: id, server, received }).await;
        match receive(&mut socket).await? {
            HandsGreeting::Welcome { device, server, resumed, received } => {
                let key = if manner.device.is_none() { key.device_key(about, &device) } else { key };
                link.server = Some(server);
                let mut extension = Self { socket, device, key, link };
                if let Some((_, text)) = extension.link.sent.clone().filter(|(no, _)| resumed && *no > received) {
                    extension.socket.send(Message::text(text)).await.unwrap();
                }
                Ok(extension)
            }
            HandsGreeting::Refused { why } => Err(why),
            HandsGreeting::Challenge { .. } => Err("challenged twice".to_owned()),
        }
    }

    /// Takes the run that the machine opens.
    pub async fn take_run(&mut self, machine: &Machine, run: &str, level: HandsLevel) -> HandsChannel {
        let taking = async {
            assert!(matches!(self.next().await, HandsOrder::Open { .. }));
            self.send(&HandsNews::Opened { run: run.to_owned() }).await;
        };
        let (channel, ()) = tokio::join!(machine.hub.open(run, level, "a task"), taking);
        channel.unwrap()
    }

    /// The next order.
    pub async fn next(&mut self) -> HandsOrder {
        loop {
            let frame: HandsFrame<HandsOrder> = receive(&mut self.socket).await.unwrap();
            if let Some(order) = frame.message {
                assert_eq!(frame.no, self.link.received + 1);
                self.link.received = frame.no;
                return order;
            }
        }
    }

    pub async fn send(&mut self, news: &HandsNews) {
        self.link.last += 1;
        let frame = HandsFrame {
            no: self.link.last,
            ack: self.link.received,
            message: Some(serde_json::to_value(news).unwrap()),
            ping: false,
        };
        let text = serde_json::to_string(&frame).unwrap();
        self.link.sent = Some((self.link.last, text.clone()));
        self.socket.send(Message::text(text)).await.unwrap();
    }
}

async fn send(socket: &mut WebSocketStream<TcpStream>, message: &impl serde::Serialize) {
    // The other side may have turned away already; what it said is read next.
    let _ = socket.send(Message::text(serde_json::to_string(message).unwrap())).await;
}

async fn receive<T: serde::de::DeserializeOwned>(socket: &mut WebSocketStream<TcpStream>) -> Result<T, String> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).map_err(|error| error.to_string()),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            other => return Err(format!("{other:?}")),
        }
    }
}
