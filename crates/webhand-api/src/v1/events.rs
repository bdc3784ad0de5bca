//! The events of a run: as pages of JSON, and as a stream that goes on where a reader was.

use std::convert::Infallible;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::{ACCEPT, HeaderName};
use axum::http::{Response, StatusCode};
use futures_util::stream;
use serde_json::json;
use tokio::time::sleep;
use webhand_model::{RunId, Seq};
use webhand_run_api::{ApiProblem, calls};
use webhand_wire::api::RunEvent;

use super::{Api, Call, json, with_type};
use crate::run_stream::{KEEP_ALIVE, RunStream, StreamPiece, wait_for_stop};

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

fn stream_events(api: &Arc<Api>, run: RunId, after: Seq) -> Response<Body> {
    let (runs, stopping) = (api.runs.clone(), api.stopping.clone());
    let chunks = stream::unfold(None, move |open: Option<RunStream>| {
        let (runs, run, stopping) = (runs.clone(), run.clone(), stopping.clone());
        async move {
            let mut open = match open {
                Some(open) => open,
                None => RunStream::open(runs, run, after, stopping).await.ok()?,
            };
            let piece = open.next().await?;
            Some((Ok::<_, Infallible>(Bytes::from(piece_text(&piece))), Some(open)))
        }
    });
    with_type(StatusCode::OK, EVENT_STREAM, Body::from_stream(chunks))
}

/// A piece as the lines of an event stream.
fn piece_text(piece: &StreamPiece) -> String {
    match piece {
        StreamPiece::Events(events) => as_text(events),
        StreamPiece::Text(piece) => format!("event: text\ndata: {}\n\n", json!(&**piece)),
        StreamPiece::Quiet => ": \n\n".to_owned(),
        StreamPiece::End => "event: end\ndata: {}\n\n".to_owned(),
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
const BETWEEN_HINTS: Duration = Duration::from_millis(100);
