//! Pictures of a run: those of its journal, and what its browser shows now.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderValue, Response, StatusCode};
use futures_util::stream;
use tokio::sync::watch;
use tokio::time::sleep;
use webhand_engine::{RunPool, ScreenWatch};
use webhand_model::{NativeDialog, RunId, RunStatus};
use webhand_port::WatchedView;
use webhand_run_api::ApiProblem;
use webhand_wire::api::{ProblemCode, ScreenDialog};

use super::{Call, with_type};
use crate::http::Role;
use crate::run_stream::wait_for_stop;

impl Call {
    pub(super) async fn picture(self) -> Result<Response<Body>, ApiProblem> {
        let run = self.own_run().await?;
        let picture = self.api.runs.store().picture(&run, self.part("name")).await?;
        let missing = || ApiProblem::new(ProblemCode::NotFound, "there is no such picture of this run");
        let picture = picture.ok_or_else(missing)?;
        let mut response = with_type(StatusCode::OK, "image/jpeg", Body::from(picture.jpeg));
        // A picture of a journal never changes.
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("private, max-age=86400, immutable"));
        Ok(response)
    }

    /// Streams the view of a run's browser until the run is over: pieces behind their length in four bytes. A piece is
    /// a JPEG picture; with the highest bit of the length set it is a [`ScreenDialog`] as JSON, and an empty one only
    /// tells that the server is there.
    pub(super) async fn screen(self) -> Result<Response<Body>, ApiProblem> {
        let run = self.own_run().await?;
        let runs = self.api.runs.clone();
        if is_over(&runs, &run).await {
            return Err(ApiProblem::new(ProblemCode::NotFound, "the run is over and has no browser"));
        }
        let screen = runs.watch_screen(&run);
        let (stopping, role) = (self.api.stopping.clone(), self.role());
        let stream = ScreenStream { runs, run, screen, stopping, role };
        let pieces = stream::unfold(stream, |mut stream| async move {
            let piece = stream.next().await?;
            Some((Ok::<_, Infallible>(piece), stream))
        });
        Ok(with_type(StatusCode::OK, "application/octet-stream", Body::from_stream(pieces)))
    }
}

struct ScreenStream {
    runs: RunPool,
    run: RunId,
    screen: ScreenWatch,
    stopping: watch::Receiver<bool>,
    role: Role,
}

impl ScreenStream {
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            let frame = tokio::select! {
                frame = self.screen.next() => frame,
                () = sleep(KEEP_ALIVE) => {
                    return (!is_over(&self.runs, &self.run).await).then(|| framed(&[], 0));
                }
                () = wait_for_stop(&mut self.stopping) => return None,
            };
            // The person's own work in the browser is not for agents.
            if frame.is_with_person && self.role != Role::Owner {
                continue;
            }
            match &frame.view {
                WatchedView::Picture(picture) => return Some(framed(&picture.jpeg, 0)),
                WatchedView::Dialog(NativeDialog { kind, message }) => {
                    let dialog = ScreenDialog { kind: kind.clone(), message: message.clone() };
                    return Some(framed(&serde_json::to_vec(&dialog).unwrap_or_default(), IS_DIALOG));
                }
                WatchedView::Nothing => {}
            }
        }
    }
}

async fn is_over(runs: &RunPool, run: &RunId) -> bool {
    runs.summary(run).await.is_ok_and(|summary| matches!(summary.status, RunStatus::Over(_)))
}

fn framed(piece: &[u8], kind: u32) -> Bytes {
    let length = u32::try_from(piece.len()).unwrap_or_default() | kind;
    [&length.to_be_bytes()[..], piece].concat().into()
}

const IS_DIALOG: u32 = 1 << 31;
const KEEP_ALIVE: Duration = Duration::from_secs(2);
