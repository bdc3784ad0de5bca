//! Tasks that the server begins by itself.

use axum::body::Body;
use axum::http::{Response, StatusCode};
use webhand_run_api::ApiProblem;
use webhand_wire::api::{NewSchedule, ScheduleSwitch, StartedRun};

use super::{Call, json, no_content, with_type};

pub(super) async fn list(call: Call) -> Result<Response<Body>, ApiProblem> {
    Ok(json(&call.api.schedules.schedules().await?))
}

pub(super) async fn add(call: Call) -> Result<Response<Body>, ApiProblem> {
    let schedule: NewSchedule = call.body()?;
    let added = call.api.schedules.add(schedule).await?;
    let body = serde_json::to_vec(&added).unwrap_or_default();
    Ok(with_type(StatusCode::CREATED, "application/json", Body::from(body)))
}

pub(super) async fn switch(call: Call) -> Result<Response<Body>, ApiProblem> {
    let ScheduleSwitch { enabled } = call.body()?;
    call.api.schedules.switch(call.part("id"), enabled).await?;
    Ok(no_content())
}

pub(super) async fn begin(call: Call) -> Result<Response<Body>, ApiProblem> {
    let id = call.api.schedules.begin(call.part("id")).await?;
    let body = serde_json::to_vec(&StartedRun { id: id.to_string(), created: true }).unwrap_or_default();
    Ok(with_type(StatusCode::CREATED, "application/json", Body::from(body)))
}

pub(super) async fn remove(call: Call) -> Result<Response<Body>, ApiProblem> {
    call.api.schedules.remove(call.part("id")).await?;
    Ok(no_content())
}
