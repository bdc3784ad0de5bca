//! The process that keeps a session: opens it, listens, and ends in order.

mod attend;
mod lines;
mod pulse;

use std::os::unix::fs::PermissionsExt as _;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};
use tokio::net::UnixListener;
use tokio::sync::Notify;
use tokio::task::JoinSet;

use super::place::Lock;
use super::start::Begun;
use super::{Folder, Place, Terms};
use crate::exit::{Exit, Usage, in_words};
use crate::local_host::HostedSession;
use crate::terminal;
use crate::work::Signals;

use attend::attend;
use pulse::Pulse;

/// What a session writes about itself beside its socket.
#[derive(Debug, Serialize, Deserialize)]
pub struct Record {
    pub pid: u32,
    pub terms: Terms,
}

impl Record {
    /// Nothing when it is just being written, or was never there.
    pub fn read(place: &Place) -> Option<Self> {
        serde_json::from_slice(&std::fs::read(place.host()).ok()?).ok()
    }
}

/// Keeps the session until it ends. Whoever began it is told on standard output how that went.
pub async fn keep(name: &str, terms: &str) -> Result<Exit> {
    // The terminal it was begun from may close, and its Ctrl-C is meant for others.
    let _ = rustix::process::setsid();
    let place = Folder::find()?.place(name)?;
    let begun = Host::begin(place, terms).await;
    let told = match &begun {
        Ok(host) => Begun::Ready { notes: host.hosted.notes().to_vec() },
        Err(error) if error.is::<Usage>() => Begun::Usage(in_words(error)),
        Err(error) => Begun::Failed(in_words(error)),
    };
    terminal::print(&serde_json::to_string(&told)?);
    // Whoever reads on waits for the end of this output, so it goes where errors go.
    let _ = rustix::stdio::dup2_stdout(std::io::stderr());
    match begun {
        Ok(host) => host.listen().await,
        Err(_) => return Ok(Exit::Failed),
    }
    Ok(Exit::Done)
}

struct Host {
    place: Place,
    held: Lock,
    listener: UnixListener,
    hosted: Arc<HostedSession>,
    pulse: Arc<Pulse>,
    idle: Duration,
    close: Arc<Notify>,
    signals: Signals,
}

impl Host {
    async fn begin(place: Place, terms: &str) -> Result<Self> {
        let terms: Terms = serde_json::from_str(terms).context("the terms of the session are not readable")?;
        let signals = Signals::listen();
        let Some(mut held) = place.lock_host()? else { bail!("session {} is kept by another process", place.name()) };
        let idle = terms.idle;
        let hosted = HostedSession::open(&terms, place.name()).await;
        let opened = hosted.and_then(|hosted| {
            place.clear_socket();
            let listener = UnixListener::bind(place.socket()).context("cannot listen on the session's socket")?;
            std::fs::set_permissions(place.socket(), std::fs::Permissions::from_mode(0o600))?;
            held.write(&serde_json::to_string(&Record { pid: std::process::id(), terms })?)?;
            Ok((hosted, listener))
        });
        match opened {
            Ok((hosted, listener)) => {
                let (hosted, pulse, close) = (Arc::new(hosted), Arc::new(Pulse::new()), Arc::new(Notify::new()));
                Ok(Self { place, held, listener, hosted, pulse, idle, close, signals })
            }
            Err(error) => {
                place.leave(&held);
                Err(error)
            }
        }
    }

    /// Answers whoever connects, until nobody has for long, somebody wants it closed, or the browser is gone.
    async fn listen(mut self) {
        let mut attending = JoinSet::new();
        loop {
            tokio::select! {
                // More than these wait in line until one has gone.
                accepted = self.listener.accept(), if attending.len() < MOST_CONNECTIONS => {
                    let Ok((stream, _)) = accepted else { break };
                    let (hosted, pulse) = (Arc::clone(&self.hosted), Arc::clone(&self.pulse));
                    let (name, close) = (self.place.name().to_owned(), Arc::clone(&self.close));
                    attending.spawn(async move { attend(stream, &name, &hosted, &pulse, &close).await });
                }
                Some(_) = attending.join_next() => {}
                () = self.pulse.idle_for(self.idle) => break,
                () = self.close.notified() => break,
                () = self.hosted.ended() => break,
                _ = self.signals.next() => break,
            }
        }
        self.end(attending).await;
    }

    /// From here on nobody finds it; what is under way is withdrawn, and the browser writes its profile.
    async fn end(self, mut attending: JoinSet<()>) {
        drop(self.listener);
        self.place.clear_socket();
        self.hosted.close().await;
        // Those who asked are answered by now: nothing goes on in a session that is closed.
        while tokio::time::timeout(ANSWERED_WITHIN, attending.join_next()).await.is_ok_and(|left| left.is_some()) {}
        self.place.leave(&self.held);
    }
}

/// Enough for any number of shells at work at once.
const MOST_CONNECTIONS: usize = 64;
/// How long whoever is still connected may take to hear the last answer.
const ANSWERED_WITHIN: Duration = Duration::from_millis(200);
