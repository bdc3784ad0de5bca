//! `webhand serve`: agents of this machine drive browsers over WebSocket and MCP until it is interrupted.

mod lock;
mod token;

use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use serde_json::json;
use webhand_api::SessionHost;
use webhand_api::http::{ServeError, Server};
use webhand_chrome::{OwnPort, share_own_ports};

use crate::cli::{GlobalArgs, ServerArgs};
use crate::data_dir::DataDir;
use crate::exit::{Exit, UsageError};
use crate::local_host::LocalHost;
use crate::signals::Signals;
use crate::terminal;

use lock::ServerLock;

pub async fn run_server(global: &GlobalArgs, args: &ServerArgs) -> Result<Exit> {
    let mut signals = Signals::listen();
    let data_dir = DataDir::find(global.data_dir.as_deref())?;
    let lock = ServerLock::acquire(data_dir.server_lock_file())?;
    let host = LocalHost::open(&args.serve.terms(), global.data_dir.as_deref())?;
    let file = data_dir.token_file();
    let token = token::read_or_create(&file)?;
    let sessions = Arc::clone(&host) as Arc<dyn SessionHost>;
    let server = Server::bind(args.listen, token, sessions, args.serve.profile.into()).await.map_err(|error| {
        let unwise = matches!(error, ServeError::NotLoopback(_));
        if unwise { anyhow::Error::from(UsageError(error.to_string())) } else { error.into() }
    })?;
    share_own_ports(data_dir.ports());
    // No page that these browsers open may reach the server.
    let _port = OwnPort::register(server.address().port());
    lock.describe_server(server.address())?;
    print_addresses(global, &server, &file);
    let interrupted = async {
        signals.next().await;
    };
    server.run(interrupted).await;
    host.close().await;
    drop(lock);
    Ok(Exit::Done)
}

/// Prints the addresses and how to use them. The token itself is never shown.
fn print_addresses(global: &GlobalArgs, server: &Server, token: &Path) {
    let address = server.address();
    let (page, socket, mcp) =
        (format!("http://{address}"), format!("ws://{address}/ws/agent"), format!("http://{address}/mcp"));
    if global.json {
        let serving = json!({"url": page, "agents": socket, "mcp": mcp, "token_file": token});
        terminal::print_line(&json!({"serving": serving}).to_string());
    } else if global.quiet {
        terminal::print_line(&page);
    } else {
        terminal::print_line(&format!("webhand serves {page}, for programs of this machine only"));
        terminal::print_line(&format!("  agents  {socket}"));
        terminal::print_line(&format!("  MCP     {mcp}"));
        terminal::print_line(&format!("  token   {}", token.display()));
        terminal::print_line("          what is in that file is sent as \"Authorization: Bearer TOKEN\"");
    }
}
