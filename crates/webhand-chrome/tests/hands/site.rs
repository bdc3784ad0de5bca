//! A test site with a few pages and a ledger of all requests.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Result;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::{Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use futures_util::StreamExt as _;
use tokio::net::TcpListener;

#[derive(Clone, Default)]
pub struct Site {
    pages: Arc<Mutex<HashMap<String, String>>>,
    ledger: Arc<Mutex<Vec<String>>>,
    sockets: Arc<AtomicUsize>,
    port: u16,
}

impl Site {
    pub async fn start() -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let site = Self { port: listener.local_addr()?.port(), ..Self::default() };
        let router = Router::new().route("/socket", any(talk)).fallback(answer).with_state(site.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Ok(site)
    }

    /// Serves a page under a path; the body is enough. `OTHER` stands for another origin of this site.
    pub fn page(&self, path: &str, html: &str) {
        self.page_as_it_is(path, html.replace("OTHER", &format!("http://localhost:{}", self.port)));
    }

    pub fn page_as_it_is(&self, path: &str, html: String) {
        lock(&self.pages).insert(path.to_owned(), html);
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// All requests but GETs: `POST /order item=lamp`.
    pub fn marks(&self) -> Vec<String> {
        lock(&self.ledger).iter().filter(|line| !line.starts_with("GET")).cloned().collect()
    }

    /// All requests for `/effect/…`, with their queries.
    pub fn effects(&self) -> Vec<String> {
        lock(&self.ledger).iter().filter(|line| line.contains(" /effect/")).cloned().collect()
    }

    pub fn visits(&self, path: &str) -> usize {
        lock(&self.ledger).iter().filter(|line| **line == format!("GET {path}")).count()
    }
}

impl Site {
    /// How many web sockets are open.
    pub fn open_sockets(&self) -> usize {
        self.sockets.load(Ordering::Acquire)
    }
}

/// A web socket at `/socket`: each message goes into the ledger as `SEND text`, and is answered.
async fn talk(State(site): State<Site>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.on_upgrade(move |mut socket: WebSocket| async move {
        site.sockets.fetch_add(1, Ordering::AcqRel);
        while let Some(Ok(message)) = socket.recv().await {
            let text = match message {
                Message::Text(text) => text.as_str().to_owned(),
                Message::Binary(bytes) => format!("{} bytes", bytes.len()),
                Message::Ping(_) | Message::Pong(_) | Message::Close(_) => continue,
            };
            lock(&site.ledger).push(format!("SEND {text}"));
            if socket.send(Message::text(format!("got {text}"))).await.is_err() {
                break;
            }
        }
        site.sockets.fetch_sub(1, Ordering::AcqRel);
    })
}

/// `/script/…` is a script, `/file/endless` a download without end, `/late/MS/path` is `/path` after this many
/// milliseconds, `/never` does not answer, `/status/N` answers with status N, `/status/404/titled` with a title, `/moved/path` redirects to `/path`,
/// `/effect/…` answers with status 204, `/circle` redirects to itself, `/dribbles/path` sends `/path` and keeps the response
/// open, `/reported/path` is `/path` with a content security policy that allows no images and has violations reported to
/// `/csp` of another origin of this site.
async fn answer(State(site): State<Site>, method: Method, uri: Uri, body: Bytes) -> Response {
    let mut path = uri.path().to_owned();
    let line = format!("{method} {path} {}", String::from_utf8_lossy(&body));
    lock(&site.ledger).push(line.trim_end().to_owned());
    if path.starts_with("/effect/") {
        lock(&site.ledger).push(format!("{method} {uri}"));
        return StatusCode::NO_CONTENT.into_response();
    }
    if path == "/never" {
        std::future::pending::<()>().await;
    }
    if let Some((ms, rest)) = path.clone().strip_prefix("/late/").and_then(|rest| rest.split_once('/')) {
        tokio::time::sleep(Duration::from_millis(ms.parse().unwrap_or(0))).await;
        path = format!("/{rest}");
    }
    if let Some(rest) = path.strip_prefix("/moved/") {
        return (StatusCode::FOUND, [(header::LOCATION, format!("/{rest}"))]).into_response();
    }
    if let Some(rest) = path.strip_prefix("/unstored/") {
        let html = lock(&site.pages).get(&format!("/{rest}")).cloned().unwrap_or_default();
        let headers = [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-store")];
        return (headers, html).into_response();
    }
    if let Some(rest) = path.strip_prefix("/reported/") {
        let html = lock(&site.pages).get(&format!("/{rest}")).cloned().unwrap_or_default();
        let policy = format!("img-src 'none'; report-uri http://localhost:{}/csp", site.port);
        let headers =
            [(header::CONTENT_TYPE, "text/html; charset=utf-8".to_owned()), (header::CONTENT_SECURITY_POLICY, policy)];
        return (headers, html).into_response();
    }
    if path == "/circle" {
        return (StatusCode::FOUND, [(header::LOCATION, "/circle")]).into_response();
    }
    if let Some(rest) = path.strip_prefix("/dribbles/") {
        let begin = lock(&site.pages).get(&format!("/{rest}")).cloned().unwrap_or_default();
        let begin = futures_util::stream::once(async move { Ok::<_, std::io::Error>(begin) });
        let body = Body::from_stream(begin.chain(futures_util::stream::pending()));
        return ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], body).into_response();
    }
    if path == "/status/404/titled" {
        return (StatusCode::NOT_FOUND, [(header::CONTENT_TYPE, "text/html")], "<title>No such page</title><p>Sorry")
            .into_response();
    }
    if let Some(status) = path.strip_prefix("/status/").and_then(|status| status.parse().ok()) {
        return (StatusCode::from_u16(status).unwrap_or(StatusCode::OK), "as you wish").into_response();
    }
    if path == "/login" {
        let challenge = [(header::WWW_AUTHENTICATE, "Basic realm=shop")];
        return (StatusCode::UNAUTHORIZED, challenge, "no").into_response();
    }
    if path == "/pdf" {
        return ([(header::CONTENT_TYPE, "application/pdf")], "%PDF-1.4\n%%EOF").into_response();
    }
    if path == "/file/endless" {
        let broken = DroppedResponse(site, path);
        // The browser starts the download only after enough bytes for content sniffing.
        let endless =
            futures_util::stream::unfold((broken, Some("hello".repeat(1_000))), async |(broken, next)| match next {
                Some(text) => Some((Ok::<_, std::io::Error>(text), (broken, None))),
                None => std::future::pending().await,
            });
        let headers = [(header::CONTENT_DISPOSITION, "attachment; filename=endless.txt")];
        return (headers, Body::from_stream(endless)).into_response();
    }
    if path == "/file" {
        return ([(header::CONTENT_DISPOSITION, "attachment; filename=report.txt")], "hello").into_response();
    }
    let page = lock(&site.pages).get(&path).cloned();
    match page {
        Some(script) if path.starts_with("/script/") => {
            let headers = [(header::CONTENT_TYPE.as_str(), "text/javascript"), ("service-worker-allowed", "/")];
            (headers, script).into_response()
        }
        Some(html) => ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response(),
        None if method == Method::GET => (StatusCode::NOT_FOUND, "no such page").into_response(),
        None => ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], "<h1>Thank you</h1>").into_response(),
    }
}

/// Writes to the ledger when the client drops the response.
struct DroppedResponse(Site, String);

impl Drop for DroppedResponse {
    fn drop(&mut self) {
        lock(&self.0.ledger).push(format!("BROKEN {}", self.1));
    }
}

fn lock<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}
