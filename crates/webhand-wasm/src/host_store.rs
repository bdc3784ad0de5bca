//! The journal that the host keeps: the ports `Store` and `ServerStore` over request and reply messages.
//!
//! The host keeps lines and texts and understands none of them: summaries and orders are made here.

mod records;

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::sync::oneshot;
use webhand_model::{Event, RunId, RunSummary, Seq};
use webhand_port::{Picture, Store, StoreError};
use webhand_rt::timeout;

use crate::Outbox;
pub(crate) use records::RunSetup;

use crate::message::{JournalFailure, JournalReply, JournalRequest, ModuleMessage};

/// Sends requests to the host and waits for its replies. An event counts as written only when the host says so.
#[derive(Debug)]
pub struct HostStore {
    outbox: Outbox,
    pending: Mutex<PendingRequests>,
    /// The summaries of the runs that were written to last.
    summaries: Mutex<BTreeMap<RunId, RunSummary>>,
}

#[derive(Debug, Default)]
struct PendingRequests {
    last_id: u64,
    waiting: BTreeMap<u64, oneshot::Sender<JournalReply>>,
}

/// A host that writes to a disk needs milliseconds; one that was suspended meanwhile takes longer.
const REPLY_WITHIN: Duration = Duration::from_mins(1);

impl HostStore {
    #[must_use]
    pub fn new(outbox: Outbox) -> Self {
        Self { outbox, pending: Mutex::default(), summaries: Mutex::default() }
    }

    /// Hands a reply to the request with this id. `false` when no such request waits.
    pub fn handle_reply(&self, id: u64, reply: JournalReply) -> bool {
        let waiting = self.pending().waiting.remove(&id);
        waiting.is_some_and(|waiting| waiting.send(reply).is_ok())
    }

    async fn request(&self, request: JournalRequest) -> Result<JournalReply, StoreError> {
        let (sender, reply) = oneshot::channel();
        let id = self.pending().add(sender);
        let _entry = PendingEntry { store: self, id };
        self.outbox.push(ModuleMessage::Journal { id, request });
        match timeout(REPLY_WITHIN, reply).await {
            Ok(Ok(JournalReply::Failed(failure))) => Err(store_error(failure)),
            Ok(Ok(reply)) => Ok(reply),
            Ok(Err(_)) => Err(StoreError::Unusable("the host replied to another request".to_owned())),
            Err(_) => Err(StoreError::Unusable("the host does not reply".to_owned())),
        }
    }

    fn summaries(&self) -> MutexGuard<'_, BTreeMap<RunId, RunSummary>> {
        self.summaries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn pending(&self) -> MutexGuard<'_, PendingRequests> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PendingRequests {
    fn add(&mut self, sender: oneshot::Sender<JournalReply>) -> u64 {
        self.last_id += 1;
        self.waiting.insert(self.last_id, sender);
        self.last_id
    }
}

/// Forgets the request when its caller stops waiting.
struct PendingEntry<'a> {
    store: &'a HostStore,
    id: u64,
}

impl Drop for PendingEntry<'_> {
    fn drop(&mut self) {
        self.store.pending().waiting.remove(&self.id);
    }
}

impl Store for HostStore {
    fn append<'a>(&'a self, run: &'a RunId, after: Seq, events: &'a [Event]) -> BoxFuture<'a, Result<Seq, StoreError>> {
        async move {
            let in_order = events.iter().zip(after.0 + 1..).all(|(event, seq)| event.seq.0 == seq);
            if !in_order {
                return Err(StoreError::Unusable("events are not numbered in order".to_owned()));
            }
            let lines = events.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>();
            let lines = lines.map_err(|error| StoreError::Unusable(error.to_string()))?;
            let durable = events.iter().any(|event| event.kind.must_be_durable());
            let (kept, summary) = self.summary_with(run, after, events).await?;
            let append = JournalRequest::Append { run: run.clone(), after, lines, durable, summary };
            let reply = self.request(append).await?;
            let JournalReply::Appended { end } = reply else { return Err(unexpected(&reply)) };
            self.remember(kept);
            Ok(end)
        }
        .boxed()
    }

    fn read<'a>(&'a self, run: &'a RunId, after: Seq) -> BoxFuture<'a, Result<Vec<Event>, StoreError>> {
        self.read_lines(run, after, None).boxed()
    }

    fn end<'a>(&'a self, run: &'a RunId) -> BoxFuture<'a, Result<Seq, StoreError>> {
        async move {
            let reply = self.request(JournalRequest::End { run: run.clone() }).await?;
            let JournalReply::End { end } = reply else { return Err(unexpected(&reply)) };
            Ok(end)
        }
        .boxed()
    }

    fn runs(&self, most: u32) -> BoxFuture<'_, Result<Vec<RunSummary>, StoreError>> {
        async move {
            let mut runs = self.all_summaries().await?;
            runs.truncate(usize::try_from(most).unwrap_or(usize::MAX));
            Ok(runs)
        }
        .boxed()
    }

    fn keep_picture<'a>(
        &'a self,
        run: &'a RunId,
        name: &'a str,
        picture: &'a Picture,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        async move {
            let jpeg = BASE64.encode(&picture.jpeg);
            let request = JournalRequest::KeepPicture { run: run.clone(), name: name.to_owned(), jpeg };
            let reply = self.request(request).await?;
            if reply == JournalReply::Kept { Ok(()) } else { Err(unexpected(&reply)) }
        }
        .boxed()
    }

    fn picture<'a>(&'a self, run: &'a RunId, name: &'a str) -> BoxFuture<'a, Result<Option<Picture>, StoreError>> {
        async move {
            let reply = self.request(JournalRequest::Picture { run: run.clone(), name: name.to_owned() }).await?;
            let JournalReply::Picture { jpeg } = reply else { return Err(unexpected(&reply)) };
            let jpeg = jpeg.map(|jpeg| BASE64.decode(jpeg)).transpose();
            Ok(jpeg.map_err(|error| StoreError::Unusable(error.to_string()))?.map(|jpeg| Picture { jpeg }))
        }
        .boxed()
    }
}

fn parse_line(run: &RunId, seq: Seq, line: &str) -> Result<Event, StoreError> {
    serde_json::from_str(line).map_err(|error| StoreError::Garbled(run.clone(), seq, error.to_string()))
}

fn unexpected(reply: &JournalReply) -> StoreError {
    let kind = match reply {
        JournalReply::Appended { .. } => "appended",
        JournalReply::Lines { .. } => "lines",
        JournalReply::End { .. } => "end",
        JournalReply::Records { .. } => "records",
        JournalReply::Kept => "kept",
        JournalReply::Picture { .. } => "picture",
        JournalReply::Failed(_) => "failed",
    };
    StoreError::Unusable(format!("the host replied {kind}, which answers another request"))
}

fn store_error(failure: JournalFailure) -> StoreError {
    match failure {
        JournalFailure::Conflict { end } => StoreError::Conflict(end),
        JournalFailure::Full => StoreError::Full,
        JournalFailure::Busy => StoreError::Busy,
        JournalFailure::Unusable { why } => StoreError::Unusable(why),
    }
}

#[cfg(test)]
mod tests;
