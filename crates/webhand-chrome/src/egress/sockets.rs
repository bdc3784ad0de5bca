//! The web sockets of one gate: which may begin, and how late their messages go.
//!
//! No interception sees a socket before it begins, and its address is hidden in TLS. So the hands judge it when the browser
//! announces it, and the tunnel waits for them. Invariant: an admission is used by one socket.

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until, timeout};

/// The rules of the hands for sockets, which the gate carries out.
#[derive(Debug, Default)]
pub(super) struct SocketRules {
    are_delayed: AtomicBool,
    await_admission: AtomicBool,
    announced: watch::Sender<VecDeque<Announced>>,
}

/// A socket that the browser has announced.
#[derive(Debug)]
struct Announced {
    host: String,
    port: u16,
    may_begin: bool,
    until: Instant,
}

impl Announced {
    fn is_for(&self, host: &str, port: u16) -> bool {
        self.host == host && self.port == port
    }
}

impl SocketRules {
    pub(super) fn delay(&self) {
        self.are_delayed.store(true, Ordering::Release);
    }

    pub(super) fn await_admissions(&self) {
        self.await_admission.store(true, Ordering::Release);
    }

    pub(super) fn announce(&self, host: &str, port: u16, may_begin: bool) {
        self.announced.send_modify(|announced| {
            let now = Instant::now();
            // Which of several tunnels belongs to a refused socket cannot be told, so none of them may go by an admission.
            announced.retain(|one| one.until > now && (may_begin || !one.is_for(host, port)));
            if announced.len() >= MOST_ANNOUNCED {
                announced.pop_front();
            }
            announced.push_back(Announced { host: host.to_owned(), port, may_begin, until: now + VALID_FOR });
        });
    }

    /// Whether a socket to a host may begin; waits until the hands have said so, where they have to.
    pub(super) async fn may_begin(&self, host: &str, port: u16) -> bool {
        let mut news = self.announced.subscribe();
        let admitted = async {
            loop {
                news.mark_unchanged();
                if let Some(may_begin) = self.take(host, port) {
                    return may_begin;
                }
                // The sender lives as long as the gate.
                if !self.await_admission.load(Ordering::Acquire) || news.changed().await.is_err() {
                    return !self.await_admission.load(Ordering::Acquire);
                }
            }
        };
        timeout(ANNOUNCED_WITHIN, admitted).await.unwrap_or(false)
    }

    fn take(&self, host: &str, port: u16) -> Option<bool> {
        let mut taken = None;
        self.announced.send_if_modified(|announced| {
            announced.retain(|one| one.until > Instant::now());
            let at = announced.iter().position(|one| one.is_for(host, port));
            taken = at.and_then(|at| announced.remove(at)).map(|one| one.may_begin);
            false
        });
        taken
    }

    /// Passes on what the browser sends over a socket, late from the moment on when frames are held: the browser lets go of
    /// held frames when it closes their page, and the order to cut the connection comes after that.
    pub(super) async fn pass_on(
        &self,
        client: &mut (impl AsyncRead + Unpin),
        server: &mut (impl AsyncWrite + Unpin),
    ) -> io::Result<()> {
        let (queue, mut due) = mpsc::channel(MOST_CHUNKS);
        let read = async move {
            loop {
                let mut chunk = Vec::with_capacity(CHUNK);
                if client.read_buf(&mut chunk).await? == 0 {
                    // Frames that a browser lets go while it closes a connection at once are not passed on.
                    let is_delayed = self.are_delayed.load(Ordering::Acquire);
                    return if is_delayed { Err(io::ErrorKind::ConnectionAborted.into()) } else { Ok(()) };
                }
                let late = if self.are_delayed.load(Ordering::Acquire) { LATE } else { Duration::ZERO };
                if queue.send((Instant::now() + late, chunk)).await.is_err() {
                    return Ok(());
                }
            }
        };
        let write = async {
            while let Some((at, chunk)) = due.recv().await {
                sleep_until(at).await;
                server.write_all(&chunk).await?;
            }
            server.shutdown().await
        };
        tokio::try_join!(read, write).map(|((), ())| ())
    }
}

/// The event of a closed page follows the frames that it lets go by a few milliseconds.
const LATE: Duration = Duration::from_millis(150);
const CHUNK: usize = 16 * 1024;
const MOST_CHUNKS: usize = 64;
const MOST_ANNOUNCED: usize = 256;
/// A socket connects at once, or never.
const VALID_FOR: Duration = Duration::from_secs(30);
const ANNOUNCED_WITHIN: Duration = Duration::from_secs(10);
