//! `webhand serve`: agents of this machine drive browsers over WebSocket and MCP until it is interrupted.

mod token;

use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use serde_json::json;
use webhand_api::SessionHost;
use webhand_api::http::{ServeError, Server};

use crate::cli::{Everywhere, ServerArgs};
use crate::exit::{Exit, Usage};
use crate::home::Home;
use crate::local_host::LocalHost;
use crate::terminal;
use crate::work::Signals;

pub async fn carry_out(everywhere: &Everywhere, args: &ServerArgs) -> Result<Exit> {
    let mut signals = Signals::listen();
    let host = LocalHost::open(&args.serve.terms(), everywhere.data_dir.as_deref())?;
    let home = Home::find(everywhere.data_dir.as_deref())?;
    let file = home.token();
    let token = token::read_or_draw(&file)?;
    let sessions = Arc::clone(&host) as Arc<dyn SessionHost>;
    let server = Server::bind(args.listen, token, sessions, args.serve.profile.into()).await.map_err(|error| {
        let unwise = matches!(error, ServeError::NotLoopback(_));
        if unwise { anyhow::Error::from(Usage(error.to_string())) } else { error.into() }
    })?;
    tell(everywhere, &server, &file);
    let interrupted = async {
        signals.next().await;
    };
    server.run(interrupted).await;
    host.close().await;
    Ok(Exit::Done)
}

/// Where it is and how it is used; the token itself is never shown.
fn tell(everywhere: &Everywhere, server: &Server, token: &Path) {
    let address = server.address();
    let (page, socket, mcp) =
        (format!("http://{address}"), format!("ws://{address}/ws/agent"), format!("http://{address}/mcp"));
    if everywhere.json {
        let serving = json!({"url": page, "agents": socket, "mcp": mcp, "token_file": token});
        terminal::print(&json!({"serving": serving}).to_string());
    } else if everywhere.quiet {
        terminal::print(&page);
    } else {
        terminal::print(&format!("webhand serves {page}, for programs of this machine only"));
        terminal::print(&format!("  agents  {socket}"));
        terminal::print(&format!("  MCP     {mcp}"));
        terminal::print(&format!("  token   {}", token.display()));
        terminal::print("          what is in that file is sent as \"Authorization: Bearer TOKEN\"");
    }
}
