//! The pages with moving targets, and a ledger of the requests that an action led to.

use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{Method, StatusCode, Uri};
use axum::response::{Html, IntoResponse as _, Response};
use tokio::net::TcpListener;

#[derive(Clone)]
pub(crate) struct Site {
    port: u16,
    ledger: Arc<Mutex<Vec<String>>>,
}

impl Site {
    pub(crate) async fn start() -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let site = Self { port: listener.local_addr()?.port(), ledger: Arc::default() };
        let router = Router::new().fallback(answer).with_state(site.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Ok(site)
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// The requests for `/effect/…` since the last call, as `GET /effect/alpha?id=alpha`.
    pub(crate) fn take_effects(&self) -> Vec<String> {
        std::mem::take(&mut *self.ledger.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// An effect is answered with 204, so the page stays.
async fn answer(State(site): State<Site>, method: Method, uri: Uri, body: Bytes) -> Response {
    match uri.path() {
        "/frame" => Html(include_str!("../../moving/frame.html")).into_response(),
        "/generated" | "/inner" => Html(generated_page()).into_response(),
        "/flush" => StatusCode::NO_CONTENT.into_response(),
        path if path.starts_with("/effect") => {
            let line = format!("{method} {uri} {}", String::from_utf8_lossy(&body));
            site.ledger.lock().unwrap_or_else(PoisonError::into_inner).push(line.trim_end().to_owned());
            StatusCode::NO_CONTENT.into_response()
        }
        _ => {
            let frame = format!("\"http://localhost:{}/frame\"", site.port);
            Html(include_str!("../../moving/page.html").replace("\"/frame\"", &frame)).into_response()
        }
    }
}

fn generated_page() -> String {
    let scripts = [
        include_str!("../../moving/generated/scene.js"),
        include_str!("../../moving/generated/triggers.js"),
        include_str!("../../moving/generated/changes.js"),
        include_str!("../../moving/generated/kinds.js"),
    ];
    format!(
        "<!doctype html><title>Generated</title><body style='height: 6000px'><script>{}</script>",
        scripts.join("\n")
    )
}
