//! `webhand site` and `webhand demo --serve`: the demo site, served until interrupted.

use anyhow::{Context as _, Result};

use crate::demo_site::DemoSite;
use crate::exit::Exit;
use crate::signals::Signals;
use crate::terminal;

/// Serves the site at any free port, and says where.
pub async fn serve_demo_site() -> Result<Exit> {
    let site = DemoSite::start().await.context("the demo site cannot be served on 127.0.0.1")?;
    terminal::print_line(&format!("{}/", site.url()));
    terminal::print_line(&format!("frames come from {}/", site.frame_url()));
    show_marks(&site).await
}

/// Serves the site at a port, and says what can be tried there.
pub async fn serve_to_try(port: u16) -> Result<Exit> {
    let busy = || format!("the demo site cannot be served at port {port}; name another: webhand demo --serve 8001");
    let site = DemoSite::start_at(port).await.with_context(busy)?;
    terminal::print_line(&format!("The demo site is at http://localhost:{port}/ until Ctrl-C. In another terminal:"));
    for (task, page) in TO_TRY {
        terminal::print_line(&format!("  webhand run '{task}' --url http://localhost:{port}{page}"));
    }
    terminal::print_line(&format!("  webhand open localhost:{port}/shop && webhand snapshot"));
    show_marks(&site).await
}

/// The first commands of the README.
const TO_TRY: [(&str, &str); 2] = [
    ("search for \"lighthouse\", then tell me what it found", "/search"),
    ("busca en mis correos qué mandó Ernesto", "/mail"),
];

/// Prints what leaves a mark on the site, until interrupted.
async fn show_marks(site: &DemoSite) -> Result<Exit> {
    let mut signals = Signals::listen();
    let mut last_shown = 0;
    loop {
        // The ledger sends no notifications; this polling interval is short enough for a person and for a test.
        let poll_interval = tokio::time::sleep(std::time::Duration::from_millis(50));
        tokio::select! {
            _ = signals.next() => return Ok(Exit::Done),
            () = poll_interval => {}
        }
        let ledger = site.ledger();
        for entry in ledger.iter().filter(|entry| entry.id > last_shown) {
            terminal::print_line(&format!("{} {:?} {}", entry.id, entry.kind, serde_json::to_string(&entry.data)?));
        }
        last_shown = ledger.last().map_or(last_shown, |entry| entry.id.max(last_shown));
    }
}
