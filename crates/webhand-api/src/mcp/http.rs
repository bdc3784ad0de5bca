//! The MCP server over streamable HTTP, as a tower service.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rmcp::model::ProtocolVersion;
use rmcp::transport::streamable_http_server::session::local::{LocalSessionManager, SessionConfig};
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio_util::sync::CancellationToken;

use super::server::McpServer;
use super::tools::Profile;
use crate::SessionHost;

/// A tower service for the path of MCP. The HTTP server that mounts it checks tokens, hosts and origins first.
pub type HttpService = StreamableHttpService<McpServer, LocalSessionManager>;

/// Serves MCP to any number of clients, a session each. A client's session ends with it, or when it has sent nothing
/// for half an hour. `stop` ends the streams of clients and rejects new ones; their sessions end with the host.
#[must_use]
pub fn http_service(host: Arc<dyn SessionHost>, profile: Profile, stop: CancellationToken) -> HttpService {
    // Later revisions have no sessions over HTTP, but a browser must live between two calls.
    let versions = ProtocolVersion::known_up_to(&ProtocolVersion::LATEST_WITH_INITIALIZE);
    let clients = AtomicU64::new(0);
    let make = move || {
        let number = clients.fetch_add(1, Ordering::Relaxed) + 1;
        Ok(McpServer::new(Arc::clone(&host), format!("mcp-{number}"), profile, versions))
    };
    let mut sessions = LocalSessionManager::default();
    sessions.session_config = idle_after(IDLE);
    let config =
        StreamableHttpServerConfig::default().with_cancellation_token(stop).with_max_request_body_bytes(MOST_BYTES);
    StreamableHttpService::new(make, Arc::new(sessions), config)
}

fn idle_after(idle: Duration) -> SessionConfig {
    let mut config = SessionConfig::default();
    config.keep_alive = Some(idle);
    config
}

/// After this time without a request a client's session ends.
const IDLE: Duration = Duration::from_mins(30);
/// Far more than any call needs.
const MOST_BYTES: usize = 1024 * 1024;
