//! The process of a session: opens it, serves its socket, and ends in order.

mod activity;
mod line_reader;
mod serve_connection;

use std::os::unix::fs::PermissionsExt as _;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};
use tokio::net::UnixListener;
use tokio::sync::Notify;
use tokio::task::JoinSet;

use super::connect::StartReport;
use super::files::FileLock;
use super::{SessionFiles, SessionTerms, SessionsFolder};
use crate::exit::{Exit, UsageError, error_in_one_line};
use crate::local_host::HostedSession;
use crate::signals::Signals;
use crate::terminal;

use activity::Activity;
use serve_connection::serve_connection;

/// The record that a session process writes beside its socket.
#[derive(Debug, Serialize, Deserialize)]
pub struct ServerRecord {
    pub pid: u32,
    pub terms: SessionTerms,
}

impl ServerRecord {
    /// Reads the record; `None` while it is being written, or if there is none.
    pub fn read(files: &SessionFiles) -> Option<Self> {
        serde_json::from_slice(&std::fs::read(files.record()).ok()?).ok()
    }
}

/// Serves the session until it ends. The start is reported on standard output to the process that started this one.
pub async fn serve_session(name: &str, terms: &str) -> Result<Exit> {
    // The terminal may close, and its Ctrl-C must not reach this process.
    let _ = rustix::process::setsid();
    let files = SessionsFolder::find()?.files(name)?;
    let started = SessionServer::start(files, terms).await;
    let report = match &started {
        Ok(host) => StartReport::Ready { notes: host.hosted.notes().to_vec() },
        Err(error) if error.is::<UsageError>() => StartReport::Usage(error_in_one_line(error)),
        Err(error) => StartReport::Failed(error_in_one_line(error)),
    };
    terminal::print_line(&serde_json::to_string(&report)?);
    // A reader may wait for the end of standard output, so standard output is closed by making it a copy of standard
    // error.
    let _ = rustix::stdio::dup2_stdout(std::io::stderr());
    match started {
        Ok(host) => host.listen().await,
        Err(_) => return Ok(Exit::Failed),
    }
    Ok(Exit::Done)
}

struct SessionServer {
    files: SessionFiles,
    held: FileLock,
    listener: UnixListener,
    hosted: Arc<HostedSession>,
    activity: Arc<Activity>,
    idle: Duration,
    close: Arc<Notify>,
    signals: Signals,
}

impl SessionServer {
    async fn start(files: SessionFiles, terms: &str) -> Result<Self> {
        let terms: SessionTerms = serde_json::from_str(terms).context("the terms of the session are not readable")?;
        let signals = Signals::listen();
        let Some(mut held) = files.lock_server()? else { bail!("session {} is kept by another process", files.name()) };
        let idle = terms.idle;
        let hosted = HostedSession::open(&terms, files.name()).await;
        let opened = hosted.and_then(|hosted| {
            files.remove_socket();
            let listener = UnixListener::bind(files.socket()).context("cannot listen on the session's socket")?;
            std::fs::set_permissions(files.socket(), std::fs::Permissions::from_mode(0o600))?;
            held.write(&serde_json::to_string(&ServerRecord { pid: std::process::id(), terms })?)?;
            Ok((hosted, listener))
        });
        match opened {
            Ok((hosted, listener)) => {
                let (hosted, activity, close) = (Arc::new(hosted), Arc::new(Activity::new()), Arc::new(Notify::new()));
                Ok(Self { files, held, listener, hosted, activity, idle, close, signals })
            }
            Err(error) => {
                files.remove_at_end(&held);
                Err(error)
            }
        }
    }

    /// Serves connections until the session is idle for too long, is closed, gets a signal, or its browser is gone.
    async fn listen(mut self) {
        let mut connections = JoinSet::new();
        loop {
            tokio::select! {
                // Further connections wait in the backlog of the socket.
                accepted = self.listener.accept(), if connections.len() < MOST_CONNECTIONS => {
                    let Ok((stream, _)) = accepted else { break };
                    let (hosted, activity) = (Arc::clone(&self.hosted), Arc::clone(&self.activity));
                    let (name, close) = (self.files.name().to_owned(), Arc::clone(&self.close));
                    connections.spawn(async move { serve_connection(stream, &name, &hosted, &activity, &close).await });
                }
                Some(_) = connections.join_next() => {}
                () = self.activity.idle_for(self.idle) => break,
                () = self.close.notified() => break,
                () = self.hosted.ended() => break,
                _ = self.signals.next() => break,
            }
        }
        self.end(connections).await;
    }

    /// Removes the socket, withdraws calls under way, and closes the browser, which writes its profile.
    async fn end(self, mut connections: JoinSet<()>) {
        drop(self.listener);
        self.files.remove_socket();
        self.hosted.close().await;
        // Every call has its answer by now, because a closed session runs none.
        while tokio::time::timeout(ANSWERED_WITHIN, connections.join_next()).await.is_ok_and(|left| left.is_some()) {}
        self.files.remove_at_end(&self.held);
    }
}

/// More than the shells that work at the same time.
const MOST_CONNECTIONS: usize = 64;
/// How long the last answers may take to be written.
const ANSWERED_WITHIN: Duration = Duration::from_millis(200);
