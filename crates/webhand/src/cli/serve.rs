//! `webhand serve` as a person writes it.

use std::net::{Ipv4Addr, SocketAddr};

use clap::Args;

use super::ServeArgs;

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ServerArgs {
    /// Where to listen, on this machine only; port 0 finds a free one
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7878", value_parser = address)]
    pub listen: SocketAddr,
    #[command(flatten)]
    pub serve: ServeArgs,
}

/// An address, or `localhost` for the usual one of this machine.
fn address(text: &str) -> Result<SocketAddr, String> {
    let local = text.strip_prefix("localhost:").and_then(|port| port.parse().ok());
    let written = local.map(|port: u16| SocketAddr::from((Ipv4Addr::LOCALHOST, port))).or_else(|| text.parse().ok());
    written.ok_or_else(|| "write an address and a port, such as 127.0.0.1:7878".to_owned())
}

const EXAMPLES: &str = "\
Agents speak WebSocket at /ws/agent or MCP at /mcp, and show the token of a file that only you can read.

Examples:
  webhand serve
  webhand serve --listen 127.0.0.1:9000 --allow localhost";
