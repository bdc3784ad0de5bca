//! Answers of the person. An agent's key answers only what a brain asks, never an approval.

use axum::body::Body;
use axum::http::Response;
use webhand_run_api::ApiProblem;
use webhand_run_api::calls::{self, AnsweredBy};
use webhand_wire::api::ProblemCode;

use super::{Call, no_content};
use crate::http::Role;

impl Call {
    pub(super) async fn answer(self) -> Result<Response<Body>, ApiProblem> {
        let run = self.own_run().await?;
        let by = if self.role() == Role::Owner { AnsweredBy::Person } else { AnsweredBy::Program };
        let answered = calls::answer(&self.api.runs, &run, self.body()?, by).await;
        if answered.as_ref().is_err_and(|problem| problem.code == ProblemCode::OwnerOnly) {
            tracing::error!(target: "webhand::audit", run = %run, "an answer that only the person may give came with an agent's key");
        }
        answered?;
        Ok(no_content())
    }
}
