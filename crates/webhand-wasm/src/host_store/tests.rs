use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use webhand_model::{Event, EventKind, Input, Millis, RunId, Seq, Task};
use webhand_port::fake::MemoryStore;
use webhand_port::{Picture, ServerStore as _, Store, StoreError, conformance};

use super::{BASE64, HostStore};
use crate::Outbox;
use crate::message::{JournalFailure, JournalReply, JournalRequest, ModuleMessage, Note, RunRecord};

/// A host that keeps the journal in memory and replies to every request.
#[derive(Default)]
struct MemoryHost {
    journal: MemoryStore,
    records: BTreeMap<RunId, RunRecord>,
}

async fn serve_journal(outbox: Outbox, store: Arc<HostStore>) {
    let mut host = MemoryHost::default();
    loop {
        for message in outbox.take() {
            let ModuleMessage::Journal { id, request } = message else { panic!("{message:?}") };
            let reply = host.reply(request).await.unwrap_or_else(|error| JournalReply::Failed(failure(&error)));
            assert!(store.handle_reply(id, reply));
        }
        tokio::task::yield_now().await;
    }
}

impl MemoryHost {
    async fn reply(&mut self, request: JournalRequest) -> Result<JournalReply, StoreError> {
        Ok(match request {
            JournalRequest::Append { run, after, lines, summary, .. } => {
                let events: Vec<Event> = lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
                let end = self.journal.append(&run, after, &events).await?;
                self.record(&run).summary = Some(summary);
                JournalReply::Appended { end }
            }
            JournalRequest::Read { run, after, most } => {
                let mut events = self.journal.read(&run, after).await?;
                events.truncate(most.map_or(usize::MAX, |most| most as usize));
                let lines = events.iter().map(|event| serde_json::to_string(event).unwrap()).collect();
                JournalReply::Lines { lines }
            }
            JournalRequest::End { run } => JournalReply::End { end: self.journal.end(&run).await? },
            JournalRequest::Records { run } => {
                let wanted = |record: &&RunRecord| run.as_ref().is_none_or(|run| record.run == *run);
                JournalReply::Records { records: self.records.values().filter(wanted).cloned().collect() }
            }
            JournalRequest::PutNote { run, note, text } => {
                let record = self.record(&run);
                match note {
                    Note::Order => record.order = text,
                    Note::Setup => record.setup = text,
                    Note::Chat => record.chat = text,
                }
                JournalReply::Kept
            }
            JournalRequest::Forget { run } => {
                self.journal.forget_run(&run).await?;
                self.records.remove(&run);
                JournalReply::Kept
            }
            JournalRequest::KeepPicture { run, name, jpeg } => {
                self.journal.keep_picture(&run, &name, &Picture { jpeg: BASE64.decode(jpeg).unwrap() }).await?;
                JournalReply::Kept
            }
            JournalRequest::Picture { run, name } => {
                let picture = self.journal.picture(&run, &name).await?;
                JournalReply::Picture { jpeg: picture.map(|picture| BASE64.encode(picture.jpeg)) }
            }
        })
    }

    fn record(&mut self, run: &RunId) -> &mut RunRecord {
        let empty = || RunRecord { run: run.clone(), summary: None, order: None, setup: None, chat: None };
        self.records.entry(run.clone()).or_insert_with(empty)
    }
}

fn failure(error: &StoreError) -> JournalFailure {
    if let StoreError::Conflict(end) = *error {
        return JournalFailure::Conflict { end };
    }
    JournalFailure::Unusable { why: error.to_string() }
}

fn run_id() -> RunId {
    RunId::try_from("test-run".to_owned()).unwrap()
}

fn started() -> Event {
    let kind = EventKind::Input { to: None, input: Input::Started(Task::new("look around")) };
    Event { seq: Seq(1), at: Millis(0), wall: 0, kind, hash: None }
}

#[tokio::test]
async fn the_hosts_journal_keeps_what_every_store_promises() {
    let outbox = Outbox::default();
    let store = Arc::new(HostStore::new(outbox.clone()));
    tokio::select! {
        () = conformance::all(store.as_ref()) => {}
        () = serve_journal(outbox, Arc::clone(&store)) => {}
    }
}

#[tokio::test]
async fn the_hosts_journal_keeps_what_a_server_needs() {
    let outbox = Outbox::default();
    let store = Arc::new(HostStore::new(outbox.clone()));
    tokio::select! {
        () = webhand_port::server_store::conformance::all(store.as_ref()) => {}
        () = serve_journal(outbox, Arc::clone(&store)) => {}
    }
}

#[tokio::test(start_paused = true)]
async fn a_host_that_does_not_reply_has_written_nothing() {
    let store = HostStore::new(Outbox::default());
    let (run, events) = (run_id(), [started()]);
    let append = store.append(&run, Seq(0), &events);
    assert_eq!(append.await, Err(StoreError::Unusable("the host does not reply".to_owned())));
    assert!(!store.handle_reply(1, JournalReply::Appended { end: Seq(1) }), "nobody waits for the late reply");
}

#[tokio::test]
async fn an_append_ends_only_after_the_hosts_reply() {
    let outbox = Outbox::default();
    let store = HostStore::new(outbox.clone());
    let (run, events) = (run_id(), [started()]);
    let mut append = store.append(&run, Seq(0), &events);
    assert!(tokio::time::timeout(Duration::from_millis(5), &mut append).await.is_err());
    let sent = outbox.take();
    let line = serde_json::to_string(&events[0]).unwrap();
    let [ModuleMessage::Journal { id: 1, request: JournalRequest::Append { lines, durable, summary, .. } }] = &sent[..]
    else {
        panic!("{sent:?}")
    };
    assert_eq!((lines, durable), (&vec![line], &true));
    assert!(summary.contains("look around"), "{summary}");
    assert!(store.handle_reply(1, JournalReply::Appended { end: Seq(1) }));
    assert_eq!(append.await, Ok(Seq(1)));
}

#[tokio::test]
async fn a_reply_of_another_kind_is_an_error() {
    let store = HostStore::new(Outbox::default());
    let run = run_id();
    let mut end = store.end(&run);
    assert!(tokio::time::timeout(Duration::from_millis(5), &mut end).await.is_err());
    store.handle_reply(1, JournalReply::Kept);
    assert!(matches!(end.await, Err(StoreError::Unusable(why)) if why.contains("kept")));
}
