//! The server for the one client that started it.

use std::sync::Arc;

use rmcp::model::ProtocolVersion;
use rmcp::service::{QuitReason, ServerInitializeError};
use rmcp::{ServiceExt as _, transport};
use tokio::io::{AsyncRead, AsyncWrite};

use super::lines::Lines;
use super::server::Server;
use super::tools::Profile;
use crate::SessionHost;

/// Why a client was left.
#[derive(Debug, thiserror::Error)]
#[error("the client went before it introduced itself: {0}")]
pub struct NoClient(String);

/// Serves the client at standard input and output until it is gone, and gives its browser back.
///
/// # Errors
/// When no client ever introduced itself.
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
    let server = Server::new(host, "mcp".to_owned(), profile, ProtocolVersion::KNOWN_VERSIONS);
    let client = Arc::clone(server.client());
    let ended = match server.serve(Lines::new(read, write)).await {
        Ok(running) => {
            // Calls under way are answered before this comes back.
            if let Ok(QuitReason::JoinError(error)) | Err(error) = running.waiting().await {
                tracing::error!(%error, "serving the client ended oddly");
            }
            Ok(())
        }
        // Started and closed again without a word: nothing went wrong.
        Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
        Err(error) => Err(NoClient(error.to_string())),
    };
    client.close().await;
    ended
}
