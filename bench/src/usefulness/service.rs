//! A server of an application.

use std::fs::File;
use std::net::TcpListener;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::time::{Instant, sleep};

/// A running server, which ends with this value.
#[derive(Debug)]
pub struct Service(Child);

impl Service {
    /// Starts a server that writes its log into a folder, and waits until it listens.
    ///
    /// # Errors
    /// When it does not start or does not listen in time.
    pub async fn start(command: &mut Command, port: u16, folder: &Path, name: &str) -> Result<Self> {
        let log = File::create(folder.join(format!("{name}.log")))?;
        let child = command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log).kill_on_drop(true).spawn();
        let mut service = Self(child.with_context(|| format!("cannot start {name}"))?);
        let until = Instant::now() + LISTENS_WITHIN;
        while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
            if service.0.try_wait()?.is_some() || Instant::now() >= until {
                bail!("{name} does not listen; see {}", folder.display());
            }
            sleep(Duration::from_millis(100)).await;
        }
        Ok(service)
    }

    pub async fn stop(mut self) {
        let _ = self.0.kill().await;
    }
}

/// A port that is free now.
///
/// # Errors
/// When there is none.
pub fn free_port() -> Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}

const LISTENS_WITHIN: Duration = Duration::from_mins(2);
