use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use webhand_model::{Event, EventKind, Input, Millis, RunId, Seq, Task};
use webhand_port::fake::MemoryStore;
use webhand_port::{Picture, Store, StoreError, conformance};

use super::{BASE64, HostStore};
use crate::Outbox;
use crate::message::{JournalFailure, JournalReply, JournalRequest, ModuleMessage};

/// A host that keeps the journal in memory and replies to every request.
async fn serve_journal(outbox: Outbox, store: Arc<HostStore>) {
    let journal = MemoryStore::default();
    loop {
        for message in outbox.take() {
            let ModuleMessage::Journal { id, request } = message else { panic!("{message:?}") };
            let reply = reply(&journal, request).await.unwrap_or_else(|error| JournalReply::Failed(failure(&error)));
            assert!(store.handle_reply(id, reply));
        }
        tokio::task::yield_now().await;
    }
}

async fn reply(journal: &MemoryStore, request: JournalRequest) -> Result<JournalReply, StoreError> {
    Ok(match request {
        JournalRequest::Append { run, after, lines, .. } => {
            let events: Vec<Event> = lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
            JournalReply::Appended { end: journal.append(&run, after, &events).await? }
        }
        JournalRequest::Read { run, after } => {
            let events = journal.read(&run, after).await?;
            JournalReply::Lines { lines: events.iter().map(|event| serde_json::to_string(event).unwrap()).collect() }
        }
        JournalRequest::End { run } => JournalReply::End { end: journal.end(&run).await? },
        JournalRequest::ListRuns { most } => JournalReply::Runs { runs: journal.runs(most).await? },
        JournalRequest::KeepPicture { run, name, jpeg } => {
            journal.keep_picture(&run, &name, &Picture { jpeg: BASE64.decode(jpeg).unwrap() }).await?;
            JournalReply::PictureKept
        }
        JournalRequest::Picture { run, name } => {
            let picture = journal.picture(&run, &name).await?;
            JournalReply::Picture { jpeg: picture.map(|picture| BASE64.encode(picture.jpeg)) }
        }
    })
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
    let request = JournalRequest::Append { run: run.clone(), after: Seq(0), lines: vec![line], durable: true };
    assert_eq!(sent, [ModuleMessage::Journal { id: 1, request }]);
    assert!(store.handle_reply(1, JournalReply::Appended { end: Seq(1) }));
    assert_eq!(append.await, Ok(Seq(1)));
}

#[tokio::test]
async fn a_reply_of_another_kind_is_an_error() {
    let store = HostStore::new(Outbox::default());
    let run = run_id();
    let mut end = store.end(&run);
    assert!(tokio::time::timeout(Duration::from_millis(5), &mut end).await.is_err());
    store.handle_reply(1, JournalReply::PictureKept);
    assert!(matches!(end.await, Err(StoreError::Unusable(why)) if why.contains("picture_kept")));
}
