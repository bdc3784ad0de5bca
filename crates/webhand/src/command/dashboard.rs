//! `webhand dashboard`: prints an address that opens the dashboard of the running server once.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::cli::GlobalArgs;
use crate::data_dir::DataDir;
use crate::exit::Exit;
use crate::terminal::print_line;

pub async fn print_dashboard_address(global: &GlobalArgs) -> Result<Exit> {
    let data_dir = DataDir::find(global.data_dir.as_deref())?;
    let holder = std::fs::read_to_string(data_dir.server_lock_file()).unwrap_or_default();
    if let Some((_, origin)) = holder.rsplit_once("https://") {
        bail!(
            "the server at https://{} uses TLS: open that address, and show it the text of {} as the token",
            origin.trim(),
            data_dir.owner_token_file().display()
        );
    }
    let address = holder.rsplit_once("http://").and_then(|(_, address)| address.trim().parse().ok());
    let address: SocketAddr = address.context("no server serves this data folder; start one with `webhand serve`")?;
    let key = std::fs::read_to_string(data_dir.owner_token_file()).context("the owner's token cannot be read")?;
    let code = timeout(ANSWERED_WITHIN, request_code(address, key.trim())).await;
    let code = code.context("the server does not answer")?.context("no code could be had from the server")?;
    let url = format!("http://{address}/#code={code}");
    print_line(&if global.json { json!({"result": {"url": url}}).to_string() } else { url });
    Ok(Exit::Done)
}

/// One request is less than a client for HTTP would be.
async fn request_code(address: SocketAddr, key: &str) -> Result<String> {
    let mut stream = TcpStream::connect(address).await.context("it is not there; start it with `webhand serve`")?;
    let request = format!(
        "POST /api/v1/session/codes HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {key}\r\n\
         Content-Length: 0\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.take(MOST_ANSWERED).read_to_string(&mut answer).await?;
    let (head, body) = answer.split_once("\r\n\r\n").context("it answered something else than HTTP")?;
    if !head.starts_with("HTTP/1.1 200") {
        bail!("it answered {}", head.lines().next().unwrap_or_default());
    }
    let body: Value = serde_json::from_str(body)?;
    Ok(body["token"].as_str().context("it sent no code")?.to_owned())
}

const ANSWERED_WITHIN: Duration = Duration::from_secs(5);
const MOST_ANSWERED: u64 = 64 << 10;
