//! `webhand fake-llm`: a scripted provider, served until interrupted.

use std::path::Path;

use anyhow::{Context as _, Result};
use webhand_brain::fake::{FakeServer, Script};

use crate::exit::{Exit, Usage};
use crate::terminal;
use crate::work::Signals;

pub async fn carry_out(script: &Path, port: u16) -> Result<Exit> {
    let mut signals = Signals::listen();
    let script = Script::load(script).map_err(|error| Usage(format!("{}: {error}", script.display())))?;
    let server = FakeServer::start_at(script, port).with_context(|| format!("cannot serve on 127.0.0.1:{port}"))?;
    terminal::print(&server.base_url());
    signals.next().await;
    drop(server);
    Ok(Exit::Done)
}
