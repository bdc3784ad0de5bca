//! Pages served on the loopback, under two names so that one can be a stranger to the other.

use std::collections::HashMap;
use std::sync::Arc;

use anyhow::Result;
use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, Uri, header};
use axum::response::{Html, IntoResponse as _, Response};
use tokio::net::TcpListener;

type Pages = Arc<HashMap<String, String>>;

/// A site that serves until the program ends.
#[derive(Debug)]
pub struct Site {
    port: u16,
}

impl Site {
    /// Serves the pages that `make` returns for the port: each a path and its HTML.
    ///
    /// # Errors
    /// When no port is free.
    pub async fn serve(make: impl FnOnce(u16) -> Vec<(String, String)>) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let port = listener.local_addr()?.port();
        let pages: Pages = Arc::new(make(port).into_iter().collect());
        let router = Router::new().fallback(answer).with_state(pages);
        tokio::spawn(async move { axum::serve(listener, router).await });
        Ok(Self { port })
    }

    #[must_use]
    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }
}

async fn answer(State(pages): State<Pages>, uri: Uri) -> Response {
    match pages.get(uri.path()) {
        Some(html) => ([(header::CACHE_CONTROL, "no-store")], Html(html.clone())).into_response(),
        None => (StatusCode::NOT_FOUND, "no such page").into_response(),
    }
}
