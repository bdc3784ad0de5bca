//! Starting, listing, steering and forgetting runs.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use axum::body::Body;
use axum::http::header::LOCATION;
use axum::http::{Response, StatusCode};
use sha2::{Digest as _, Sha256};
use webhand_engine::{Ordered, PoolOrder, RunPool};
use webhand_model::{RunId, RunStatus};
use webhand_port::{OrderKey, OrderedBy};
use webhand_run_api::ApiProblem;
use webhand_run_api::calls::{self, ListQuery};
use webhand_wire::api::{NewRun, ProblemCode, RunAgain, StartedRun};

use super::{Call, json, no_content, with_type};
use crate::RunHost;
use crate::http::Role;

/// Starts the run of an order, or finds the one that the same order has started.
pub(crate) async fn start_run(
    runs: &RunPool,
    host: &dyn RunHost,
    mut order: NewRun,
    by: Role,
) -> Result<StartedRun, ApiProblem> {
    let key = order.idempotency_key.take().map(|key| order_key(&key, &order, by)).transpose()?;
    let prepared = PoolOrder { key, by: ordered_by(by), ..host.prepare(order, by).await? };
    let (id, created) = match runs.order(prepared).await? {
        Ordered::New(id) => (id, true),
        Ordered::Known(id) => (id, false),
    };
    Ok(StartedRun { id: id.to_string(), created })
}

/// Each role has keys of its own, so that an agent cannot find out those of the person.
fn order_key(key: &str, order: &NewRun, by: Role) -> Result<OrderKey, ApiProblem> {
    if key.is_empty() || key.len() > LONGEST_KEY {
        return Err(ApiProblem::bad("an idempotency key has 1 to 200 bytes"));
    }
    let ordered = serde_json::to_vec(order).unwrap_or_default();
    Ok(OrderKey { key: format!("{by:?} {key}"), digest: format!("{:x}", Sha256::digest(ordered)) })
}

impl Call {
    pub(super) async fn start_run(self) -> Result<Response<Body>, ApiProblem> {
        let started = start_run(&self.api.runs, &*self.api.host, self.body()?, self.role()).await?;
        let status = if started.created { StatusCode::CREATED } else { StatusCode::OK };
        let body = serde_json::to_vec(&started).unwrap_or_default();
        let mut response = with_type(status, "application/json", Body::from(body));
        if let Ok(place) = format!("/api/v1/runs/{}", started.id).parse() {
            response.headers_mut().insert(LOCATION, place);
        }
        Ok(response)
    }

    pub(super) async fn list_runs(self) -> Result<Response<Body>, ApiProblem> {
        let query = ListQuery {
            text: self.parameter("text").unwrap_or_default(),
            stage: self.parameter("stage"),
            before: self.parameter("before"),
            by: (self.role() != Role::Owner).then_some(OrderedBy::Agent),
            most: self.number("limit")?,
        };
        Ok(json(&calls::list_runs(&self.api.runs, query).await?))
    }

    pub(super) async fn read_run(self) -> Result<Response<Body>, ApiProblem> {
        let run = self.own_run().await?;
        Ok(json(&calls::read_run(&self.api.runs, &run).await?))
    }

    pub(super) async fn cancel(self) -> Result<Response<Body>, ApiProblem> {
        let run = self.own_run().await?;
        self.api.runs.cancel(&run).await?;
        Ok(no_content())
    }

    pub(super) async fn pause(self) -> Result<Response<Body>, ApiProblem> {
        let run = self.own_run().await?;
        self.api.runs.pause(&run).await?;
        self.api.paused_by_agents.note(&run, self.role());
        Ok(no_content())
    }

    pub(super) async fn resume(self) -> Result<Response<Body>, ApiProblem> {
        let run = self.own_run().await?;
        let is_paused = self.api.runs.summary(&run).await?.status == RunStatus::Paused;
        let may_agents = is_paused && self.api.paused_by_agents.holds(&run);
        if self.role() != Role::Owner && !may_agents {
            let detail = "only the person goes on with a run that they paused, or whose last act may have happened";
            return Err(ApiProblem::new(ProblemCode::OwnerOnly, detail));
        }
        self.api.runs.resume(&run).await?;
        Ok(no_content())
    }

    pub(super) async fn take(self) -> Result<Response<Body>, ApiProblem> {
        let run = self.own_run().await?;
        self.api.runs.take(&run).await?;
        Ok(no_content())
    }

    pub(super) async fn tell(self) -> Result<Response<Body>, ApiProblem> {
        let run = self.own_run().await?;
        calls::tell(&self.api.runs, &run, self.body()?).await?;
        Ok(no_content())
    }

    pub(super) async fn give_back(self) -> Result<Response<Body>, ApiProblem> {
        let run = self.own_run().await?;
        self.api.runs.give_back(&run, calls::source()).await?;
        Ok(no_content())
    }

    pub(super) async fn forget(self) -> Result<Response<Body>, ApiProblem> {
        let run = self.own_run().await?;
        self.api.runs.forget(&run).await?;
        Ok(no_content())
    }

    pub(super) async fn report(self) -> Result<Response<Body>, ApiProblem> {
        let run = self.own_run().await?;
        let html = self.api.host.report(&run).await?;
        Ok(with_type(StatusCode::OK, "text/html; charset=utf-8", Body::from(html)))
    }

    /// The named run, which must be known. An agent's key knows only what an agent ordered.
    pub(super) async fn own_run(&self) -> Result<RunId, ApiProblem> {
        let run = self.run()?;
        known_to(&self.api.runs, &run, self.role()).await?;
        Ok(run)
    }

    pub(super) fn ordered_by(&self) -> OrderedBy {
        ordered_by(self.role())
    }
}

/// Fails unless the run is there and whoever asks may know it: an agent's key knows only what an agent ordered.
pub(crate) async fn known_to(runs: &RunPool, run: &RunId, by: Role) -> Result<(), ApiProblem> {
    runs.summary(run).await?;
    if by != Role::Owner {
        let order = runs.store().order(run).await?;
        if order.is_none_or(|order| order.by != OrderedBy::Agent) {
            return Err(ApiProblem::unknown_run(run.as_str()));
        }
    }
    Ok(())
}

fn ordered_by(role: Role) -> OrderedBy {
    if role == Role::Owner { OrderedBy::Person } else { OrderedBy::Agent }
}

/// Carries the same task out once more.
pub(super) async fn again(call: Call) -> Result<Response<Body>, ApiProblem> {
    let run = call.own_run().await?;
    let RunAgain { brain } = if call.body.is_empty() { RunAgain::default() } else { call.body()? };
    let prepared = call.api.host.prepare_again(&run, brain.as_deref(), call.role()).await?;
    let prepared = PoolOrder { by: call.ordered_by(), ..prepared };
    let id = match call.api.runs.order(prepared).await? {
        Ordered::New(id) | Ordered::Known(id) => id,
    };
    let body = serde_json::to_vec(&StartedRun { id: id.to_string(), created: true }).unwrap_or_default();
    Ok(with_type(StatusCode::CREATED, "application/json", Body::from(body)))
}

/// The runs that were paused with an agent's key, so that such a key may go on with them. After a restart the person does.
#[derive(Debug, Default)]
pub(crate) struct PausedByAgents {
    runs: Mutex<BTreeSet<RunId>>,
}

impl PausedByAgents {
    fn note(&self, run: &RunId, by: Role) {
        let mut runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        if by == Role::Owner || runs.len() >= MOST_PAUSED {
            runs.remove(run);
        } else {
            runs.insert(run.clone());
        }
    }

    fn holds(&self, run: &RunId) -> bool {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner).contains(run)
    }
}

const LONGEST_KEY: usize = 200;
const MOST_PAUSED: usize = 1_000;
