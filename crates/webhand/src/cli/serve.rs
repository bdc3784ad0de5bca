//! `webhand serve` as a person writes it.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::ServeArgs;

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ServerArgs {
    /// Where to listen; port 0 finds a free one. An address that other machines reach needs --tls-cert and --tls-key
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7878", value_parser = address)]
    pub listen: SocketAddr,
    /// The certificate with its chain, as PEM; it is read again when the file changes
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub tls_cert: Option<PathBuf>,
    /// The private key of the certificate, as PEM
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    pub tls_key: Option<PathBuf>,
    /// A name under which the server is reached with TLS; may be given several times
    #[arg(long, value_name = "NAME", requires = "tls_cert")]
    pub host: Vec<String>,
    /// How many runs work at the same time [default: what fits the machine]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1_000))]
    pub runs: Option<u16>,
    /// Let programs with a page of their own be the hands of runs (/agent/run); what they send cannot be stopped
    #[arg(long)]
    pub thin_clients: bool,
    /// The same for scripts in pages of this origin; may be given several times
    #[arg(long, value_name = "ORIGIN")]
    pub thin_client_page: Vec<String>,
    /// Write a log to standard error, as text or as lines of JSON
    #[arg(long, value_name = "FORM")]
    pub log: Option<LogForm>,
    /// Forget runs that ended more than this many days ago [default: never]
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..=36_500))]
    pub keep_days: Option<u32>,
    /// Forget the oldest runs where all take more than this many megabytes [default: never]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(10..=100_000_000))]
    pub keep_mb: Option<u64>,
    #[command(flatten)]
    pub serve: ServeArgs,
}

/// The form of a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogForm {
    Text,
    Json,
}

/// An address, or `localhost` for the usual one of this machine.
fn address(text: &str) -> Result<SocketAddr, String> {
    let local = text.strip_prefix("localhost:").and_then(|port| port.parse().ok());
    let written = local.map(|port: u16| SocketAddr::from((Ipv4Addr::LOCALHOST, port))).or_else(|| text.parse().ok());
    written.ok_or_else(|| "write an address and a port, such as 127.0.0.1:7878".to_owned())
}

const EXAMPLES: &str = "\
The dashboard is at the address that is printed; its code is good once. Agents speak HTTP at /api/v1, WebSocket at
/ws/agent or MCP at /mcp, and show the token of a file that only you can read.

Examples:
  webhand serve
  webhand serve --listen 127.0.0.1:9000 --allow localhost";
