//! A site whose pages send in several ways, and that notes whatever arrives.

use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;
use axum::Router;
use axum::extract::State;
use axum::http::{Method, Uri, header};
use axum::response::{Html, IntoResponse as _, Response};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// A site that runs until it is dropped.
pub struct TrapSite {
    pub url: String,
    arrived: Arrived,
    server: JoinHandle<()>,
}

type Arrived = Arc<Mutex<Vec<String>>>;

impl TrapSite {
    pub async fn start() -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}", listener.local_addr()?);
        let arrived = Arrived::default();
        let router = Router::new().fallback(answer).with_state(Arc::clone(&arrived));
        let server = tokio::spawn(async move {
            // It ends with the test.
            let _ = axum::serve(listener, router).await;
        });
        Ok(Self { url, arrived, server })
    }

    pub fn at(&self, path: &str) -> String {
        format!("{}{path}", self.url)
    }

    /// Method and path of each request that can leave a mark.
    pub fn marks(&self) -> Vec<String> {
        self.arrived.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for TrapSite {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn answer(State(arrived): State<Arrived>, method: Method, uri: Uri) -> Response {
    if method != Method::GET {
        arrived.lock().unwrap_or_else(PoisonError::into_inner).push(format!("{method} {}", uri.path()));
        return Html("<title>Sent</title><p>It has arrived.</p>").into_response();
    }
    let page = match uri.path() {
        "/fetch" => FETCH,
        "/popup" => POPUP,
        "/two" => TWO,
        "/draft" => DRAFT,
        "/count" => COUNT,
        "/escape" => ESCAPE,
        "/noopener" => NOOPENER,
        _ => FORM,
    };
    ([(header::CACHE_CONTROL, "no-store")], Html(page)).into_response()
}

const FORM: &str = "<title>Form</title><form method=post action=/form>\
    <label>Name <input name=name></label><button>Send</button></form>";

const FETCH: &str = "<title>Fetch</title><p id=said>Nothing was sent.</p>\
    <button onclick=\"fetch('/sent', {method: 'POST', body: 'x'}).then(\
    () => said.textContent = 'It was sent.', () => said.textContent = 'It failed.')\">Send</button>";

const POPUP: &str = "<title>Popup</title><form method=post action=/popped target=_blank><button>Send</button></form>";

/// A page that is taller than its window, so that a picture of all of it needs the debugger.
const DRAFT: &str = "<title>Draft</title><input aria-label=Text><p style='margin-top: 3000px'>The end.</p>";

const TWO: &str = "<title>Two</title><p id=heard>waiting</p>\
    <button onclick=\"heard.textContent = 'heard ' + event.isTrusted + ' ' + document.visibilityState\">Press</button>";

/// Counts the presses that reach it.
const COUNT: &str = "<title>Count</title><p id=word>Not yet.</p>\
    <button onclick=\"window.count = (window.count ?? 0) + 1\">Press</button>";

/// Sends what was asked about, and something else from a tab that nobody knows.
const ESCAPE: &str = "<title>Escape</title><p id=said>Nothing was sent.</p>\
    <form method=post action=/escaped target=_blank rel=noopener></form>\
    <button onclick=\"document.forms[0].submit(); fetch('/sent', {method: 'POST', body: 'x'}).then(\
    () => said.textContent = 'It was sent.', () => said.textContent = 'It failed.')\">Send</button>";

const NOOPENER: &str = "<title>Noopener</title>\
    <form method=post action=/popped target=_blank rel=noopener><button>Send</button></form>";
