//! Pictures of a run: those of its journal, and what its browser shows now.

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderValue, Response, StatusCode};
use futures_util::stream;
use tokio::time::{Instant, sleep_until};
use webhand_run_api::ApiProblem;
use webhand_wire::api::ProblemCode;

use super::{Call, with_type};
use crate::run_stream::wait_for_stop;

impl Call {
    pub(super) async fn picture(self) -> Result<Response<Body>, ApiProblem> {
        let run = self.run()?;
        let picture = self.api.runs.store().picture(&run, self.part("name")).await?;
        let missing = || ApiProblem::new(ProblemCode::NotFound, "there is no such picture of this run");
        let picture = picture.ok_or_else(missing)?;
        let mut response = with_type(StatusCode::OK, "image/jpeg", Body::from(picture.jpeg));
        // A picture of a journal never changes.
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("private, max-age=86400, immutable"));
        Ok(response)
    }

    /// JPEG pictures, each behind its length in four bytes, until the run has no browser.
    pub(super) async fn screen(self) -> Result<Response<Body>, ApiProblem> {
        let run = self.own_run().await?;
        let (runs, stopping) = (self.api.runs.clone(), self.api.stopping.clone());
        let first = runs.screen(&run).await;
        let none = || ApiProblem::new(ProblemCode::NotFound, "the run has no browser now");
        let first = first.ok_or_else(none)?;
        let frames = stream::unfold(Some((first.jpeg, Instant::now())), move |shown| {
            let (runs, run, mut stopping) = (runs.clone(), run.clone(), stopping.clone());
            async move {
                let (jpeg, at) = shown?;
                // A person who uses the page wants to see at once what comes of it.
                let pause = if runs.is_with_person(&run) { WHILE_USED } else { BETWEEN_PICTURES };
                let is_stopping = tokio::select! {
                    () = sleep_until(at + pause) => false,
                    () = wait_for_stop(&mut stopping) => true,
                };
                let next = if is_stopping { None } else { runs.screen(&run).await };
                let next = next.map(|picture| (picture.jpeg, Instant::now()));
                Some((Ok::<_, std::convert::Infallible>(framed(&jpeg)), next))
            }
        });
        Ok(with_type(StatusCode::OK, "application/octet-stream", Body::from_stream(frames)))
    }
}

fn framed(jpeg: &[u8]) -> Bytes {
    let length = u32::try_from(jpeg.len()).unwrap_or_default();
    [&length.to_be_bytes()[..], jpeg].concat().into()
}

const WHILE_USED: Duration = Duration::from_millis(200);
const BETWEEN_PICTURES: Duration = Duration::from_millis(500);
