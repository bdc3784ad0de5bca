//! The built-in demo site: a small made-up site, served on the loopback interface for as long as its owner keeps it.
//!
//! Invariant: a page needs nothing from outside this server, and every lasting change by a visitor is written to the
//! ledger, so that a run can be checked on the server side.

mod archive;
mod assets;
mod contact;
mod error_page;
mod kiosk;
mod ledger;
mod mail;
mod markup;
mod shop;
mod state;
mod text_search;
mod visitor;

#[cfg(test)]
mod tests;

use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::sync::watch;

use error_page::ErrorPage;
pub use ledger::{LedgerEntry, LedgerKind};
use markup::Markup;
use state::SiteState;

/// A running demo site. Dropping it closes both listeners and every idle connection.
pub struct DemoSite {
    url: String,
    frame_url: String,
    site: Arc<SiteState>,
    /// Both servers run until this sender is gone.
    _running: watch::Sender<()>,
}

impl DemoSite {
    /// Starts the site on two free ports of the loopback interface.
    pub async fn start() -> io::Result<Self> {
        Self::start_at(ANY_PORT).await
    }

    /// The site at a port of this machine.
    pub async fn start_at(port: u16) -> io::Result<Self> {
        Self::with_lateness(port, SEARCH_LATENESS).await
    }

    async fn with_lateness(port: u16, search: Duration) -> io::Result<Self> {
        let pages = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
        let frames = TcpListener::bind((Ipv4Addr::LOCALHOST, ANY_PORT)).await?;
        let url = format!("http://{}", pages.local_addr()?);
        // Another host name as well as another port, because browsers give only another site its own process.
        let frame_url = format!("http://localhost:{}", frames.local_addr()?.port());
        let site = Arc::new(SiteState::new(frame_url.clone(), search)?);
        let (running, stopped) = watch::channel(());
        let router = router(&site);
        tokio::spawn(serve(pages, router.clone(), stopped.clone()));
        tokio::spawn(serve(frames, router, stopped));
        Ok(Self { url, frame_url, site, _running: running })
    }

    /// The origin of the pages, without a slash at the end.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The origin of the chat frame, which is another site than [`DemoSite::url`].
    pub fn frame_url(&self) -> &str {
        &self.frame_url
    }

    /// The entries of the ledger so far, oldest first.
    pub fn ledger(&self) -> Vec<LedgerEntry> {
        self.site.ledger().entries()
    }
}

async fn serve(listener: TcpListener, router: Router, mut stopped: watch::Receiver<()>) {
    let stop = async move { while stopped.changed().await.is_ok() {} };
    if let Err(error) = axum::serve(listener, router).with_graceful_shutdown(stop).await {
        tracing::warn!(%error, "the demo site stopped");
    }
}

fn router(site: &Arc<SiteState>) -> Router {
    Router::new()
        .route("/", get(start_page))
        .route("/assets/{name}", get(assets::serve))
        .merge(mail::routes())
        .merge(shop::routes())
        .merge(archive::routes())
        .merge(contact::routes())
        .merge(kiosk::routes())
        .fallback(async || ErrorPage::NotFound)
        .layer(middleware::from_fn(visitor::identify_visitor))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .with_state(Arc::clone(site))
}

async fn start_page() -> Markup {
    markup::PageLayout { title: "Welcome", section: None, script: None }
        .around(&Markup::fixed(include_str!("../../assets/demo/start.html")))
}

/// The system chooses a free one.
const ANY_PORT: u16 = 0;
/// Long enough that a reader who does not wait sees an empty page.
const SEARCH_LATENESS: Duration = Duration::from_millis(900);
const MAX_BODY_BYTES: usize = 64 * 1024;
