//! The trap site: one loopback server under many names, and a ledger of everything that arrives.
//!
//! Besides the pages of a case it has sinks (`/sink/…`, where every arrival is an effect), `/said/…` (by which a page reports
//! that it has tried), and an open redirect (`/to?STATUS&URL`).

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream, UdpSocket};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::case::is_script;
use super::connection::{Answer, RequestHead, serve};
use super::names;

/// How something arrived.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ArrivalKind {
    #[default]
    Request,
    /// The handshake of a WebSocket.
    WebSocket,
    /// A message on a WebSocket.
    Frame,
    /// Bytes over TCP that are no HTTP.
    Raw,
    /// A packet over UDP.
    Packet,
}

/// One thing that arrived.
#[derive(Debug, Clone, Default)]
pub struct Arrival {
    pub kind: ArrivalKind,
    pub host: String,
    pub method: String,
    /// With its query.
    pub path: String,
    /// The whole head of a request.
    pub head: String,
    pub body: String,
    /// When it was recorded.
    pub at: Option<Instant>,
}

impl Arrival {
    /// Whether this leaves a mark at the far end: a request to a sink that is no preflight, or a frame that says so.
    #[must_use]
    pub fn is_effect(&self) -> bool {
        match self.kind {
            ArrivalKind::Request => self.path.starts_with("/sink/") && self.method != "OPTIONS",
            ArrivalKind::Frame => self.body.contains("sink"),
            ArrivalKind::WebSocket | ArrivalKind::Raw | ArrivalKind::Packet => false,
        }
    }

    /// A short description for a report.
    #[must_use]
    pub fn line(&self) -> String {
        let body: String = self.body.chars().take(120).collect();
        format!("{:?} {} {}{} {body}", self.kind, self.method, self.host, self.path)
    }
}

/// Everything that arrived, in order.
#[derive(Debug)]
pub(super) struct Ledger {
    arrivals: Mutex<Vec<Arrival>>,
    count: watch::Sender<usize>,
}

impl Ledger {
    pub fn record(&self, arrival: Arrival) {
        let arrival = Arrival { at: Some(Instant::now()), ..arrival };
        let mut arrivals = self.arrivals.lock().unwrap_or_else(PoisonError::into_inner);
        if arrivals.len() < MOST_ARRIVALS {
            arrivals.push(arrival);
        }
        self.count.send_replace(arrivals.len());
    }
}

/// A site that serves until it is dropped.
#[derive(Debug)]
pub struct TrapSite {
    port: u16,
    ledger: Arc<Ledger>,
    open: Arc<AtomicUsize>,
    _serving: JoinSet<()>,
}

impl TrapSite {
    /// Serves the pages, each a path and its HTML, under every name. `@evil@` and the like in them become addresses.
    ///
    /// # Errors
    /// When no port is free.
    pub async fn start(pages: &[(String, String)]) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let port = listener.local_addr()?.port();
        let fill = |(path, html): &(String, String)| (path.clone(), names::fill_in(html, port));
        let pages: Arc<BTreeMap<String, String>> = Arc::new(pages.iter().map(fill).collect());
        let ledger = Arc::new(Ledger { arrivals: Mutex::default(), count: watch::Sender::new(0) });
        let open = Arc::new(AtomicUsize::new(0));
        let mut serving = JoinSet::new();
        serving.spawn(listen(listener, pages, Arc::clone(&ledger), Arc::clone(&open)));
        if let Ok(socket) = UdpSocket::bind(("127.0.0.1", port)).await {
            serving.spawn(receive(socket, Arc::clone(&ledger)));
        }
        Ok(Self { port, ledger, open, _serving: serving })
    }

    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// A text with the site's addresses in it.
    #[must_use]
    pub fn fill_in(&self, text: &str) -> String {
        names::fill_in(text, self.port)
    }

    #[must_use]
    pub fn arrivals(&self) -> Vec<Arrival> {
        self.ledger.arrivals.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Forgets what has arrived so far.
    pub fn clear(&self) {
        self.ledger.arrivals.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Waits until something like this has arrived; whether it has.
    pub async fn until(&self, within: Duration, is_it: impl Fn(&Arrival) -> bool) -> bool {
        let mut count = self.ledger.count.subscribe();
        let arrived = async {
            while !self.arrivals().iter().any(&is_it) {
                if count.changed().await.is_err() {
                    return;
                }
            }
        };
        timeout(within, arrived).await.is_ok()
    }

    /// The whole ledger, once every connection that clients have begun is closed. Clients must have ended.
    ///
    /// # Errors
    /// When a connection stays open.
    pub async fn final_arrivals(&self) -> Result<Vec<Arrival>> {
        // Connections are accepted in order, so those begun earlier are counted when this one is answered.
        let mut fence = TcpStream::connect(("127.0.0.1", self.port)).await?;
        fence.write_all(b"GET /fence HTTP/1.1\r\nhost: fence\r\n\r\n").await?;
        fence.read_to_end(&mut Vec::new()).await?;
        let mut count = self.ledger.count.subscribe();
        let closed = async {
            while self.open.load(Ordering::Acquire) > 0 {
                if count.changed().await.is_err() {
                    return;
                }
            }
        };
        ensure!(timeout(CLOSED_WITHIN, closed).await.is_ok(), "a connection to the site stays open");
        Ok(self.arrivals().into_iter().filter(|arrival| arrival.host != "fence").collect())
    }
}

async fn listen(
    listener: TcpListener,
    pages: Arc<BTreeMap<String, String>>,
    ledger: Arc<Ledger>,
    open: Arc<AtomicUsize>,
) {
    let mut connections = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        open.fetch_add(1, Ordering::AcqRel);
        let (pages, ledger, open) = (Arc::clone(&pages), Arc::clone(&ledger), Arc::clone(&open));
        connections.spawn(async move {
            serve(stream, Arc::clone(&ledger), |head| answer(&pages, head)).await;
            open.fetch_sub(1, Ordering::AcqRel);
            ledger.count.send_modify(|_| {});
        });
        while connections.try_join_next().is_some() {}
    }
}

async fn receive(socket: UdpSocket, ledger: Arc<Ledger>) {
    let mut buffer = [0; 2048];
    while let Ok((count, _)) = socket.recv_from(&mut buffer).await {
        let body = String::from_utf8_lossy(&buffer[..count]).into_owned();
        ledger.record(Arrival { kind: ArrivalKind::Packet, body, ..Arrival::default() });
    }
}

fn answer(pages: &BTreeMap<String, String>, head: &RequestHead) -> Answer {
    let (path, query) = head.path.split_once('?').unwrap_or((&head.path, ""));
    let origin = header(&head.text, "origin").unwrap_or_else(|| "*".to_owned());
    let mut headers = vec![
        ("cache-control".to_owned(), "no-store".to_owned()),
        ("access-control-allow-origin".to_owned(), origin),
        ("access-control-allow-credentials".to_owned(), "true".to_owned()),
    ];
    let mut plain = |status, kind: &str, body: &str| {
        headers.push(("content-type".to_owned(), kind.to_owned()));
        Answer { status, headers: headers.clone(), body: body.as_bytes().to_vec() }
    };
    if head.method == "OPTIONS" {
        let mut answer = plain(204, "text/plain", "");
        for name in ["access-control-allow-headers", "access-control-allow-methods"] {
            let wanted = if name.ends_with("methods") { "PUT, PATCH, DELETE" } else { "content-type, x-token" };
            answer.headers.push((name.to_owned(), wanted.to_owned()));
        }
        return answer;
    }
    match path {
        "/to" => {
            let (status, to) = query.split_once('&').unwrap_or(("302", query));
            let mut answer = plain(status.parse().unwrap_or(302), "text/plain", "");
            answer.headers.push(("location".to_owned(), to.to_owned()));
            answer
        }
        "/favicon.ico" | "/fence" => plain(404, "text/plain", ""),
        _ if path.starts_with("/said/") => plain(204, "text/plain", ""),
        _ if path.starts_with("/sink/") => plain(200, "text/html", "<title>Thanks</title><p>It is done."),
        _ if path.starts_with("/file/") => {
            let mut answer = plain(200, "application/octet-stream", "bytes of a file");
            let name = path.trim_start_matches("/file/");
            answer.headers.push(("content-disposition".to_owned(), format!("attachment; filename=\"{name}\"")));
            answer
        }
        _ => match pages.get(path) {
            Some(page) if page.starts_with(REDIRECT) => {
                let mut answer = plain(307, "text/plain", "");
                answer.headers.push(("location".to_owned(), page[REDIRECT.len()..].to_owned()));
                answer
            }
            Some(script) if is_script(path) => plain(200, "text/javascript", script),
            Some(html) => plain(200, "text/html; charset=utf-8", html),
            None => plain(404, "text/html", "<title>Nothing here</title>"),
        },
    }
}

fn header(head: &str, name: &str) -> Option<String> {
    let lines = head.lines().filter_map(|line| line.split_once(':'));
    lines.filter(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim().to_owned()).next()
}

/// A page that begins so leads every request on, whatever its method.
pub const REDIRECT: &str = "redirect:";
const MOST_ARRIVALS: usize = 100_000;
const CLOSED_WITHIN: Duration = Duration::from_secs(25);
