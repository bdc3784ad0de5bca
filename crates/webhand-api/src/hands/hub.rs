//! [`HandsHub`]: the links to paired browsers, and the runs that drive tabs over them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, mpsc, oneshot, watch};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use webhand_wire::{HandsFrame, HandsLevel, HandsNews, HandsOrder, HandsProof};

use super::devices::DeviceBook;
use super::numbering::{Arrival, LinkEnd};
use crate::http::random_secret;

/// All links of one server. Clones share them.
#[derive(Clone)]
pub struct HandsHub {
    shared: Arc<Shared>,
}

struct Shared {
    book: Arc<dyn DeviceBook>,
    /// Names this start of the server.
    server: String,
    links: Mutex<BTreeMap<String, Link>>,
    /// Counts up with each new connection.
    connected: watch::Sender<u64>,
}

/// The link to one device. It outlives its connections for a while.
struct Link {
    /// Names the start of the extension that it leads to.
    peer: String,
    end: LinkEnd,
    runs: BTreeMap<String, RunEnd>,
    connection: Option<Connected>,
    /// Counts up with each connection.
    connections: u64,
}

struct RunEnd {
    frames: mpsc::Sender<String>,
    why: Arc<OnceLock<String>>,
    /// Until the browser has taken the run.
    opened: Option<oneshot::Sender<()>>,
}

struct Connected {
    wake: Arc<Notify>,
    over: CancellationToken,
}

/// A connection's place in the link of its device.
pub(super) struct Attachment {
    pub device: String,
    pub number: u64,
    pub wake: Arc<Notify>,
    /// Cancelled when a newer connection takes its place.
    pub over: CancellationToken,
    /// Whether the link of before goes on.
    pub resumed: bool,
    /// The number of the last message that has arrived, for the welcome.
    pub received: u64,
    /// The last message that the extension has.
    pub sent: u64,
}

/// Why no tabs of a paired browser can be driven.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HandsError {
    #[error("no browser is paired: run `webhand extension pair` and enter the code in the extension's settings")]
    NotPaired,
    #[error("no paired browser is connected: open it and choose Connect in the extension's popup")]
    NotConnected,
    #[error("the browser cannot be used: {0}")]
    Refused(String),
}

/// The messages that came in broke the rules of numbering, or one run was flooded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BrokenRules;

impl HandsHub {
    #[must_use]
    pub fn new(book: Arc<dyn DeviceBook>) -> Self {
        let shared =
            Shared { book, server: random_secret(), links: Mutex::default(), connected: watch::Sender::default() };
        Self { shared: Arc::new(shared) }
    }

    /// Begins to drive tabs in the browser that has connected last; waits a while for one to connect.
    ///
    /// # Errors
    /// See [`HandsError`].
    pub async fn open(&self, run: &str, level: HandsLevel, name: &str) -> Result<HandsChannel, HandsError> {
        if self.shared.book.is_empty() {
            return Err(HandsError::NotPaired);
        }
        let mut connected = self.shared.connected.subscribe();
        let opening = async {
            loop {
                connected.mark_unchanged();
                if let Some(channel) = self.open_now(run, level, name) {
                    return channel;
                }
                if connected.changed().await.is_err() {
                    return std::future::pending().await;
                }
            }
        };
        let opening = timeout(CONNECTED_WITHIN, opening).await.map_err(|_elapsed| HandsError::NotConnected)?;
        let (channel, opened) = opening?;
        match timeout(OPENED_WITHIN, opened).await {
            Ok(Ok(())) => Ok(channel),
            Ok(Err(_)) => Err(HandsError::Refused(channel.sender.why_ended().unwrap_or(AWAY).to_owned())),
            Err(_elapsed) => Err(HandsError::NotConnected),
        }
    }

    fn open_now(&self, run: &str, level: HandsLevel, name: &str) -> Option<Result<Opening, HandsError>> {
        let mut links = self.links();
        let newest =
            links.iter_mut().filter(|(_, link)| link.connection.is_some()).max_by_key(|(_, link)| link.connections);
        let (device, link) = newest?;
        if link.runs.contains_key(run) {
            return Some(Err(HandsError::Refused("this run drives its tabs already".to_owned())));
        }
        let (frames, received) = mpsc::channel(MOST_UNREAD);
        let (opened, is_open) = oneshot::channel();
        let why = Arc::default();
        link.runs.insert(run.to_owned(), RunEnd { frames, why: Arc::clone(&why), opened: Some(opened) });
        link.push(&HandsOrder::Open { run: run.to_owned(), level, name: name.to_owned() });
        let seat = Seat { hub: self.clone(), device: device.clone(), run: run.to_owned(), why };
        Some(Ok((HandsChannel { sender: HandsSender { seat: Arc::new(seat) }, frames: received }, is_open)))
    }

    pub(super) fn book(&self) -> &dyn DeviceBook {
        self.shared.book.as_ref()
    }

    pub(super) fn server(&self) -> &str {
        &self.shared.server
    }

    /// Takes a connection that has proven itself; it takes the place of an older one of the same device.
    pub(super) fn attach(&self, device: &str, proof: &HandsProof) -> Attachment {
        let mut links = self.links();
        let is_here = proof.server.as_deref() == Some(self.server());
        let resumed = is_here && links.get(device).is_some_and(|link| link.peer == proof.link);
        if !resumed && let Some(void) = links.remove(device) {
            void.end(AWAY);
        }
        let link = links.entry(device.to_owned()).or_insert_with(|| Link::new(proof.link.clone()));
        if let Some(older) = link.connection.take() {
            older.over.cancel();
        }
        let sent = if resumed { proof.received } else { 0 };
        link.end.acknowledge(sent);
        // Inside of the lock, so that no two connections get one number.
        self.shared.connected.send_modify(|count| *count += 1);
        link.connections = *self.shared.connected.borrow();
        let (number, received) = (link.connections, link.end.received());
        let (wake, over) = (Arc::new(Notify::new()), CancellationToken::new());
        link.connection = Some(Connected { wake: Arc::clone(&wake), over: over.clone() });
        Attachment { device: device.to_owned(), number, wake, over, resumed, received, sent }
    }

    /// A connection has ended. Its link waits for another one, and ends when none comes.
    pub(super) fn detach(&self, attachment: &Attachment) {
        let mut links = self.links();
        let Some(link) = links.get_mut(&attachment.device).filter(|link| link.connections == attachment.number) else {
            return;
        };
        link.connection = None;
        drop(links);
        let (hub, device, number) = (self.clone(), attachment.device.clone(), attachment.number);
        tokio::spawn(async move {
            sleep(CUT_FOR_AT_MOST).await;
            let mut links = hub.links();
            if links.get(&device).is_some_and(|link| link.connections == number)
                && let Some(lost) = links.remove(&device)
            {
                lost.end(AWAY);
            }
        });
    }

    /// Ends the link of a device that is not paired any more.
    pub(super) fn forget(&self, device: &str) {
        if let Some(link) = self.links().remove(device) {
            link.end("the browser is not paired any more");
        }
    }

    /// Takes what has arrived over a connection.
    pub(super) fn take(&self, from: &Attachment, frame: HandsFrame<HandsNews>) -> Result<(), BrokenRules> {
        let mut links = self.links();
        let link = links.get_mut(&from.device).filter(|link| link.connections == from.number).ok_or(BrokenRules)?;
        link.end.acknowledge(frame.ack);
        let Some(news) = frame.message else { return Ok(()) };
        match link.end.arrived(frame.no) {
            Arrival::New => link.pass_on(news),
            Arrival::Known => {}
            Arrival::Gap => return Err(BrokenRules),
        }
        Ok(())
    }

    /// The next message for a connection.
    pub(super) fn next(&self, to: &Attachment) -> Option<(u64, String)> {
        let links = self.links();
        links.get(&to.device).filter(|link| link.connections == to.number)?.end.after(to.sent)
    }

    pub(super) fn acknowledgement(&self, to: &Attachment) -> Option<String> {
        Some(self.links().get(&to.device)?.end.acknowledgement())
    }

    fn links(&self) -> MutexGuard<'_, BTreeMap<String, Link>> {
        self.shared.links.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Link {
    fn new(peer: String) -> Self {
        Self { peer, end: LinkEnd::default(), runs: BTreeMap::new(), connection: None, connections: 0 }
    }

    fn push(&mut self, order: &HandsOrder) {
        // It is made of texts.
        let Ok(text) = serde_json::to_string(order) else { return };
        if self.end.push(text).is_err() {
            // A browser that takes nothing any more: its runs end, and the next connection begins anew.
            self.peer.clear();
            self.end_runs("the browser takes no messages");
            if let Some(connection) = &self.connection {
                connection.over.cancel();
            }
        }
        if let Some(connection) = &self.connection {
            connection.wake.notify_one();
        }
    }

    fn pass_on(&mut self, news: HandsNews) {
        match news {
            HandsNews::Opened { run } => {
                if let Some(opened) = self.runs.get_mut(&run).and_then(|end| end.opened.take()) {
                    // The caller that opens the run may have given up.
                    let _ = opened.send(());
                }
            }
            HandsNews::Frame { run, frame } => {
                let Some(end) = self.runs.get(&run) else { return };
                if end.frames.try_send(frame).is_err() {
                    let _ = end.why.set("the run did not read what the browser sent".to_owned());
                    self.runs.remove(&run);
                    self.push(&HandsOrder::Close { run });
                }
            }
            HandsNews::Closed { run, why } => {
                if let Some(end) = self.runs.remove(&run) {
                    let _ = end.why.set(why);
                }
            }
        }
    }

    fn end(mut self, why: &str) {
        self.end_runs(why);
        if let Some(connection) = self.connection {
            connection.over.cancel();
        }
    }

    fn end_runs(&mut self, why: &str) {
        for (_, end) in std::mem::take(&mut self.runs) {
            let _ = end.why.set(why.to_owned());
        }
    }
}

/// A channel that the browser has not confirmed yet.
type Opening = (HandsChannel, oneshot::Receiver<()>);

/// The way to the tabs of one run.
pub struct HandsChannel {
    pub sender: HandsSender,
    /// Ends when the run has no tabs any more.
    pub frames: mpsc::Receiver<String>,
}

/// Sends frames to the tabs of a run. The tabs are let go when the last clone is dropped.
#[derive(Clone)]
pub struct HandsSender {
    seat: Arc<Seat>,
}

struct Seat {
    hub: HandsHub,
    device: String,
    run: String,
    why: Arc<OnceLock<String>>,
}

impl HandsSender {
    /// Whether the frame is on its way; `false` when the run has no tabs any more.
    #[must_use]
    pub fn send(&self, frame: String) -> bool {
        let Seat { hub, device, run, .. } = &*self.seat;
        let mut links = hub.links();
        let Some(link) = links.get_mut(device).filter(|link| link.runs.contains_key(run)) else { return false };
        link.push(&HandsOrder::Frame { run: run.clone(), frame });
        true
    }

    /// Why the run has no tabs any more.
    #[must_use]
    pub fn why_ended(&self) -> Option<&str> {
        self.seat.why.get().map(String::as_str)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut links = self.hub.links();
        let Some(link) = links.get_mut(&self.device) else { return };
        if link.runs.remove(&self.run).is_some() {
            link.push(&HandsOrder::Close { run: self.run.clone() });
        }
    }
}

const AWAY: &str = "the browser has gone, or its extension was started anew";
/// An extension that is not connected tries again within half a minute.
const CONNECTED_WITHIN: Duration = Duration::from_secs(45);
/// An answer over a connection that may be cut meanwhile.
const OPENED_WITHIN: Duration = Duration::from_secs(15);
/// How long a run waits for its browser to come back. Commands have deadlines of their own.
const CUT_FOR_AT_MOST: Duration = Duration::from_mins(1);
/// The reading task takes each frame at once.
const MOST_UNREAD: usize = 4096;
