//! Keys of providers, which are written and never read back, and the brain of a run.

use axum::body::Body;
use axum::http::Response;
use webhand_run_api::ApiProblem;
use webhand_wire::api::{BrainChoice, NewKey};

use super::{Call, json, no_content};

impl Call {
    pub(super) async fn keys(self) -> Result<Response<Body>, ApiProblem> {
        Ok(json(&self.api.host.keys().await?))
    }

    pub(super) async fn set_key(self) -> Result<Response<Body>, ApiProblem> {
        let NewKey { key } = self.body()?;
        self.api.host.set_key(self.part("provider"), Some(&key)).await?;
        Ok(no_content())
    }

    pub(super) async fn remove_key(self) -> Result<Response<Body>, ApiProblem> {
        self.api.host.set_key(self.part("provider"), None).await?;
        Ok(no_content())
    }

    pub(super) async fn change_brain(self) -> Result<Response<Body>, ApiProblem> {
        let run = self.own_run().await?;
        let BrainChoice { brain } = self.body()?;
        self.api.host.check_brain(&run, &brain, self.role()).await?;
        self.api.runs.change_brain(&run, &brain).await?;
        Ok(no_content())
    }
}
