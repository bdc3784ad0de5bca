//! Starting, listing, steering and forgetting runs.

use axum::body::Body;
use axum::http::header::LOCATION;
use axum::http::{Response, StatusCode};
use sha2::{Digest as _, Sha256};
use webhand_engine::{Ordered, PoolOrder};
use webhand_model::RunId;
use webhand_port::OrderKey;
use webhand_run_api::ApiProblem;
use webhand_run_api::calls::{self, ListQuery};
use webhand_wire::api::{NewRun, StartedRun};

use super::{Call, json, no_content, with_type};

impl Call {
    pub(super) async fn start_run(self) -> Result<Response<Body>, ApiProblem> {
        let mut order: NewRun = self.body()?;
        let key = order.idempotency_key.take().map(|key| self.order_key(&key, &order)).transpose()?;
        let prepared = PoolOrder { key, ..self.api.host.prepare(order, self.role()).await? };
        let (id, created) = match self.api.runs.order(prepared).await? {
            Ordered::New(id) => (id, true),
            Ordered::Known(id) => (id, false),
        };
        let status = if created { StatusCode::CREATED } else { StatusCode::OK };
        let body = serde_json::to_vec(&StartedRun { id: id.to_string(), created }).unwrap_or_default();
        let mut response = with_type(status, "application/json", Body::from(body));
        if let Ok(place) = format!("/api/v1/runs/{id}").parse() {
            response.headers_mut().insert(LOCATION, place);
        }
        Ok(response)
    }

    /// Each role has keys of its own, so that an agent cannot find out those of the person.
    fn order_key(&self, key: &str, order: &NewRun) -> Result<OrderKey, ApiProblem> {
        if key.is_empty() || key.len() > LONGEST_KEY {
            return Err(ApiProblem::bad("an idempotency key has 1 to 200 bytes"));
        }
        let ordered = serde_json::to_vec(order).unwrap_or_default();
        Ok(OrderKey { key: format!("{:?} {key}", self.role()), digest: format!("{:x}", Sha256::digest(ordered)) })
    }

    pub(super) async fn list_runs(self) -> Result<Response<Body>, ApiProblem> {
        let query = ListQuery {
            text: self.parameter("text").unwrap_or_default(),
            stage: self.parameter("stage"),
            before: self.parameter("before"),
            most: self.number("limit")?,
        };
        Ok(json(&calls::list_runs(&self.api.runs, query).await?))
    }

    pub(super) async fn read_run(self) -> Result<Response<Body>, ApiProblem> {
        let run = self.run()?;
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
        Ok(no_content())
    }

    pub(super) async fn resume(self) -> Result<Response<Body>, ApiProblem> {
        let run = self.own_run().await?;
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

    /// The named run, which must be known.
    pub(super) async fn own_run(&self) -> Result<RunId, ApiProblem> {
        let run = self.run()?;
        self.api.runs.summary(&run).await?;
        Ok(run)
    }
}

const LONGEST_KEY: usize = 200;
