//! Pages served on the loopback, under two host names, so that there are two origins.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;
use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, Uri, header};
use axum::response::{Html, IntoResponse as _, Response};
use tokio::net::TcpListener;

/// A site that serves until the program ends.
#[derive(Debug)]
pub struct Site {
    port: u16,
    served: Arc<Served>,
}

#[derive(Debug)]
struct Served {
    pages: HashMap<String, String>,
    noted: Mutex<Vec<String>>,
}

impl Site {
    /// Serves the pages that `make` returns for the port: each a path and its HTML. Queries to `/noted` are recorded, and
    /// `/answer?status=500` answers 500.
    ///
    /// # Errors
    /// When no port is free.
    pub async fn serve(make: impl FnOnce(u16) -> Vec<(String, String)>) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let port = listener.local_addr()?.port();
        let served = Arc::new(Served { pages: make(port).into_iter().collect(), noted: Mutex::default() });
        let router = Router::new().fallback(answer).with_state(Arc::clone(&served));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Ok(Self { port, served })
    }

    #[must_use]
    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// The recorded queries to `/noted`, in order.
    #[must_use]
    pub fn noted(&self) -> Vec<String> {
        self.served.noted.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

async fn answer(State(served): State<Arc<Served>>, uri: Uri) -> Response {
    if uri.path() == "/noted" {
        let noted = uri.query().unwrap_or_default().to_owned();
        served.noted.lock().unwrap_or_else(PoisonError::into_inner).push(noted);
        return StatusCode::NO_CONTENT.into_response();
    }
    let status =
        uri.query().filter(|_| uri.path() == "/answer").and_then(|query| query.strip_prefix("status=")?.parse().ok());
    if let Some(status) = status {
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST);
        // Without a body a browser shows a page of its own in the place of an error.
        return (status, Html(format!("<title>Answer</title><h1>Answer</h1><p>{status}</p>"))).into_response();
    }
    match served.pages.get(uri.path()) {
        Some(html) => ([(header::CACHE_CONTROL, "no-store")], Html(html.clone())).into_response(),
        None => (StatusCode::NOT_FOUND, "no such page").into_response(),
    }
}
