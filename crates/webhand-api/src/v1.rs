//! `/api/v1`: runs for programs and for the dashboard.
//!
//! Invariants: nothing is decided here, the pool and the guard do that; a request without effect is the only kind that GET has;
//! an agent's key never approves. Errors are problems with stable codes.
//!
//! Start reading at [`handle`]; what the calls about runs answer is made in `webhand-run-api`.

mod answers;
mod details;
mod events;
mod keys;
mod openapi;
mod person_input;
mod pictures;
mod problem;
mod profiles;
mod runs;
mod schedules;
mod server;
mod thin;

use std::sync::Arc;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::http::{HeaderValue, Response, StatusCode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::watch;
use webhand_engine::RunPool;
use webhand_model::RunId;
use webhand_run_api::ApiProblem;
use webhand_wire::agent::MOST_BYTES;
use webhand_wire::api::ProblemCode;

use crate::http::{AccessPolicy, ApiCall, Authentication, Role};
use crate::{RunHost, ScheduleHost, ThinHost};
use problem::problem_response;
pub(crate) use runs::{PausedByAgents, known_to, start_run};

/// The state that the calls share.
pub(crate) struct Api {
    pub runs: RunPool,
    pub host: Arc<dyn RunHost>,
    pub schedules: Arc<dyn ScheduleHost>,
    /// Absent while thin clients are off.
    pub thin: Option<Arc<dyn ThinHost>>,
    pub access: Arc<AccessPolicy>,
    pub paused_by_agents: PausedByAgents,
    /// True when the server stops; streams end then.
    pub stopping: watch::Receiver<bool>,
}

/// One request of the API.
struct Call {
    api: Arc<Api>,
    head: Parts,
    body: Bytes,
    pattern: &'static str,
}

/// Performs a call. The access was checked before.
pub(crate) async fn handle(call: ApiCall, pattern: &'static str, api: Arc<Api>, request: Request) -> Response<Body> {
    let (head, body) = request.into_parts();
    // The pipeline has read the body within its bound.
    let body = to_bytes(body, MOST_BYTES).await.unwrap_or_default();
    let request = Call { api, head, body, pattern };
    request.perform(call).await.unwrap_or_else(|problem| problem_response(&problem))
}

impl Call {
    async fn perform(self, call: ApiCall) -> Result<Response<Body>, ApiProblem> {
        match call {
            ApiCall::Health => self.health(),
            ApiCall::Info => self.info(),
            ApiCall::OpenApi => Ok(json(&openapi::description())),
            ApiCall::OpenSession => self.open_session(),
            ApiCall::NewCode => self.new_code(),
            ApiCall::StartRun => self.start_run().await,
            ApiCall::ListRuns => self.list_runs().await,
            ApiCall::ReadRun => self.read_run().await,
            ApiCall::Events => self.events().await,
            ApiCall::Changes => Ok(self.changes()),
            ApiCall::Picture => self.picture().await,
            ApiCall::Report => self.report().await,
            ApiCall::Screen => self.screen().await,
            ApiCall::Answer => self.answer().await,
            ApiCall::Cancel => self.cancel().await,
            ApiCall::Pause => self.pause().await,
            ApiCall::Resume => self.resume().await,
            ApiCall::Take => self.take().await,
            ApiCall::GiveBack => self.give_back().await,
            ApiCall::Tell => self.tell().await,
            ApiCall::Intent => self.intent(),
            ApiCall::Forget => self.forget().await,
            ApiCall::Again => runs::again(self).await,
            ApiCall::Models => self.models(),
            ApiCall::Settings => self.settings(),
            ApiCall::SetSetting => self.set_setting(),
            ApiCall::EventDetails => self.event_details().await,
            ApiCall::PersonInput => self.person_input().await,
            ApiCall::ChangeBrain => self.change_brain().await,
            ApiCall::Keys => self.keys().await,
            ApiCall::SetKey => self.set_key().await,
            ApiCall::RemoveKey => self.remove_key().await,
            ApiCall::Profiles => profiles::list(&self),
            ApiCall::SaveProfile => profiles::save(self).await,
            ApiCall::RemoveProfile => profiles::remove(&self),
            ApiCall::Schedules => schedules::list(self).await,
            ApiCall::AddSchedule => schedules::add(self).await,
            ApiCall::SwitchSchedule => schedules::switch(self).await,
            ApiCall::RunSchedule => schedules::begin(self).await,
            ApiCall::ThinStart => thin::start(self).await,
            ApiCall::ThinStep => thin::step(self).await,
            ApiCall::RemoveSchedule => schedules::remove(self).await,
        }
    }

    fn role(&self) -> Role {
        match self.head.extensions.get::<Authentication>() {
            Some(Authentication::Verified(role)) => *role,
            Some(Authentication::Pending | Authentication::NotNeeded) | None => Role::Agent,
        }
    }

    /// The text in the place of a part of the path.
    fn part(&self, name: &str) -> &str {
        let parts = self.pattern.split('/').zip(self.head.uri.path().split('/'));
        let is_it = |pattern: &str| pattern.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) == Some(name);
        parts.into_iter().find(|(pattern, _)| is_it(pattern)).map_or("", |(_, text)| text)
    }

    fn run(&self) -> Result<RunId, ApiProblem> {
        let written = self.part("id");
        RunId::try_from(written.to_owned()).map_err(|_| ApiProblem::unknown_run(written))
    }

    /// The value of a parameter, decoded.
    fn parameter(&self, name: &str) -> Option<String> {
        let pairs = form_pairs(self.head.uri.query().unwrap_or_default());
        pairs.into_iter().find(|(key, _)| key == name).map(|(_, value)| value).filter(|value| !value.is_empty())
    }

    fn number(&self, name: &str) -> Result<Option<u64>, ApiProblem> {
        let parse = |text: String| {
            text.parse().map_err(|_| ApiProblem::new(ProblemCode::BadRequest, format!("{name} takes a number")))
        };
        self.parameter(name).map(parse).transpose()
    }

    fn body<T: DeserializeOwned>(&self) -> Result<T, ApiProblem> {
        serde_json::from_slice(&self.body).map_err(|error| {
            ApiProblem::new(ProblemCode::BadRequest, format!("the body cannot be understood: {error}"))
        })
    }
}

/// Names and values of a query, with their escapes undone.
fn form_pairs(query: &str) -> Vec<(String, String)> {
    let decode = |text: &str| {
        let mut bytes = Vec::with_capacity(text.len());
        let mut rest = text.bytes();
        while let Some(byte) = rest.next() {
            bytes.push(match byte {
                b'+' => b' ',
                b'%' => {
                    let digits: Vec<u8> = rest.by_ref().take(2).collect();
                    let digits = std::str::from_utf8(&digits).unwrap_or_default();
                    u8::from_str_radix(digits, 16).unwrap_or(b'?')
                }
                other => other,
            });
        }
        String::from_utf8_lossy(&bytes).into_owned()
    };
    query.split('&').filter_map(|pair| pair.split_once('=')).map(|(key, value)| (decode(key), decode(value))).collect()
}

fn json(value: &impl Serialize) -> Response<Body> {
    let text = serde_json::to_vec(value).unwrap_or_default();
    with_type(StatusCode::OK, "application/json", Body::from(text))
}

fn with_type(status: StatusCode, kind: &'static str, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

fn no_content() -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    response
}

#[cfg(test)]
mod tests;
