//! Serves the one client that started the process, over its standard input and output.

use std::sync::Arc;

use rmcp::model::ProtocolVersion;
use rmcp::service::{QuitReason, ServerInitializeError};
use rmcp::{ServiceExt as _, transport};
use tokio::io::{AsyncRead, AsyncWrite};

use super::line_transport::LineTransport;
use super::server::McpServer;
use super::tools::Profile;
use crate::SessionHost;

/// The client ended before `initialize`.
#[derive(Debug, thiserror::Error)]
#[error("the client went before it introduced itself: {0}")]
pub struct NoClient(String);

/// Serves the client until it is gone, and gives its browser back.
///
/// # Errors
/// When no client sent `initialize`.
pub async fn serve_stdio(host: Arc<dyn SessionHost>, profile: Profile) -> Result<(), NoClient> {
    let (read, write) = transport::stdio_pipes();
    Box::pin(serve(host, profile, read, write)).await
}

/// The same over any two pipes.
pub(super) async fn serve<R, W>(host: Arc<dyn SessionHost>, profile: Profile, read: R, write: W) -> Result<(), NoClient>
where
    R: AsyncRead + Unpin + Send + 'static,
    W: AsyncWrite + Unpin + Send + 'static,
{
    let server = McpServer::new(host, "mcp".to_owned(), profile, ProtocolVersion::KNOWN_VERSIONS);
    let client = Arc::clone(server.client());
    let ended = match server.serve(LineTransport::new(read, write)).await {
        Ok(running) => {
            // This returns after the calls under way are answered.
            if let Ok(QuitReason::JoinError(error)) | Err(error) = running.waiting().await {
                tracing::error!(%error, "serving the client ended oddly");
            }
            Ok(())
        }
        // A client that connects and closes without a message is no error.
        Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
        Err(error) => Err(NoClient(error.to_string())),
    };
    client.close().await;
    ended
}
