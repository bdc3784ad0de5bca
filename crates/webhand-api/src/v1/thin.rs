//! Runs whose hands are a thin client: it sends what it sees and what it did, and receives what to do next.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Response, StatusCode};
use tokio::time::{Instant, timeout_at};
use webhand_engine::{Ordered, PoolOrder};
use webhand_model::{RunId, RunStatus};
use webhand_run_api::{ApiProblem, outcome_info, question_info};
use webhand_wire::api::{NewRun, ProblemCode, StartedRun};
use webhand_wire::thin::{ThinReply, ThinStep};

use super::{Call, json, with_type};
use crate::ThinHost;

pub(super) async fn start(call: Call) -> Result<Response<Body>, ApiProblem> {
    let thin = clients(&call)?;
    let order: NewRun = call.body()?;
    if order.idempotency_key.is_some() || order.profile.is_some() {
        let detail = "a thin client has a browser of its own: leave out profile and idempotency_key";
        return Err(ApiProblem::new(ProblemCode::BadRequest, detail));
    }
    let prepared = PoolOrder { by: call.ordered_by(), ..thin.prepare(order, call.role()).await? };
    let id = match call.api.runs.order(prepared).await? {
        Ordered::New(id) | Ordered::Known(id) => id,
    };
    let body = serde_json::to_vec(&StartedRun { id: id.to_string(), created: true }).unwrap_or_default();
    Ok(with_type(StatusCode::CREATED, "application/json", Body::from(body)))
}

/// Takes in a look with the result of the last action, and waits for the next one.
pub(super) async fn step(call: Call) -> Result<Response<Body>, ApiProblem> {
    let thin = clients(&call)?;
    let run = call.own_run().await?;
    let step: ThinStep = call.body()?;
    let (mut events, _text) = call.api.runs.watch(&run);
    let mut actions = thin.changes(&run);
    thin.step(&run, step);
    let until = Instant::now() + ANSWERED_WITHIN;
    loop {
        actions.mark_unchanged();
        if let Some(reply) = next(&call, thin, &run).await? {
            return Ok(json(&reply));
        }
        let changed = async {
            tokio::select! {
                () = events.changed() => {}
                _ = actions.changed() => {}
            }
        };
        if timeout_at(until, changed).await.is_err() {
            return Ok(json(&ThinReply::Wait));
        }
    }
}

async fn next(call: &Call, thin: &dyn ThinHost, run: &RunId) -> Result<Option<ThinReply>, ApiProblem> {
    if let Some(reply) = thin.wanted(run) {
        return Ok(Some(reply));
    }
    Ok(match call.api.runs.summary(run).await?.status {
        RunStatus::Over(outcome) => Some(ThinReply::Over { outcome: outcome_info(&outcome) }),
        RunStatus::Waiting(question) => {
            let no = call.api.runs.question(run).await?.map_or(0, |(no, _)| no.0);
            Some(ThinReply::Ask { question: question_info(no, &question) })
        }
        RunStatus::Paused => Some(ThinReply::Rests),
        RunStatus::Open => None,
    })
}

fn clients(call: &Call) -> Result<&dyn ThinHost, ApiProblem> {
    let off = || {
        let detail = "thin clients are off: a person switches them on with `webhand serve --thin-clients`";
        ApiProblem::new(ProblemCode::NotFound, detail)
    };
    call.api.thin.as_deref().ok_or_else(off)
}

/// Shorter than what programs wait for an answer.
const ANSWERED_WITHIN: Duration = Duration::from_secs(20);
