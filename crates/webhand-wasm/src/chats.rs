//! Chat pages through the host: each call is a message, and the host's worker carries it into the chat's tab.
//!
//! A chat is named by its run and its site, so that two runs never write into one tab. What has to survive is a note of the
//! run, written before this module goes on.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use tokio::sync::oneshot;
use webhand_model::{Millis, RunId};
use webhand_port::{BrainError, ChatPage, ChatPageError, ChatPages, ChatTurns};
use webhand_rt::{sleep, timeout, unix_time};

use crate::message::{ChatPageFailure, ChatPageReply, ChatPageRequest, ModuleMessage};
use crate::{HostStore, Outbox};

/// The calls of all chats that wait for the host. Clones share them.
#[derive(Clone)]
pub(crate) struct ChatCalls {
    outbox: Outbox,
    pending: Arc<Mutex<PendingCalls>>,
}

#[derive(Default)]
struct PendingCalls {
    last: u64,
    waiting: BTreeMap<u64, oneshot::Sender<ChatPageReply>>,
    /// From the random numbers of the host's deliveries.
    random: u64,
}

impl ChatCalls {
    pub(crate) fn new(outbox: Outbox) -> Self {
        Self { outbox, pending: Arc::default() }
    }

    /// Hands a reply to the call with this id. One that was given up meanwhile needs none.
    pub(crate) fn handle_reply(&self, id: u64, reply: ChatPageReply) {
        if let Some(waiting) = self.pending().waiting.remove(&id) {
            let _ = waiting.send(reply);
        }
    }

    /// Takes in the random numbers of a delivery.
    pub(crate) fn stir(&self, [a, b, c, d]: [u32; 4]) {
        let (high, low) = (u64::from(a) << 32 | u64::from(b), u64::from(c) << 32 | u64::from(d));
        let mut pending = self.pending();
        pending.random = pending.random.rotate_left(23) ^ high ^ low.rotate_left(11);
    }

    async fn call(
        &self,
        run: &RunId,
        chat: &str,
        request: ChatPageRequest,
        within: Duration,
    ) -> Result<ChatPageReply, ChatPageError> {
        let (sender, reply) = oneshot::channel();
        let id = {
            let mut pending = self.pending();
            pending.last += 1;
            let id = pending.last;
            pending.waiting.insert(id, sender);
            id
        };
        let _entry = PendingEntry { calls: self, id };
        self.outbox.push(ModuleMessage::Chat { id, run: run.clone(), chat: chat.to_owned(), request });
        match timeout(within, reply).await {
            Ok(Ok(ChatPageReply::Failed { kind, why })) => Err(error(kind, why)),
            Ok(Ok(reply)) => Ok(reply),
            Ok(Err(_)) | Err(_) => Err(ChatPageError::NoAnswer),
        }
    }

    fn pending(&self) -> MutexGuard<'_, PendingCalls> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Forgets the call when its caller stops waiting.
struct PendingEntry<'a> {
    calls: &'a ChatCalls,
    id: u64,
}

impl Drop for PendingEntry<'_> {
    fn drop(&mut self) {
        self.calls.pending().waiting.remove(&self.id);
    }
}

/// The chats of one run.
pub(crate) struct RunChats {
    run: RunId,
    calls: ChatCalls,
    store: Arc<HostStore>,
    notes: Arc<Notes>,
    pages: Mutex<BTreeMap<String, Arc<HostChatPage>>>,
}

/// The kept notes of the chats of a run, by name; read from the host once.
type Notes = futures_util::lock::Mutex<Option<BTreeMap<String, String>>>;

impl RunChats {
    pub(crate) fn new(run: RunId, calls: ChatCalls, store: Arc<HostStore>) -> Self {
        Self { run, calls, store, notes: Arc::default(), pages: Mutex::default() }
    }

    /// Gives the tabs of the run's chats back to the person; they stay open.
    pub(crate) fn release(&self) {
        if !self.pages().is_empty() {
            self.calls.outbox.push(ModuleMessage::ChatsReleased { run: self.run.clone() });
        }
    }

    fn pages(&self) -> MutexGuard<'_, BTreeMap<String, Arc<HostChatPage>>> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ChatPages for RunChats {
    fn page(&self, name: &str) -> Result<Arc<dyn ChatPage>, BrainError> {
        let new = || {
            Arc::new(HostChatPage {
                name: name.to_owned(),
                run: self.run.clone(),
                calls: self.calls.clone(),
                store: Arc::clone(&self.store),
                notes: Arc::clone(&self.notes),
                turns: ChatTurns::default(),
            })
        };
        Ok(Arc::clone(self.pages().entry(name.to_owned()).or_insert_with(new)) as _)
    }
}

struct HostChatPage {
    name: String,
    run: RunId,
    calls: ChatCalls,
    store: Arc<HostStore>,
    notes: Arc<Notes>,
    turns: ChatTurns,
}

impl HostChatPage {
    async fn ask(&self, request: ChatPageRequest, within: Duration) -> Result<ChatPageReply, ChatPageError> {
        self.calls.call(&self.run, &self.name, request, within).await
    }

    async fn keep_note(&self, note: &str) -> Result<(), ChatPageError> {
        let mut notes = self.notes.lock().await;
        let mut all = match notes.take() {
            Some(known) => known,
            None => {
                self.store.chat_notes(&self.run).await.map_err(|error| ChatPageError::NotKept(error.to_string()))?
            }
        };
        all.insert(self.name.clone(), note.to_owned());
        // Notes that the host did not keep are read again.
        self.store.keep_chat_notes(&self.run, &all).await.map_err(|error| ChatPageError::NotKept(error.to_string()))?;
        *notes = Some(all);
        Ok(())
    }
}

impl ChatPage for HostChatPage {
    fn open<'a>(&'a self, address: &'a str) -> BoxFuture<'a, Result<(), ChatPageError>> {
        async move { self.ask(ChatPageRequest::Open { address: address.to_owned() }, OPENED_WITHIN).await.map(drop) }
            .boxed()
    }

    fn call<'a>(&'a self, call: &'a str, within: Duration) -> BoxFuture<'a, Result<String, ChatPageError>> {
        async move {
            let within_ms = u64::try_from(within.as_millis()).unwrap_or(u64::MAX);
            let request = ChatPageRequest::Call { call: call.to_owned(), within_ms };
            match self.ask(request, within + ON_THE_WAY).await? {
                ChatPageReply::Reply(text) => Ok(text),
                ChatPageReply::Done(_) | ChatPageReply::Failed { .. } => Err(ChatPageError::Unsupported),
            }
        }
        .boxed()
    }

    /// Only the debugger can do that, and it is not attached to a chat tab: pages and the person would see it.
    fn insert_text<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<(), ChatPageError>> {
        ready(Err(ChatPageError::Unsupported)).boxed()
    }

    fn recall(&self) -> BoxFuture<'_, Option<String>> {
        async move {
            let mut notes = self.notes.lock().await;
            if notes.is_none() {
                *notes = Some(self.store.chat_notes(&self.run).await.ok()?);
            }
            notes.as_ref().and_then(|notes| notes.get(&self.name).cloned())
        }
        .boxed()
    }

    fn keep<'a>(&'a self, note: &'a str) -> BoxFuture<'a, Result<(), ChatPageError>> {
        self.keep_note(note).boxed()
    }

    /// Views read it from the live text of the run.
    fn show(&self, _: &str) -> bool {
        false
    }

    fn now(&self) -> Millis {
        Millis(u64::try_from(unix_time().as_millis()).unwrap_or(u64::MAX))
    }

    fn pause(&self, time: Duration) -> BoxFuture<'_, ()> {
        sleep(time).map(drop).boxed()
    }

    fn random(&self) -> u64 {
        self.calls.pending().random
    }

    fn turns(&self) -> &ChatTurns {
        &self.turns
    }
}

fn error(kind: ChatPageFailure, why: String) -> ChatPageError {
    match kind {
        ChatPageFailure::Gone => ChatPageError::Gone,
        ChatPageFailure::Reloaded => ChatPageError::Reloaded,
        ChatPageFailure::NoAnswer => ChatPageError::NoAnswer,
        ChatPageFailure::NotOpened => ChatPageError::NotOpened(why),
    }
}

/// Longer than the worker waits for a page to load.
const OPENED_WITHIN: Duration = Duration::from_mins(1);
/// A worker that was ended is started again and asked once more.
const ON_THE_WAY: Duration = Duration::from_secs(20);
