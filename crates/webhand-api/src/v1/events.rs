//! The events of a run: as pages of JSON, and as a stream that goes on where a reader was.
//!
//! A stream reads the journal by number; the pool only hints that there is more. So a slow reader holds nobody up, misses
//! nothing, and may come back after the server was away.

use std::convert::Infallible;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::{ACCEPT, HeaderName};
use axum::http::{Response, StatusCode};
use futures_util::stream;
use serde_json::json;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until};
use webhand_engine::{LiveText, RunChanges, RunPool};
use webhand_model::{RunId, Seq};
use webhand_port::StoreError;
use webhand_run_api::{ApiProblem, JournalReader, calls};
use webhand_wire::api::RunEvent;

use super::{Api, Call, json, wait_for_stop, with_type};

impl Call {
    pub(super) async fn events(self) -> Result<Response<Body>, ApiProblem> {
        let run = self.own_run().await?;
        let accepts = self.head.headers.get(ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let last_known = self.head.headers.get(LAST_EVENT_ID).and_then(|value| value.to_str().ok()?.parse().ok());
        let after = Seq(last_known.or(self.number("after")?).unwrap_or_default());
        if accepts.contains(EVENT_STREAM) {
            return Ok(stream_events(&self.api, run, after));
        }
        let most = self.number("limit")?;
        Ok(json(&calls::read_events(&self.api.runs, run, after, most).await?))
    }

    /// Hints that some run has changed, so that lists are read again.
    pub(super) fn changes(self) -> Response<Body> {
        let (changes, stopping) = (self.api.runs.changes(), self.api.stopping.clone());
        let hints = stream::unfold((changes, stopping), |(mut changes, mut stopping)| async move {
            let text = tokio::select! {
                hint = changes.changed() => hint.ok().map(|()| "event: changed\ndata: {}\n\n")?,
                () = sleep(KEEP_ALIVE) => ": \n\n",
                () = wait_for_stop(&mut stopping) => return None,
            };
            // Several changes in a moment are one hint.
            sleep(BETWEEN_HINTS).await;
            Some((Ok::<_, Infallible>(Bytes::from_static(text.as_bytes())), (changes, stopping)))
        });
        let begun = stream::once(std::future::ready(Ok(Bytes::from_static(b"event: changed\ndata: {}\n\n"))));
        with_type(StatusCode::OK, EVENT_STREAM, Body::from_stream(stream::StreamExt::chain(begun, hints)))
    }
}

/// A reader that stays.
struct EventStream {
    reader: JournalReader,
    changes: RunChanges,
    text: LiveText,
    stopping: watch::Receiver<bool>,
    is_over: bool,
}

fn stream_events(api: &Arc<Api>, run: RunId, after: Seq) -> Response<Body> {
    let (runs, stopping) = (api.runs.clone(), api.stopping.clone());
    let chunks = stream::unfold(None, move |open: Option<EventStream>| {
        let (runs, run, stopping) = (runs.clone(), run.clone(), stopping.clone());
        async move {
            let mut open = match open {
                Some(open) => open,
                None => EventStream::open(runs, run, after, stopping).await.ok()?,
            };
            let chunk = open.next().await?;
            Some((Ok::<_, Infallible>(Bytes::from(chunk)), Some(open)))
        }
    });
    with_type(StatusCode::OK, EVENT_STREAM, Body::from_stream(chunks))
}

impl EventStream {
    async fn open(runs: RunPool, run: RunId, after: Seq, stopping: watch::Receiver<bool>) -> Result<Self, StoreError> {
        // Subscribed before the first read, so that nothing falls between.
        let (changes, text) = runs.watch(&run);
        let reader = JournalReader::open(runs, run, after).await?;
        Ok(Self { reader, changes, text, stopping, is_over: false })
    }

    /// The next piece of the stream; `None` at its end. A reader that was cut off comes back with the last number it knows.
    async fn next(&mut self) -> Option<String> {
        if self.is_over {
            return None;
        }
        let quiet_until = Instant::now() + KEEP_ALIVE;
        loop {
            let events = self.reader.read(MOST_AT_ONCE).await.ok()?;
            if !events.is_empty() {
                return Some(as_text(&events));
            }
            if self.reader.is_at_end().await? {
                self.is_over = true;
                return Some("event: end\ndata: {}\n\n".to_owned());
            }
            let is_live = self.reader.is_live();
            tokio::select! {
                () = self.changes.changed() => {}
                // Other processes give no hints.
                () = sleep(JOURNAL_CHECK_EVERY), if !is_live => {}
                piece = self.text.next() => return Some(format!("event: text\ndata: {}\n\n", json!(&*piece))),
                () = sleep_until(quiet_until) => return Some(": \n\n".to_owned()),
                () = wait_for_stop(&mut self.stopping) => return None,
            }
        }
    }
}

fn as_text(events: &[RunEvent]) -> String {
    let mut text = String::new();
    for event in events {
        let data = serde_json::to_string(event).unwrap_or_default();
        // Writing into a string cannot fail.
        let _ = write!(text, "id: {}\ndata: {data}\n\n", event.seq);
    }
    text
}

const EVENT_STREAM: &str = "text/event-stream";
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
const MOST_AT_ONCE: u32 = 100;
const KEEP_ALIVE: Duration = Duration::from_secs(15);
const JOURNAL_CHECK_EVERY: Duration = Duration::from_secs(1);
const BETWEEN_HINTS: Duration = Duration::from_millis(100);
