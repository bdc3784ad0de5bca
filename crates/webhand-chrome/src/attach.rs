//! Attaches to a browser that somebody else started, over the WebSocket of its debugging port.
//!
//! Invariant: webhand works in tabs that it opens itself. The browser reaches the network without webhand, so nothing is
//! held in it: requests are stopped and their actions repeated (`AskMode::StopAndRepeat`).

mod endpoint;
mod web_socket;

use std::io;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

use webhand_cdp::Client;

pub use endpoint::{Endpoint, InvalidEndpoint};

/// Why there is no connection to a browser.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AttachError {
    #[error("no browser listens at {endpoint}: {source}; start one with --remote-debugging-port=9222")]
    Unreachable { endpoint: String, source: io::Error },
    #[error("what listens at {endpoint} is no browser: {why}")]
    NoBrowser { endpoint: String, why: String },
    #[error("the browser at {endpoint} cannot be used: {why}; try a newer one")]
    NotUsable { endpoint: String, why: String },
}

/// Connects to the browser at this endpoint.
pub(crate) async fn connect(endpoint: &Endpoint) -> Result<Client, AttachError> {
    let connected = timeout(CONNECTED_WITHIN, async {
        let path = match &endpoint.path {
            Some(path) => path.clone(),
            None => ask_path(endpoint).await?,
        };
        let stream = open(endpoint).await?;
        web_socket::transport(&endpoint.web_socket(&path), stream).await.map_err(|why| no_browser(endpoint, why))
    });
    let transport = connected.await.unwrap_or_else(|_elapsed| Err(no_browser(endpoint, "it did not answer")))?;
    Ok(Client::new(transport))
}

async fn open(endpoint: &Endpoint) -> Result<TcpStream, AttachError> {
    let connected = TcpStream::connect((endpoint.host.as_str(), endpoint.port)).await;
    connected.map_err(|source| AttachError::Unreachable { endpoint: endpoint.to_string(), source })
}

/// The path of the browser's own WebSocket, which is another one at each start.
async fn ask_path(endpoint: &Endpoint) -> Result<String, AttachError> {
    let mut stream = open(endpoint).await?;
    let request = format!("GET /json/version HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", endpoint.authority());
    let mut response = Vec::new();
    let exchange = async {
        stream.write_all(request.as_bytes()).await?;
        stream.take(LONGEST_RESPONSE).read_to_end(&mut response).await
    };
    exchange.await.map_err(|source| AttachError::Unreachable { endpoint: endpoint.to_string(), source })?;
    path_in(&response).ok_or_else(|| no_browser(endpoint, "it does not name its WebSocket"))
}

/// The path in the response of a browser. Only the path is used: the endpoint is the one that the person named.
fn path_in(response: &[u8]) -> Option<String> {
    let begin = response.windows(4).position(|window| window == b"\r\n\r\n")? + 4;
    let body: serde_json::Value = serde_json::from_slice(response.get(begin..)?).ok()?;
    let url = url::Url::parse(body.get("webSocketDebuggerUrl")?.as_str()?).ok()?;
    (url.scheme() == "ws").then(|| url.path().to_owned())
}

fn no_browser(endpoint: &Endpoint, why: impl Into<String>) -> AttachError {
    AttachError::NoBrowser { endpoint: endpoint.to_string(), why: why.into() }
}

const CONNECTED_WITHIN: Duration = Duration::from_secs(10);
const LONGEST_RESPONSE: u64 = 64 * 1024;

#[cfg(test)]
mod tests;
