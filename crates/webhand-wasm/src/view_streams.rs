//! Streams for views: the events of a run, hints that something changed, pictures of a run's tab.
//!
//! A stream of events reads the journal by number; the pool only hints that there is more, so nothing is missed.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Value, json};
use webhand_model::{NativeDialog, RunId, RunStatus, Seq};
use webhand_port::WatchedView;
use webhand_rt::{sleep, timeout};
use webhand_run_api::{ApiProblem, JournalReader};
use webhand_wire::api::{ProblemCode, ScreenDialog};

use crate::message::ModuleMessage;
use crate::view_api::{ViewApi, problem_reply, stream_reply};

/// The events of a run after this one, until it is over.
pub(crate) async fn events(api: &ViewApi, id: u64, run: RunId, after: Seq) {
    // Subscribed before the first read, so that nothing falls between.
    let (mut changes, mut text) = api.runs.watch(&run);
    let mut reader = match JournalReader::open(api.runs.clone(), run, after).await {
        Ok(reader) => reader,
        Err(error) => return api.reply(id, problem_reply(&error.into())),
    };
    api.reply(id, stream_reply());
    loop {
        // A journal that cannot be read now ends the stream; the view comes back with the last number it knows.
        let Ok(events) = reader.read(MOST_AT_ONCE).await else { break };
        if !events.is_empty() {
            for event in events {
                send(api, id, "", json!(event), Some(event.seq));
            }
            continue;
        }
        match reader.is_at_end().await {
            Some(true) => {
                send(api, id, "end", json!({}), None);
                break;
            }
            Some(false) => {}
            None => break,
        }
        tokio::select! {
            () = changes.changed() => {}
            piece = text.next() => send(api, id, "text", json!(&*piece), None),
        }
    }
    api.outbox.push(ModuleMessage::StreamEnded { id });
}

/// Hints that some run has changed, so that lists are read again.
pub(crate) async fn changes(api: &ViewApi, id: u64) {
    let mut changes = api.runs.changes();
    api.reply(id, stream_reply());
    send(api, id, "changed", json!({}), None);
    while changes.changed().await.is_ok() {
        send(api, id, "changed", json!({}), None);
        // Several changes in a moment are one hint.
        sleep(BETWEEN_HINTS).await;
    }
    api.outbox.push(ModuleMessage::StreamEnded { id });
}

/// Streams the view of the run's tab, until the run is over.
pub(crate) async fn screen(api: &ViewApi, id: u64, run: RunId) {
    if is_over(api, &run).await {
        let problem = ApiProblem::new(ProblemCode::NotFound, "the run is over and has no tab");
        return api.reply(id, problem_reply(&problem));
    }
    api.reply(id, stream_reply());
    let mut screen = api.runs.watch_screen(&run);
    loop {
        match timeout(LOOKED_AFTER, screen.next()).await.map(|frame| frame.view.clone()) {
            Ok(WatchedView::Picture(picture)) => send(api, id, "picture", BASE64.encode(&picture.jpeg).into(), None),
            Ok(WatchedView::Dialog(NativeDialog { kind, message })) => {
                send(api, id, "dialog", json!(ScreenDialog { kind, message }), None);
            }
            Ok(WatchedView::Nothing) => {}
            Err(_elapsed) if is_over(api, &run).await => break,
            Err(_elapsed) => {}
        }
    }
    api.outbox.push(ModuleMessage::StreamEnded { id });
}

async fn is_over(api: &ViewApi, run: &RunId) -> bool {
    api.runs.summary(run).await.is_ok_and(|summary| matches!(summary.status, RunStatus::Over(_)))
}

fn send(api: &ViewApi, id: u64, event: &str, data: Value, seq: Option<u64>) {
    api.outbox.push(ModuleMessage::Event { id, event: event.to_owned(), data, seq });
}

const MOST_AT_ONCE: u32 = 100;
const BETWEEN_HINTS: Duration = Duration::from_millis(100);
/// How often it is looked after whether the run is over.
const LOOKED_AFTER: Duration = Duration::from_secs(2);
