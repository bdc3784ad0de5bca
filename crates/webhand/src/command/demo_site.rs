//! `webhand site`: the demo site, served until interrupted.

use anyhow::{Context as _, Result};

use crate::demo_site::DemoSite;
use crate::exit::Exit;
use crate::signals::Signals;
use crate::terminal;

pub async fn serve_demo_site() -> Result<Exit> {
    let mut signals = Signals::listen();
    let site = DemoSite::start().await.context("the demo site cannot be served on 127.0.0.1")?;
    terminal::print_line(&format!("{}/", site.url()));
    terminal::print_line(&format!("frames come from {}/", site.frame_url()));
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
