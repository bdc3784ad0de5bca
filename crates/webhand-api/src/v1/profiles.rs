//! Named profiles: the log-ins that runs may use.

use axum::body::Body;
use axum::http::Response;
use webhand_run_api::ApiProblem;
use webhand_wire::api::ProfileName;

use super::{Call, json, no_content};

pub(super) fn list(call: &Call) -> Result<Response<Body>, ApiProblem> {
    Ok(json(&call.api.host.profiles()?))
}

/// Keeps the log-ins of a run under a name.
pub(super) async fn save(call: Call) -> Result<Response<Body>, ApiProblem> {
    let run = call.own_run().await?;
    let ProfileName { name } = call.body()?;
    call.api.host.save_profile(&run, &name).await?;
    Ok(no_content())
}

pub(super) fn remove(call: &Call) -> Result<Response<Body>, ApiProblem> {
    call.api.host.remove_profile(call.part("name"))?;
    Ok(no_content())
}
