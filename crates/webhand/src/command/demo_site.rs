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
    let mut told = 0;
    loop {
        // The ledger has no bell of its own; looking this often is soon enough for a person and for a test.
        let look = tokio::time::sleep(std::time::Duration::from_millis(50));
        tokio::select! {
            _ = signals.next() => return Ok(Exit::Done),
            () = look => {}
        }
        let ledger = site.ledger();
        for entry in ledger.iter().filter(|entry| entry.id > told) {
            terminal::print_line(&format!("{} {:?} {}", entry.id, entry.kind, serde_json::to_string(&entry.data)?));
        }
        told = ledger.last().map_or(told, |entry| entry.id.max(told));
    }
}
